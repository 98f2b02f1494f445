import { readFileSync } from "node:fs";
import type { BundleReport } from "@trunkline/contract/workflows/bundle.ts";
import { describe, expect, it } from "vitest";
import { bundleAccount, type Fields, reportOf } from "../../../test/bundleAccount.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { destinationBody, ivrBody, routeTestBody } from "../../../test/world.ts";

const db = await freshDatabase();
const server = await testServer(db);
const fixture = (name: string) =>
  readFileSync(new URL(`../../../../../packages/workflow/fixtures/${name}`, import.meta.url), "utf8");
const entered = "01980000-0000-7000-8000-0000000000c2";
const music = "https://client-assets.example.com/audio/hold-music.mp3";

/** An account with the inbound workflow "support" of the wire samples and its destinations. */
async function withSupport(name: string) {
  const of = await bundleAccount(server, name);
  const campaignId = await of.draw("Order status", [{ type: "rateLimit", tpm: 60 }]);
  const sound = await of.upload("audio", "hold.wav", "RIFF....WAVEfmt ");
  const here = (text: string) =>
    text.replaceAll(entered, campaignId).replaceAll(music, String(sound["publicUrl"])) as string;
  await of.first("PUT", "/v4/account/", { customFields: ["tier"] });
  await of.first("POST", "/v4/workgroup/", { name: "Sales", distributionType: 7, delayNextCall: 9, members: [] });
  await of.first("POST", "/v4/livelist", { listName: "front-desk", clientIds: [] });
  await of.first("POST", "/v4/route/tag/", { routeTag: "main", description: "Main menu" });
  await of.first("POST", "/v4/route/", JSON.parse(here(fixture("wire/ivr.route.json"))));
  await of.first("POST", "/v4/ivr", JSON.parse(here(fixture("ivr/ivr.json"))));
  await of.first("POST", "/v4/route/tag/", { routeTag: "support", description: "The support line" });
  const { destinations } = { destinations: JSON.parse(here(fixture("wire/inbound.all.destinations.json"))) };
  const drawing = JSON.parse(here(fixture("wire/inbound.all.json"))) as { nodes: { id: string; data: Fields }[] };
  for (const { node, terminal, destination } of destinations as {
    node: string;
    terminal: boolean;
    destination: Fields;
  }[]) {
    const hook = { ...destination, callbackUrl: "https://shop.example/routed" };
    await of.first("POST", terminal ? "/v4/route/terminal/" : "/v4/route/", hook);
    const drawn = drawing.nodes.find(({ id }) => id === node);
    if (drawn) drawn.data = { ...drawn.data, routeDest: destination["name"] };
  }
  await of.first("POST", "/v4/workflow", {
    routeTag: "support",
    accountSid: of.account,
    workflow: JSON.stringify(drawing),
  });
  await of.first("POST", "/v4/route/test/support/", { ...routeTestBody, expected: "inbox-2" });
  return { ...of, campaignId };
}

const exported = (of: Awaited<ReturnType<typeof bundleAccount>>, routeTags: string, campaignIds = "") =>
  of.first("GET", `/v4/campaign/export?routeTags=${routeTags}&campaignIds=${campaignIds}`);
const linesOf = ({ items }: BundleReport) =>
  items.map(({ kind, name, outcome, to }) => `${kind} ${name}: ${outcome}${to === null ? "" : ` as ${to}`}`);
const source = await withSupport("Source");

describe("inbound workflows in a bundle (readings, Requests of our pages; spec 1 §3.2, §3.3)", () => {
  it("are unchanged with their menus, live lists, work groups and workflows after export, import and another export", async () => {
    const out = await exported(source, "support", source.campaignId);
    const text = JSON.stringify(out);
    for (const mine of [source.account, source.campaignId]) expect(text).not.toContain(mine);
    expect(text).toContain('"selectedNumber":[],"selectedNumberSet":[]');
    const target = await bundleAccount(server, "Target");
    const made = await target.first("POST", "/v4/campaign/import", out);
    expect(linesOf(reportOf(made))).toEqual([
      "asset hold.wav: new",
      "workGroup Sales: new",
      "liveList front-desk: new",
      "customField tier: new",
      "numberSet Set Order status: missing",
      "workflow Order status: new",
      "ivr main: new",
      "inbound support: new",
    ]);
    // No page shows the callback URLs of its destinations.
    expect(reportOf(made).notes).toEqual(['"support" notifies shop.example about the texts and calls that it routes']);
    const { numberSetId } = await target.first("POST", "/v4/numberset/", {
      name: "Set Order status",
      phoneNumbers: [],
    });
    const settings = (await target.call("GET", "/v4/campaign/")).body.payload[0];
    await target.first("PUT", `/v4/campaign/${String(made["campaignId"])}/`, { ...settings, numberSet: numberSetId });
    expect(await exported(target, "support", String(made["campaignId"]))).toEqual(out);
    // Its destinations are active as soon as it has a number.
    const live = (await target.call("GET", "/v4/route/support/")).body.payload;
    expect(live).toHaveLength(16);
    expect(live.find(({ destType }) => destType === "workflow")).toMatchObject({
      dest: made["campaignId"],
      callbackUrl: "https://shop.example/routed",
    });
    expect(await target.first("GET", "/v4/route/tag/support")).toMatchObject({
      description: "The support line",
      numbers: [],
      numberRouteTags: [],
      workflowUIVersion: 1,
    });
    const group = (await target.call("GET", "/v4/workgroup/")).body.payload[0];
    expect(group).toMatchObject({ name: "Sales", distributionType: 7, delayNextCall: 9, members: [] });
  });

  it("can be imported alone with renamed, equal and chosen objects, as the preview shows", async () => {
    const out = await exported(source, "support");
    expect(out).not.toHaveProperty("workflow");
    const target = await bundleAccount(server, "Taken");
    const mine = await target.draw("Mine", [{ type: "rateLimit", tpm: 60 }]);
    await target.first("POST", "/v4/workgroup/", { name: "sales", members: [] });
    for (const routeTag of ["support", "main"]) await target.first("POST", "/v4/route/tag/", { routeTag });
    const before = await target.counts();
    const check = reportOf(await target.first("POST", "/v4/campaign/import/check", out));
    expect(await target.counts()).toBe(before);
    expect(check.problems.map(({ workflow, message }) => [workflow, message])).toEqual(
      ["main", "support"].map((name) => [
        name,
        'The workflow "Order status" is not in this account. Choose another workflow, or export both together',
      ]),
    );
    expect((await target.call("POST", "/v4/campaign/import", out)).status).toBe(400);
    const lost = check.items.find(({ kind }) => kind === "workflow");
    const body = { ...out, choices: { workflow: { [String(lost?.choice)]: mine } } };
    const again = reportOf(await target.first("POST", "/v4/campaign/import/check", body));
    expect(linesOf(again)).toEqual([
      "asset hold.wav: new",
      "workGroup Sales: same",
      "liveList front-desk: new",
      "customField tier: new",
      "workflow Order status: chosen as Mine",
      "ivr main: renamed as main-2",
      "inbound support: renamed as support-2",
    ]);
    const made = await target.first("POST", "/v4/campaign/import", body);
    expect(linesOf(reportOf(made))).toEqual(linesOf(again));
    expect([made["campaignId"], made["campaignName"]]).toEqual([null, "support-2"]);
    const routes = (await target.call("GET", "/v4/route/support-2/")).body.payload;
    expect(routes.map(({ name }) => name)).toContain("dest_support-2_07");
    expect(routes.find(({ destType }) => destType === "ivr")).toMatchObject({ options: { ivr: "main-2" } });
    const { workflow } = await target.first("GET", `/v4/workflow/${target.account}/support-2`);
    const { nodes } = JSON.parse(String(workflow)) as { nodes: { data: { type: string; formData: Fields } }[] };
    expect(nodes.find(({ data }) => data.type === "ivr")?.data.formData["ivrName"]).toBe("main-2");
    // A menu's own rule uses its new name.
    expect(await target.first("GET", "/v4/route/tag/main-2")).toMatchObject({ ivr: true });
    const third = reportOf(await target.first("POST", "/v4/campaign/import", body));
    expect(linesOf(third)).toContain("inbound support: renamed as support-3");
  });

  it("with a failing saved test are refused, as the next save would be (spec 1 §4.4)", async () => {
    const out = await exported(source, "support", source.campaignId);
    const [route] = out["routes"] as Fields[];
    const failing = { ...routeTestBody, name: "Evening", expected: "voicemail-1" };
    const target = await bundleAccount(server, "Failing");
    const refused = await target.call("POST", "/v4/campaign/import", {
      ...out,
      checksum: undefined,
      routes: [{ ...route, tests: [failing] }],
    });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      [
        {
          code: "invalid_workflow",
          message: "A saved test fails. Evening: expected Voicemail 1, goes to Inbox 2",
          where: "body.routes.0.tests",
        },
      ],
    ]);
    expect((await target.call("GET", "/v4/route/tag/")).body.payload).toEqual([]);
  });

  it("do not use the name of a menu without a tag and are imported completely or not at all", async () => {
    const out = await exported(source, "support", source.campaignId);
    const target = await bundleAccount(server, "Menus");
    await target.first("POST", "/v4/ivr", ivrBody("support"));
    const check = await target.first("POST", "/v4/campaign/import/check", out);
    expect(linesOf(reportOf(check))).toContain("inbound support: renamed as support-2");
    // The rule of the menu would have the name of another destination.
    await target.first("POST", "/v4/route/tag/", { routeTag: "other" });
    await target.first("POST", "/v4/route/", destinationBody("other", "ivr-main"));
    const refused = await target.call("POST", "/v4/campaign/import", out);
    expect([refused.status, refused.body.error[0]?.code, refused.body.error[0]?.where]).toEqual([
      ...[409, "name_taken", "body.ivrs.0.rule"],
    ]);
    expect((await target.call("GET", "/v4/route/support-2/")).status).toBe(404);
  });

  it("without a drawing are exported as destinations only", async () => {
    const plain = await bundleAccount(server, "Plain");
    await plain.first("POST", "/v4/route/tag/", { routeTag: "calls", description: "" });
    const destination = JSON.parse(fixture("wire/inbound.all.destinations.json"))[4].destination as Fields;
    await plain.first("POST", "/v4/route/terminal/", { ...destination, routeTag: "calls", name: "to-the-desk" });
    const out = await exported(plain, "Calls");
    const target = await bundleAccount(server, "Plain too");
    await target.first("POST", "/v4/campaign/import", out);
    expect(await exported(target, "calls")).toEqual(out);
  });

  it("leave out menus that the user may not create and are refused with the position of a problem", async () => {
    const out = await exported(source, "support", source.campaignId);
    const { account } = await server.account("Limited");
    const as = { key: await server.key(account, "member", ["workflow-edit"]) };
    const limited = await server.call("POST", "/v4/campaign/import", { as, body: out });
    expect(linesOf(reportOf(limited.body.payload[0] ?? {}))).toEqual(
      expect.arrayContaining(["workGroup Sales: left", "ivr main: left", "inbound support: new"]),
    );
    const target = await bundleAccount(server, "Refusing");
    const routes = out["routes"] as Fields[];
    const send = async (change: Fields) =>
      (await target.call("POST", "/v4/campaign/import", { ...out, checksum: undefined, ...change })).body.error[0];
    expect(await send({ routes: [{ ...routes[0], routeTag: "terminal" }] })).toMatchObject({
      where: "body.routes.0.routeTag",
      message: '"terminal" is a reserved word. Choose another title',
    });
    const [route] = routes as { drawing: { nodes: Fields[]; edges: Fields[] } }[];
    const drawing = { ...route?.drawing, edges: route?.drawing.edges.slice(0, 3) };
    expect(await send({ routes: [{ ...routes[0], drawing }] })).toMatchObject({
      where: "body.routes.0.drawing",
      message: "Orphan nodes are present. Please attach or remove them before saving.",
    });
    expect(await send({ liveLists: [{ name: "No Such Letters" }] })).toMatchObject({
      where: "body.liveLists.0.listName",
    });
    expect(await send({ routes: [...routes, ...routes] })).toMatchObject({ where: "body.routes.1.routeTag" });
    expect(await target.call("GET", "/v4/campaign/export")).toMatchObject({
      status: 400,
      body: { error: [{ message: "campaignIds or routeTags is required" }] },
    });
    expect((await target.call("GET", "/v4/campaign/export?routeTags=nowhere")).status).toBe(404);
  });
});
