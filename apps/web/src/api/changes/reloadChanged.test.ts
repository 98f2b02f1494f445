import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { reloadChanged } from "./reloadChanged.ts";

/** An open page with queries, each of which counts its answers. */
function openPage(queries: Record<string, object>) {
  const client = new QueryClient();
  const answered: Record<string, number> = {};
  const ends = Object.entries(queries).map(([path, options]) =>
    new QueryObserver(client, {
      queryKey: [path],
      queryFn: () => {
        answered[path] = (answered[path] ?? 0) + 1;
        return answered[path];
      },
      ...options,
    }).subscribe(() => {}),
  );
  return { client, answered, close: () => ends.map((end) => end()) };
}

it("reloads what is shown of a kind, but not what a form was filled with (decision 0112)", async () => {
  const page = openPage({
    "/v4/contact/": {},
    "/v4/contact/:contactId/": { refetchOnWindowFocus: false },
    "/v4/contact/import/": { staleTime: Number.POSITIVE_INFINITY },
    "/v4/dnc/": {},
  });
  await expect.poll(() => Object.values(page.answered)).toEqual([1, 1, 1, 1]);
  reloadChanged(page.client, new Set(["contact"]));
  await expect.poll(() => page.answered["/v4/contact/"]).toBe(2);
  page.close();
  expect(page.answered).toEqual({
    "/v4/contact/": 2,
    "/v4/contact/:contactId/": 1,
    "/v4/contact/import/": 1,
    "/v4/dnc/": 1,
  });
});

it("reloads once after many changes at once, and marks what is not shown as out of date", async () => {
  const page = openPage({ "/v4/contact/": {} });
  page.client.setQueryData(["/v4/audience/"], []);
  await expect.poll(() => page.answered["/v4/contact/"]).toBe(1);
  for (let change = 0; change < 10; change++) reloadChanged(page.client, new Set(["contact"]));
  await expect.poll(() => page.answered["/v4/contact/"]).toBe(3);
  expect(page.client.getQueryState(["/v4/audience/"])?.isInvalidated).toBe(true);
  page.close();
});
