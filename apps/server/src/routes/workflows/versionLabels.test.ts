import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { drawingOf } from "../../../test/sampleBodies.ts";

import { testServer } from "../../../test/server.ts";
import { makeWorld, workflowText } from "../../../test/world.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const { account } = world;
const other = await server.key(account, "owner");
const as = (who: string) => (method: string, url: string, body?: unknown) =>
  server.call(method, url, { as: { key: who }, body });
const call = as(key);

const outbound = async () => {
  const { body } = await call("POST", "/v4/campaign/", { campaignName: "Named", numberSet: world.numberSet });
  const url = `/v4/campaign/${body.payload[0]?.["campaignId"]}`;
  await call("POST", `${url}/workflow/`, { workflow: workflowText(world.template) });
  return { url, versions: `${url}/version/` };
};
const inbound = async () => {
  await call("POST", "/v4/workflow", drawingOf(world));
  const url = `/v4/route/tag/${encodeURIComponent(world.routeTag)}`;
  return { url, versions: `/v4/workflow/${account}/${encodeURIComponent(world.routeTag)}/version/` };
};
const made = { outbound: await outbound(), inbound: await inbound() };

describe.each(["outbound", "inbound"] as const)("a version of an %s workflow", (kind) => {
  const { url, versions } = made[kind];
  const newest = async () => (await call("GET", versions)).body.payload[0];

  it("has no name or note until it is given one", async () => {
    expect(await newest()).toMatchObject({ version: 1, name: "", note: "" });
    const named = await call("PUT", `${versions}1`, { name: "  Before the sale ", note: "Approved by Ben" });
    expect(named.body.payload).toMatchObject([{ version: 1, name: "Before the sale", note: "Approved by Ben" }]);
    expect(await newest()).toMatchObject({ name: "Before the sale", note: "Approved by Ben" });
  });

  it("is renamed, and loses its name with an empty one", async () => {
    await call("PUT", `${versions}1`, { name: "First" });
    expect(await newest()).toMatchObject({ name: "First", note: "" });
    await call("PUT", `${versions}1`, { name: "" });
    expect(await newest()).toMatchObject({ name: "", note: "" });
  });

  it("is named only by users who may edit it, and only if it exists", async () => {
    const viewer = as(await server.key(account, "viewer"));
    expect((await viewer("PUT", `${versions}1`, { name: "Mine" })).status).toBe(403);
    expect((await viewer("GET", versions)).status).toBe(200);
    expect((await call("PUT", `${versions}99`, { name: "None" })).status).toBe(404);
    const long = await call("PUT", `${versions}1`, { name: "x".repeat(101) });
    expect(long.body.error[0]?.message).toBe("Name must have at most 100 characters");
  });

  it("is named in the audit log", async () => {
    await call("PUT", `${versions}1`, { name: "For the record" });
    const { body } = await call("GET", "/v4/audit/?limit=1");
    expect(body.payload[0]).toMatchObject({ data: { version: 1, name: "For the record" } });
  });

  it("is open for other users with the editor, and who saved it", async () => {
    const enter = async (who: string, unsaved: boolean) =>
      (await as(who)("PUT", `${url}/editor`, { unsaved })).body.payload[0];
    expect(await enter(key, false)).toMatchObject({ version: 1, editors: [] });
    const seen = await enter(other, true);
    expect(seen).toMatchObject({ editors: [{ unsaved: false }], savedBy: expect.stringContaining("API key") });
    expect(await enter(key, false)).toMatchObject({ editors: [{ unsaved: true }] });
    await as(other)("DELETE", `${url}/editor`);
    expect(await enter(key, false)).toMatchObject({ editors: [] });
  });

  it("does not show users whose editor has not been seen for a while", async () => {
    await as(other)("PUT", `${url}/editor`, { unsaved: true });
    await db.tx([account], (q) => q.run("update workflow_editor set seen = now() - interval '46 seconds'"));
    expect((await call("PUT", `${url}/editor`, { unsaved: false })).body.payload).toMatchObject([{ editors: [] }]);
  });

  it("is shown as open only to users who may edit", async () => {
    const viewer = as(await server.key(account, "viewer"));
    expect((await viewer("PUT", `${url}/editor`, { unsaved: false })).status).toBe(403);
  });
});

it("forgets the names of versions with the route tag", async () => {
  const { url, versions } = made.inbound;
  await call("PUT", `${versions}1`, { name: "Old" });
  await call("DELETE", `${url}?forceDelete=true`);
  await call("POST", "/v4/route/tag/", { routeTag: world.routeTag });
  expect((await call("GET", versions)).body.payload).toEqual([]);
  expect(await db.tx([account], (q) => q.rows("select from version_label where kind = 'inbound'"))).toEqual([]);
});
