import "@fontsource-variable/inter";
import "@mantine/core/styles.css";
import "@mantine/dates/styles.css";
import "@mantine/dropzone/styles.css";
import "@mantine/notifications/styles.css";
import "./base.css";
import { MantineProvider } from "@mantine/core";
import { useNotifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { ApiFailure, sessionEnds } from "./api/call.ts";
import { paths } from "./paths.ts";
import { makeRouter } from "./routes.tsx";
import { cssVariables, theme } from "./theme.ts";
import { ConfirmHost } from "./ui/dialog/confirm.tsx";
import { completePresses } from "./ui/page/completePresses.ts";
import { useSoon } from "./ui/page/usePreload.ts";

const Notices = lazy(async () => ({ default: (await import("./ui/page/Notices.tsx")).Notices }));

/** Retries requests that did not reach the server twice, and never retries refusals. */
const mayRetry = (failures: number, problem: Error): boolean =>
  failures < 2 && problem instanceof ApiFailure && (problem.status === 0 || problem.status >= 502);

const client = new QueryClient({ defaultOptions: { queries: { retry: mayRetry, staleTime: 2_000 } } });
const router = makeRouter(client);

// load the page's script while the session is checked
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  const route = router.routesById[routeId as keyof typeof router.routesById];
  void router.loadRouteChunk(route)?.catch(() => {});
}

/** The page that the user was asked to leave for the sign-in, and may have stayed on. */
let askedToLeave: string | undefined;

sessionEnds.addEventListener("end", (event) => {
  const { pathname, href } = router.state.location;
  const isRead = event instanceof CustomEvent && event.detail === "GET";
  // a page that refreshes itself asks once, and each action of the user asks again
  if (pathname === paths.login || (isRead && askedToLeave === href)) return;
  askedToLeave = href;
  void router.navigate({ to: paths.login, search: { next: href } });
});

// what was loaded is cleared once the page is left: before, the page would lose what was typed
router.subscribe("onResolved", ({ toLocation }) => {
  if (toLocation.pathname !== paths.login) return;
  askedToLeave = undefined;
  client.removeQueries({ type: "inactive" });
});

// a page opened before a deployment requests files that no longer exist, so reload it once
addEventListener("vite:preloadError", (event) => {
  // don't reload without a connection, because the page would be lost
  if (!navigator.onLine) return;
  const last = Number(sessionStorage.getItem("trunkline.reloaded") ?? 0);
  if (Date.now() - last < 10_000) return;
  event.preventDefault();
  sessionStorage.setItem("trunkline.reloaded", String(Date.now()));
  location.reload();
});

/** Loads notifications with the first one, or when the browser is idle, because they can't load without a connection. */
function NoticesSoon() {
  const isSoon = useSoon(3_000);
  const { notifications } = useNotifications();
  return <Suspense>{isSoon || notifications.length > 0 ? <Notices /> : null}</Suspense>;
}

completePresses();

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no #root");
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <RouterProvider router={router} />
        <ConfirmHost />
        <NoticesSoon />
      </MantineProvider>
    </QueryClientProvider>
  </StrictMode>,
);
