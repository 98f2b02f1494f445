import { describe, expect, it } from "vitest";
import { daily, once, request, scheduleWorld } from "../../../test/scheduleWorld.ts";

const { world, url, call, first } = await scheduleWorld();

describe("lists of runs", () => {
  it("are searched by any part of a run's name or its workflow's, whatever the case, page by page", async () => {
    const named = (displayName: string) => ({ displayName, statements: [], start: false, periodMs: 1000 });
    const made: Record<string, unknown>[] = [];
    for (const name of ["Harvest first", "Autumn", "Late HARVEST"])
      made.push(await first("POST", `/v4/campaign/${world.campaign}/batch/`, named(name)));
    const names = async (path: string, query: string) => {
      const found: unknown[] = [];
      for (let next: string | null | undefined = ""; next !== null && next !== undefined; ) {
        const answer: Awaited<ReturnType<typeof call>> = await call(
          "GET",
          `${path}?limit=1&${query}${next && `&cursor=${next}`}`,
        );
        expect([answer.status, answer.body.error]).toEqual([200, []]);
        const rows = answer.body.payload as { displayName?: string; createBatchRequest?: { displayName: string } }[];
        found.push(...rows.map((row) => row.displayName ?? row.createBatchRequest?.displayName));
        next = (answer.body as { next?: string | null }).next;
      }
      return found;
    };
    const runs = "/v4/campaign/batch/";
    expect(await names(runs, "search=harvest")).toEqual(["Late HARVEST", "Harvest first"]);
    expect(await names(runs, "search=vest%20f")).toEqual(["Harvest first"]);
    expect(await names(runs, "search=100%25")).toEqual([]);
    expect(await names(runs, `search=harvest&status=Done`)).toEqual([]);
    const { campaignName } = made[0] as { campaignName: string };
    const ofWorkflow = await names(runs, `search=${encodeURIComponent(campaignName.slice(1).toUpperCase())}`);
    expect(ofWorkflow).toEqual(await names(runs, `campaignId=${world.campaign}`));
    expect(ofWorkflow).toContain("Autumn");
    const toCome = await first("POST", url, once({ createBatchRequest: { ...request, displayName: "Winter once" } }));
    await first("POST", url, daily({ createBatchRequest: { ...request, displayName: "Every winter day" } }));
    expect(await names("/v4/campaign/batch/schedule", "search=WINTER")).toEqual(["Every winter day", "Winter once"]);
    expect(await names("/v4/campaign/batch/schedule", "search=winter&recurring=false")).toEqual(["Winter once"]);
    await first("PUT", `${url}/${toCome["eventId"]}`, { ...toCome, status: -1 });
    expect(await names("/v4/campaign/batch/schedule", "search=winter&cancelled=false")).toEqual(["Every winter day"]);
  });
});
