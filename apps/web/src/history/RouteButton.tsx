import { UnstyledButton } from "@mantine/core";
import type { RouteDecision } from "@trunkline/contract/routing/routeDecision.ts";
import { later, overThePage } from "../ui/page/lazyPart.tsx";
import { usePopup } from "../ui/tip/usePopup.ts";
import { describeRoute } from "./describeRoute.ts";
import classes from "./RouteOfHistory.module.css";

const loadRoute = () => import("./RouteOfHistory.tsx");
const RoutePopup = later(async () => (await loadRoute()).RoutePopup, { frame: overThePage });

/** The destination of a call or message. Opens the result of every rule. */
export function RouteButton({ route }: { route: RouteDecision }) {
  const { button, popup } = usePopup(loadRoute);
  return (
    <>
      <UnstyledButton
        {...button}
        className={classes["destination"]}
        aria-label={`Routed to ${describeRoute(route)}. Show rules`}
      >
        {describeRoute(route)}
      </UnstyledButton>
      {popup && <RoutePopup popup={popup} route={route} />}
    </>
  );
}
