import { convertFlow } from "@trunkline/workflow/foreign/convertFlow.ts";
import { everyWidget, rapidProFlow, studioFlow } from "@trunkline/workflow/foreign/sampleFlows.ts";
import { describe, expect, it } from "vitest";
import { bundleAccount, reportOf } from "../../../test/bundleAccount.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase();
const server = await testServer(db);

function bundleOf(file: unknown): Record<string, unknown> {
  const converted = convertFlow(file);
  if (!converted?.ok) throw new Error(JSON.stringify(converted));
  return converted.bundle;
}

describe("converted files of other products (decision 0079)", () => {
  it("are imported with their templates, webhooks, queues and routes, and nothing is created by the check", async () => {
    const of = await bundleAccount(server, "Studio");
    const before = await of.counts();
    for (const definition of [studioFlow, everyWidget]) {
      const bundle = bundleOf({ friendly_name: "Booking", definition });
      expect(reportOf(await of.first("POST", "/v4/campaign/import/check", bundle)).problems).toEqual([]);
    }
    expect(await of.counts()).toBe(before);
    const made = reportOf(
      await of.first("POST", "/v4/campaign/import", bundleOf({ friendly_name: "Booking", definition: studioFlow })),
    );
    expect(made.items.map(({ kind, name, outcome }) => `${kind} ${name}: ${outcome}`)).toEqual(
      expect.arrayContaining(["workflow Booking: API: new", "inbound booking texts: new", "customField first: new"]),
    );
    const every = reportOf(await of.first("POST", "/v4/campaign/import", bundleOf(everyWidget)));
    expect(every.items.filter(({ kind }) => kind === "webhook").map(({ outcome }) => outcome)).toEqual(["new", "new"]);
  });

  it("keep the notes of what was not mapped", async () => {
    const of = await bundleAccount(server, "Notes");
    const { campaignId } = await of.first("POST", "/v4/campaign/import", bundleOf(everyWidget));
    const saved = await of.first("GET", `/v4/campaign/${String(campaignId)}/workflow/`);
    const { notes } = JSON.parse(String(saved["workflow"])) as { notes: { text: string }[] };
    expect(notes.map(({ text }) => text.split(".")[0])).toContain('Not imported: capture-payments "pay"');
  });

  it("name workflows that are missing, which one of the account's own can replace", async () => {
    const of = await bundleAccount(server, "Flows");
    const mine = await of.draw("Mine", [{ type: "rateLimit", tpm: 60 }]);
    const bundle = bundleOf(rapidProFlow);
    const check = reportOf(await of.first("POST", "/v4/campaign/import/check", bundle));
    const lost = check.items.find(({ name }) => name === "Elsewhere");
    expect(lost).toMatchObject({ kind: "workflow", outcome: "missing", required: true });
    const choices = { workflow: { [String(lost?.choice)]: mine } };
    const made = reportOf(await of.first("POST", "/v4/campaign/import", { ...bundle, choices }));
    expect(
      made.items.filter(({ kind }) => kind === "workflow").map(({ name, outcome }) => `${name}: ${outcome}`),
    ).toEqual(["Elsewhere: chosen", "Colors: new", "Second: new"]);
  });
});
