import type { BundleItem, BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bundleAccount, chain, type Fields, makeThings, reportOf } from "../../../test/bundleAccount.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";

const db = await freshDatabase();
const server = await testServer(db);
const makeAccount = (name: string) => bundleAccount(server, name);
const source = await makeAccount("Source");
const things = await makeThings(source);
const linesOf = (report: BundleReport) =>
  report.items.map(({ kind, name, outcome, to }) => `${kind} ${name}: ${outcome}${to === null ? "" : ` as ${to}`}`);
const itemOf = (report: BundleReport, kind: BundleItem["kind"], name: string) =>
  report.items.find((item) => item.kind === kind && item.name === name);

describe("a bundle of workflows (readings, Requests of our pages)", () => {
  it("is unchanged after export, import into an empty account and another export", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.subarray(things.nodes, { minLength: 1 }), { minLength: 1, maxLength: 3 }),
        async (drawings) => {
          const ids: string[] = [];
          for (const [index, nodes] of drawings.entries()) {
            const id = await source.draw(`Drawn ${index} ${Math.random()}`, nodes);
            await source.first("POST", "/v4/disposition/", {
              key: `After ${id}`,
              description: "Ours",
              triggeredCampaignId: id,
            });
            ids.push(id);
          }
          const out = await source.exported(...ids, things.entered);
          const target = await makeAccount("Target");
          const made = await target.first("POST", "/v4/campaign/import", out);
          const workflows = reportOf(made).items.filter(({ kind }) => kind === "workflow");
          // Number sets contain the account's own numbers, so they are created manually.
          for (const { name, id } of workflows) {
            const { payload } = (await target.call("GET", "/v4/campaign/")).body;
            const settings = payload.find((row) => row["campaignId"] === id);
            const set = await target.first("POST", "/v4/numberset/", { name: `Set ${name}`, phoneNumbers: [] });
            await target.first("PUT", `/v4/campaign/${String(id)}/`, { ...settings, numberSet: set["numberSetId"] });
          }
          expect(await target.exported(...workflows.map(({ id }) => String(id)))).toEqual(out);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("contains no secret and no data about its account", async () => {
    const id = await source.draw("Everything", things.nodes);
    const text = JSON.stringify(await source.first("GET", `/v4/campaign/${id}/export`));
    expect(text).not.toMatch(/very-secret|another-secret|•/);
    for (const mine of [source.account, id, things.entered]) expect(text).not.toContain(mine);
    expect(JSON.parse(text)["connections"]).toEqual([
      expect.objectContaining({ name: "Shop", authHeaders: ["Authorization"], signs: true }),
    ]);
  });

  it("can be previewed and is then imported as previewed", async () => {
    const id = await source.draw("Shown", things.nodes);
    const out = await source.exported(id);
    const target = await makeAccount("Reader");
    await target.first("POST", "/v4/smstemplate/", { templateTitle: "Hello", templateText: "Something else" });
    await target.first("POST", "/v4/agentqueue/", { name: "Support" });
    const { numberSetId } = await target.first("POST", "/v4/numberset/", { name: "Mine", phoneNumbers: [] });
    await target.draw("Shown", [{ type: "rateLimit", tpm: 1 }], numberSetId);
    const before = await target.counts();
    const shown = reportOf(await target.first("POST", "/v4/campaign/import/check", out));
    expect(await target.counts()).toBe(before);
    expect(linesOf(shown)).toEqual([
      "asset offer.wav: new",
      "asset birthday.gif: new",
      "asset cat.gif: new",
      "template Hello: renamed as Hello (2)",
      "template Cat: new",
      "emailTemplate Order: new",
      "rcsAgent shop_agent: new",
      "rcsMessage spring: new",
      "connection Shop: missing",
      "webhook Order: new",
      "queue support: same",
      "customField tier: new",
      "workflow Entered: missing",
      "numberSet Set Shown: missing",
      "workflow Shown: renamed as Shown (2)",
    ]);
    const lost = itemOf(shown, "workflow", "Entered");
    expect(lost).toMatchObject({ required: true, id: null });
    expect(shown.problems.map(({ workflow, nodeId }) => [workflow, nodeId])).toEqual([
      ["Shown", 6],
      ["Shown", 9],
    ]);
    expect(shown.problems[0]?.message).toBe(
      'Node 6: the workflow "Entered" is not in this account. Choose another workflow, or export both together',
    );
    const refused = await target.call("POST", "/v4/campaign/import", out);
    expect([refused.status, refused.body.error[0]?.where, await target.counts()]).toEqual([
      400,
      "body.workflow node 6",
      before,
    ]);

    const mine = await target.draw("Mine", [{ type: "rateLimit", tpm: 1 }]);
    const connection = await target.first("POST", "/v4/callback/authentication/", { name: "My shop" });
    const choices = {
      workflow: { [String(lost?.choice)]: mine },
      numberSet: { "Set Shown": numberSetId },
      connection: { [String(itemOf(shown, "connection", "Shop")?.choice)]: connection["id"] },
    };
    const check = reportOf(await target.first("POST", "/v4/campaign/import/check", { ...out, choices }));
    const made = await target.first("POST", "/v4/campaign/import", { ...out, choices });
    const withoutIds = ({ items, problems, notes }: BundleReport) => ({
      items: items.map((item) => ({ ...item, id: null })),
      problems,
      notes,
    });
    expect(withoutIds(reportOf(made))).toEqual(withoutIds(check));
    expect(linesOf(check)).toEqual(
      expect.arrayContaining([
        "connection Shop: chosen as My shop",
        "workflow Entered: chosen as Mine",
        "numberSet Set Shown: chosen as Mine",
      ]),
    );
    const { workflow } = await target.first("GET", `/v4/campaign/${String(made["campaignId"])}/workflow/`);
    const { nodes } = JSON.parse(String(workflow)) as { nodes: Fields[] };
    expect(nodes.find(({ id: node }) => node === 2)).toMatchObject({ smsTemplateName: "Hello (2)" });
    expect(nodes.find(({ type }) => type === "campaign")).toMatchObject({ campaignId: mine });
    expect(nodes.find(({ id: node }) => node === 6)).toMatchObject({
      audioUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:4400\/assets\/[\w-]{54}\/offer\.wav$/),
      dtmfActions: [expect.objectContaining({ actionContext: mine })],
    });
  });

  it("uses equal objects and numbers a workflow with a used name", async () => {
    const out = await source.exported(await source.draw("Twice", things.nodes), things.entered);
    const target = await makeAccount("Twice");
    await target.first("POST", "/v4/campaign/import", out);
    const again = reportOf(await target.first("POST", "/v4/campaign/import", out));
    const outcomes = Object.groupBy(again.items, ({ kind }) => (kind === "workflow" ? "workflow" : "other"));
    expect(new Set(outcomes.other?.filter(({ kind }) => kind !== "numberSet").map(({ outcome }) => outcome))).toEqual(
      new Set(["same"]),
    );
    expect(outcomes.workflow?.map(({ to }) => to)).toEqual(["Entered (2)", "Twice (2)"]);
  });

  it("can contain workflows that enroll in each other, with a note", async () => {
    const one = await source.draw("One", [{ type: "rateLimit", tpm: 1 }]);
    const two = await source.draw("Two", [{ type: "campaign", campaignId: one }]);
    await source.first("PUT", `/v4/campaign/${one}/workflow/`, {
      workflow: chain([{ type: "campaign", campaignId: two }]),
    });
    const target = await makeAccount("Circle");
    const made = reportOf(await target.first("POST", "/v4/campaign/import", await source.exported(one, two)));
    expect(made.notes).toEqual([
      '"One" and "Two" enroll contacts in a loop. A contact is enrolled at most ten times in a row',
    ]);
    expect(made.items.filter(({ kind }) => kind === "workflow").map(({ outcome }) => outcome)).toEqual(["new", "new"]);
  });

  it("leaves out objects that the user may not create", async () => {
    const id = await source.draw("Rights", [{ type: "rateLimit", tpm: 1 }]);
    await source.first("POST", "/v4/workgroup/", { name: "Sales", members: [] });
    const disposition = { key: "Sold", description: "Sold", triggeredCampaignId: id, workGroups: ["Sales"] };
    await source.first("POST", "/v4/disposition/", disposition);
    const out = await source.exported(id);
    const { account, key } = await server.account("Limited");
    const as = { key: await server.key(account, "member", ["workflow-edit"]) };
    const made = await server.call("POST", "/v4/campaign/import", { as, body: out });
    expect(linesOf(reportOf(made.body.payload[0] ?? {}))).toEqual(
      expect.arrayContaining(["workGroup Sales: left", "disposition Sold: left"]),
    );
    const whole = await server.call("POST", "/v4/campaign/import", { as: { key }, body: out });
    expect(linesOf(reportOf(whole.body.payload[0] ?? {}))).toEqual(
      expect.arrayContaining(["workGroup Sales: new", "disposition Sold: new"]),
    );
  });
});
