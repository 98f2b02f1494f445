import { describe, expect, it } from "vitest";
import { bundleAccount, chain, type Fields, makeThings, reportOf } from "../../../test/bundleAccount.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { checksumOf } from "./bundleIds.ts";

const server = await testServer(await freshDatabase());
const source = await bundleAccount(server, "Source");
const things = await makeThings(source);

describe("an invalid bundle is refused with the position of its problem and changes nothing", async () => {
  const target = await bundleAccount(server, "Refusing");
  const out = await source.exported(await source.draw("Refused", things.nodes), things.entered);
  const fresh = (change: Fields): Fields => ({ ...out, checksum: undefined, ...change });
  const campaign = out["campaign"] as Fields;
  const assets = out["assets"] as Fields[];
  const templates = out["templates"] as Fields[];
  const workflow = { schemaVersion: 1, startNode: -1, nodes: [] };
  const many = Array.from({ length: 200 }, (_, index) => ({
    campaignId: `w${index}`,
    campaign: { campaignName: `W${index}` },
    workflow,
  }));

  it.for<[string, () => unknown, string, RegExp]>([
    ["not an object", () => [], "body", /object/],
    [
      "a newer format",
      () => fresh({ trunkline: 2 }),
      "body.trunkline",
      /^The file was written by a newer version of Trunkline\. Its format is 2/,
    ],
    [
      "changed after its export",
      () => ({ ...out, campaign: { ...campaign, frequencyDays: 3 } }),
      "body.checksum",
      /changed after its export/,
    ],
    ["200 workflows", () => fresh({ others: many }), "body.others", /at most 50 workflows/],
    [
      "a name with control characters",
      () => fresh({ campaign: { ...campaign, campaignName: "Invoice\u202etxt.exe" } }),
      "body.campaign.campaignName",
      /invisible characters/,
    ],
    [
      "a name that is too long",
      () => fresh({ campaign: { ...campaign, campaignName: "x".repeat(201) } }),
      "body.campaign.campaignName",
      /at most 200/,
    ],
    [
      "two templates of one id",
      () => fresh({ templates: [templates[0], templates[0]] }),
      "body.templates.1.templateId",
      /is repeated/,
    ],
    [
      "an invalid picture",
      () => fresh({ assets: assets.map((one) => ({ ...one, data: Buffer.from("<svg/>").toString("base64") })) }),
      "body.assets.0.data",
      /is not a file of the type/,
    ],
    [
      "a file that is not Base64",
      () => fresh({ assets: [{ ...assets[0], data: "%%%" }] }),
      "body.assets.0.data",
      /Base64/,
    ],
    [
      "a webhook with an invalid URL",
      () => fresh({ webhooks: [{ ...(out["webhooks"] as Fields[])[0], successPath: "$[" }] }),
      "body.webhooks.0.successPath",
      /./,
    ],
    [
      "an invalid header",
      () => fresh({ connections: [{ id: "c", name: "C", authHeaders: [""] }] }),
      "body.connections.0.authHeaders.0",
      /./,
    ],
    [
      "a choice of another account's",
      () => ({ ...out, choices: { numberSet: { "Set Entered": source.account } } }),
      "body.choices.numberSet.Set Entered",
      /is not in this account/,
    ],
  ])("%s", async ([, body, where, message]) => {
    const before = await target.counts();
    for (const url of ["/v4/campaign/import/check", "/v4/campaign/import"]) {
      const answer = await target.call("POST", url, body());
      expect([answer.status, answer.body.error[0]?.where]).toEqual([400, where]);
      expect(answer.body.error[0]?.message).toMatch(message);
    }
    expect(await target.counts()).toBe(before);
  });

  it("invalid JSON and oversized files are refused", async () => {
    const headers = { "content-type": "application/json" };
    const send = (payload: string) =>
      server.call("POST", "/v4/campaign/import", { as: { key: target.key }, payload, headers });
    const broken = await send('{"trunkline": 1,\n  "campaign": }');
    expect([broken.status, broken.body.error[0]?.where]).toEqual([400, "body, line 2, column 15"]);
    const large = await send(`{"trunkline": 1, "more": "${"x".repeat(17 * 1024 * 1024)}"}`);
    expect([large.status, large.body.status, large.body.error.length]).toEqual([413, false, 1]);
  });

  it("problems of several drawings are reported with workflow and node", async () => {
    const two = {
      campaignId: "two",
      campaign: { campaignName: "Two" },
      workflow: JSON.parse(chain([{ type: "smsSend", smsTemplateId: "nowhere" }])),
    };
    const report = reportOf(await target.first("POST", "/v4/campaign/import/check", fresh({ others: [two] })));
    expect(report.problems).toContainEqual({
      workflow: "Two",
      nodeId: 2,
      message: "Node 2: Template nowhere does not exist. Choose another one",
      where: "body.others.0.workflow node 2 smsTemplateId",
    });
  });

  it("an export with too many workflows is refused", async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `01980000-0000-7000-8000-${String(index).padStart(12, "0")}`);
    const answer = await source.call("GET", `/v4/campaign/export?campaignIds=${ids.join(",")}`);
    expect([answer.status, answer.body.error[0]?.message]).toEqual([
      400,
      "A bundle can contain at most 50 workflows. Export the rest in another file",
    ]);
    expect((await source.call("GET", `/v4/campaign/export?campaignIds=${ids[0]}`)).status).toBe(404);
  });

  it("a checksum does not depend on the order of keys", () => {
    expect(checksumOf({ a: 1, b: { c: 2, d: 3 } })).toBe(checksumOf({ b: { d: 3, c: 2 }, a: 1, checksum: "any" }));
  });
});
