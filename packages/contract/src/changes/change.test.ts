import { describe, expect, it } from "vitest";
import type { AnyRoute } from "../route.ts";
import { routes } from "../routes.ts";
import { changeKinds, changesShownBy, shownUnder } from "./change.ts";

const paths = Object.values(routes).flatMap((table) =>
  Object.values(table as Record<string, AnyRoute>).flatMap(({ method, path }) => (method === "GET" ? [path] : [])),
);

describe("changes (decision 0112)", () => {
  it("are shown by endpoints that exist", () => {
    const unknown = Object.keys(shownUnder).filter((prefix) => !paths.some((path) => path.startsWith(prefix)));
    expect(unknown).toEqual([]);
  });

  it("are each shown by an endpoint", () => {
    const shown = new Set(paths.flatMap(changesShownBy));
    expect(changeKinds.filter((kind) => !shown.has(kind))).toEqual([]);
  });

  it("reload what a page shows, and not the drawing or draft that is being edited", () => {
    expect(changesShownBy("/v4/contact/:contactId/")).toEqual(["contact"]);
    expect(changesShownBy("/v4/campaign/:campaignId/workflow/")).toEqual([]);
    expect(changesShownBy("/v4/campaign/:campaignId/draft")).toEqual([]);
    expect(changesShownBy("/v4/agent/phone/")).toEqual([]);
    expect(changesShownBy("/auth/me")).toEqual([]);
  });
});
