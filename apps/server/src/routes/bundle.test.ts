import type { BundleItem, BundleReport } from "@trunkline/contract/bundle.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formOf } from "../../test/formOf.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";
import { checksumOf } from "./bundleIds.ts";

const db = await freshDatabase();
const server = await testServer(db);

type Fields = Record<string, unknown>;
const own = (node: Fields) => node;

/** An account with one thing of each kind that drawings use. */
async function makeAccount(name: string) {
  const { account, key } = await server.account(name);
  const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
  const first = async (method: string, url: string, body?: unknown): Promise<Fields> => {
    const answer = await call(method, url, body);
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body.error)}`);
    return answer.body.payload[0] ?? {};
  };
  const upload = async (type: string, fileName: string, text: string): Promise<Fields> => {
    const form = formOf({ type }, { name: fileName, text });
    const headers = { "content-type": form.type };
    return (
      await server.call("POST", "/v4/asset/", { as: { key }, payload: Buffer.from(form.text, "latin1"), headers })
    ).body.payload[0] as Fields;
  };
  const draw = async (campaignName: string, nodes: readonly Fields[], numberSet?: unknown): Promise<string> => {
    const { campaignId } = await first("POST", "/v4/campaign/", {
      campaignName,
      numberSet:
        numberSet ??
        (await first("POST", "/v4/numberset/", { name: `Set ${campaignName}`, phoneNumbers: [] }))["numberSetId"],
      timezoneProtectionType: 1,
      timezoneProtectionStartTime: "09:00",
      timezoneProtectionEndTime: "17:00",
    });
    await first("POST", `/v4/campaign/${String(campaignId)}/workflow/`, { workflow: chain(nodes) });
    return String(campaignId);
  };
  const counts = async () => {
    const rows = await Promise.all(
      [
        "campaign/",
        "smstemplate/",
        "callback/configuration/",
        "callback/authentication/",
        "asset/",
        "disposition",
        "agentqueue/",
        "workgroup/",
        "rcs/template/",
      ].map(async (list) => (await call("GET", `/v4/${list}`)).body.payload.length),
    );
    return rows.join(" ");
  };
  const exported = (...ids: string[]) => first("GET", `/v4/campaign/export?campaignIds=${ids.join(",")}`);
  return { account, key, call, first, upload, draw, counts, exported };
}
type TestAccount = Awaited<ReturnType<typeof makeAccount>>;

/** Nodes one after the other between a start and a stop; those with two ways out stop on the second. */
function chain(nodes: readonly Fields[]): string {
  const stop = nodes.length + 2;
  const drawn = nodes.map((node, index) => {
    const next = index + 3;
    const isForked = "successPath" in node;
    return {
      id: index + 2,
      x: 0,
      y: index * 140,
      ...node,
      children: isForked ? [next === stop ? stop : next, stop + 1 + index] : [next],
      ...(isForked ? { successPath: next, failurePath: stop + 1 + index } : {}),
    };
  });
  const ends = nodes.flatMap((node, index) =>
    "successPath" in node ? [{ id: stop + 1 + index, type: "control", x: 400, y: index * 140, children: [] }] : [],
  );
  return JSON.stringify({
    schemaVersion: 1,
    startNode: 1,
    nodes: [
      { id: 1, type: "start", x: 0, y: 0, children: [2] },
      ...drawn,
      { id: stop, type: "control", x: 0, y: 0, children: [] },
      ...ends,
    ],
    sections: { main: 1 },
  });
}

const gif = (more: string) => `GIF89a\x28\x00\x1e\x00${more}`;
const wav = "RIFF....WAVEfmt ";

/** One node of each kind that names something outside of its drawing, with what it names. */
async function makeThings(of: TestAccount) {
  const picture = await of.upload("mms-image", "cat.gif", gif("cat"));
  const sound = await of.upload("audio", "offer.wav", wav);
  const meme = await of.upload("meme-image", "birthday.gif", gif("cake"));
  const plain = await of.first("POST", "/v4/smstemplate/", { templateTitle: "Hello", templateText: "Hi ${tier}" });
  const withMedia = await of.first("POST", "/v4/smstemplate/", {
    templateTitle: "Cat",
    templateText: `Look: ${String(sound["publicUrl"])}`,
    templateMediaUrl: picture["publicUrl"],
  });
  await of.first("PUT", "/v4/account/", { customFields: ["tier", "unused"] });
  const connection = await of.first("POST", "/v4/callback/authentication/", {
    name: "Shop",
    authHeaders: { Authorization: "Bearer very-secret" },
    headers: { "X-Shop": "1" },
    signingSecret: "another-secret",
  });
  const webhook = await of.first("POST", "/v4/callback/configuration/", {
    name: "Order",
    callbackServerConfigId: connection["id"],
    eventType: "campaign_workflow_callback",
    url: "https://shop.example/orders",
    bodyTemplate: '{"phone": "${phone}"}',
  });
  await of.first("POST", "/v4/rcs/agent/", { agentId: "shop_agent", name: "The shop", logoUrl: picture["publicUrl"] });
  await of.first("POST", "/v4/rcs/template/", {
    templateKey: "spring",
    content: { type: "picture", text: "", mediaUrl: picture["publicUrl"] },
  });
  await of.first("POST", "/v4/agentqueue/", { name: "support" });
  const entered = await of.draw("Entered", [own({ type: "rateLimit", tpm: 60 })]);
  const sms = (template: Fields) => ({
    type: "smsSend",
    smsTemplateId: template["templateId"],
    smsTemplateName: template["templateTitle"],
  });
  const key = (action: string, actionContext: unknown, number: number) => ({
    number,
    action,
    actionContext,
    useAiRewording: false,
  });
  const nodes: Fields[] = [
    sms(plain),
    sms(withMedia),
    { type: "callback", callbackId: webhook["id"], successPath: 0, failurePath: 0 },
    { type: "rcsSend", agentId: "shop_agent", rcsTemplateKey: "spring", successPath: 0, failurePath: 0 },
    {
      type: "call",
      answerAction: "playAudio",
      audioUrl: sound["publicUrl"],
      audioTimeout: 3,
      dtmfActions: [key("workflow", entered, 1)],
    },
    {
      type: "meme",
      fileName: meme["fileName"],
      storedVariableName: "card",
      messages: [{ message: "Hi ${firstName}" }],
    },
    { type: "agentQueue", queueName: "support", queueWaitTime: 5 },
    { type: "campaign", campaignId: entered, observeTimezoneProtection: false },
  ];
  return { nodes, entered };
}

const source = await makeAccount("Source");
const things = await makeThings(source);
const reportOf = (answer: Fields) => answer as unknown as BundleReport;
const told = (report: BundleReport) =>
  report.items.map(({ kind, name, outcome, to }) => `${kind} ${name}: ${outcome}${to === null ? "" : ` as ${to}`}`);
const itemOf = (report: BundleReport, kind: BundleItem["kind"], name: string) =>
  report.items.find((item) => item.kind === kind && item.name === name);

describe("a bundle of workflows (decisions, Calls for our own pages)", () => {
  it("goes out, comes into an empty account and goes out again as an equal one, whatever the workflows use", async () => {
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
          // number sets hold numbers of their account: they are made there by hand
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

  it("carries no secret, and nothing that names its account", async () => {
    const id = await source.draw("Everything", things.nodes);
    const text = JSON.stringify(await source.first("GET", `/v4/campaign/${id}/export`));
    expect(text).not.toMatch(/very-secret|another-secret|•/);
    for (const mine of [source.account, id, things.entered]) expect(text).not.toContain(mine);
    expect(JSON.parse(text)["connections"]).toEqual([
      expect.objectContaining({ name: "Shop", authHeaders: ["Authorization"], signs: true }),
    ]);
  });

  it("is shown before anything is written: new, equal, renamed and missing, and is then imported as it was shown", async () => {
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
    expect(told(shown)).toEqual([
      "asset offer.wav: new",
      "asset birthday.gif: new",
      "asset cat.gif: new",
      "template Hello: renamed as Hello (2)",
      "template Cat: new",
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
      'Node 6: the workflow "Entered" is not in this account. Choose another one, or export both together',
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
    expect(told(check)).toEqual(
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

  it("uses what is equal, and gives a second workflow of the name a number", async () => {
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

  it("holds workflows that lead to each other, and says so", async () => {
    const one = await source.draw("One", [{ type: "rateLimit", tpm: 1 }]);
    const two = await source.draw("Two", [{ type: "campaign", campaignId: one }]);
    await source.first("PUT", `/v4/campaign/${one}/workflow/`, {
      workflow: chain([{ type: "campaign", campaignId: two }]),
    });
    const target = await makeAccount("Circle");
    const made = reportOf(await target.first("POST", "/v4/campaign/import", await source.exported(one, two)));
    expect(made.notes).toEqual([
      '"One" and "Two" lead back to where they begin: a contact is enrolled at most ten times in a row',
    ]);
    expect(made.items.filter(({ kind }) => kind === "workflow").map(({ outcome }) => outcome)).toEqual(["new", "new"]);
  });

  it("leaves out what its reader may not make", async () => {
    const id = await source.draw("Rights", [{ type: "rateLimit", tpm: 1 }]);
    await source.first("POST", "/v4/workgroup/", { name: "Sales", members: [] });
    const disposition = { key: "Sold", description: "Sold", triggeredCampaignId: id, workGroups: ["Sales"] };
    await source.first("POST", "/v4/disposition/", disposition);
    const out = await source.exported(id);
    const { account, key } = await server.account("Limited");
    const as = { key: await server.key(account, "member", ["workflow-edit"]) };
    const made = await server.call("POST", "/v4/campaign/import", { as, body: out });
    expect(told(reportOf(made.body.payload[0] ?? {}))).toEqual(
      expect.arrayContaining(["workGroup Sales: left", "disposition Sold: left"]),
    );
    const whole = await server.call("POST", "/v4/campaign/import", { as: { key }, body: out });
    expect(told(reportOf(whole.body.payload[0] ?? {}))).toEqual(
      expect.arrayContaining(["workGroup Sales: new", "disposition Sold: new"]),
    );
  });
});

describe("a bundle that cannot be imported is refused with the place of what is wrong, and makes nothing", async () => {
  const target = await makeAccount("Refusing");
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
    ["no object", () => [], "body", /object/],
    [
      "a newer format",
      () => fresh({ trunkline: 2 }),
      "body.trunkline",
      /^The file was written by a newer Trunkline: its format is 2/,
    ],
    [
      "changed after its export",
      () => ({ ...out, campaign: { ...campaign, frequencyDays: 3 } }),
      "body.checksum",
      /changed after it was exported/,
    ],
    ["200 workflows", () => fresh({ others: many }), "body.others", /at most 50 workflows/],
    [
      "a name that hides something",
      () => fresh({ campaign: { ...campaign, campaignName: "Invoice\u202etxt.exe" } }),
      "body.campaign.campaignName",
      /characters that cannot be seen/,
    ],
    [
      "a name without end",
      () => fresh({ campaign: { ...campaign, campaignName: "x".repeat(201) } }),
      "body.campaign.campaignName",
      /at most 200/,
    ],
    [
      "two templates of one id",
      () => fresh({ templates: [templates[0], templates[0]] }),
      "body.templates.1.templateId",
      /is there twice/,
    ],
    [
      "a picture that is none",
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
      "a webhook to nowhere",
      () => fresh({ webhooks: [{ ...(out["webhooks"] as Fields[])[0], successPath: "$[" }] }),
      "body.webhooks.0.successPath",
      /./,
    ],
    [
      "a header that cannot be",
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

  it("a text that is not JSON, and a file that is too large", async () => {
    const headers = { "content-type": "application/json" };
    const send = (payload: string) =>
      server.call("POST", "/v4/campaign/import", { as: { key: target.key }, payload, headers });
    const broken = await send('{"trunkline": 1,\n  "campaign": }');
    expect([broken.status, broken.body.error[0]?.where]).toEqual([400, "body, line 2, column 15"]);
    const large = await send(`{"trunkline": 1, "more": "${"x".repeat(17 * 1024 * 1024)}"}`);
    expect([large.status, large.body.status, large.body.error.length]).toEqual([413, false, 1]);
  });

  it("problems of several drawings are told with the workflow and the node of each", async () => {
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

  it("the file of more workflows than fit is not written", async () => {
    const ids = Array.from({ length: 51 }, (_, index) => `01980000-0000-7000-8000-${String(index).padStart(12, "0")}`);
    const answer = await source.call("GET", `/v4/campaign/export?campaignIds=${ids.join(",")}`);
    expect([answer.status, answer.body.error[0]?.message]).toEqual([
      400,
      "A bundle holds at most 50 workflows: export them in several files",
    ]);
    expect((await source.call("GET", `/v4/campaign/export?campaignIds=${ids[0]}`)).status).toBe(404);
  });

  it("a checksum does not mind the order of keys", () => {
    expect(checksumOf({ a: 1, b: { c: 2, d: 3 } })).toBe(checksumOf({ b: { d: 3, c: 2 }, a: 1, checksum: "any" }));
  });
});
