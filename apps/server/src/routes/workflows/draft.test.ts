import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
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
const change = { version: 0, draft: "half a drawing" };

const outbound = async (): Promise<string> => {
  const { body } = await call("POST", "/v4/campaign/", { campaignName: "Drafted", numberSet: world.numberSet });
  return `/v4/campaign/${body.payload[0]?.["campaignId"]}`;
};
let tags = 0;
const inbound = async (): Promise<string> => {
  const routeTag = `drafted ${tags++}`;
  await call("POST", "/v4/route/tag/", { routeTag });
  return `/v4/route/tag/${encodeURIComponent(routeTag)}`;
};
const draftOf = async (url: string, who = key) => (await as(who)("GET", `${url}/draft`)).body.payload;

describe.each([
  ["outbound", outbound],
  ["inbound", inbound],
])("the draft of an %s workflow", (_, make) => {
  it("is stored whatever it is, replaced by the next one, and empty before", async () => {
    const url = await make();
    expect(await draftOf(url)).toEqual([]);
    await call("PUT", `${url}/draft`, change);
    expect(await draftOf(url)).toMatchObject([change]);
    await call("PUT", `${url}/draft`, { version: 3, draft: "more of it" });
    expect(await draftOf(url)).toMatchObject([{ version: 3, draft: "more of it" }]);
  });

  it("belongs to its author alone", async () => {
    const url = await make();
    await call("PUT", `${url}/draft`, change);
    expect(await draftOf(url, other)).toEqual([]);
    await as(other)("PUT", `${url}/draft`, { version: 0, draft: "another drawing" });
    await as(other)("DELETE", `${url}/draft`);
    expect(await draftOf(url)).toMatchObject([change]);
    expect(await draftOf(url, other)).toEqual([]);
  });

  it("needs the right to edit workflows", async () => {
    const url = await make();
    const viewer = as(await server.key(account, "viewer"));
    for (const answer of [await viewer("GET", `${url}/draft`), await viewer("PUT", `${url}/draft`, change)])
      expect(answer.status).toBe(403);
  });

  it("is refused with the limit when it is too large, and the earlier one stays", async () => {
    const url = await make();
    await call("PUT", `${url}/draft`, change);
    const { status, body } = await call("PUT", `${url}/draft`, { version: 0, draft: "x".repeat(5_000_001) });
    expect([status, body.error[0]?.message, body.error[0]?.where]).toEqual([
      400,
      "draft must have at most 5 MB",
      "body.draft",
    ]);
    expect(await draftOf(url)).toMatchObject([change]);
  });
});

it("publishes nothing", async () => {
  const url = await outbound();
  await call("POST", `${url}/workflow/`, { workflow: workflowText(world.template) });
  const before = (await call("GET", `${url}/workflow/`)).body.payload;
  await call("PUT", `${url}/draft`, { version: 1, draft: workflowText(world.template).replace('"y":305', '"y":9') });
  expect((await call("GET", `${url}/workflow/`)).body.payload).toEqual(before);
});

it("is gone for a route tag that is made again under the same name", async () => {
  const url = await inbound();
  await call("PUT", `${url}/draft`, change);
  await call("DELETE", `${url}?forceDelete=true`);
  expect((await call("GET", `${url}/draft`)).status).toBe(404);
  await call("POST", "/v4/route/tag/", { routeTag: decodeURIComponent(url.split("/").at(-1) ?? "") });
  expect(await draftOf(url)).toEqual([]);
});

it("answers 404 for a deleted workflow", async () => {
  const url = await outbound();
  await call("DELETE", `${url}/`);
  for (const answer of [await call("GET", `${url}/draft`), await call("PUT", `${url}/draft`, change)])
    expect(answer.status).toBe(404);
});
