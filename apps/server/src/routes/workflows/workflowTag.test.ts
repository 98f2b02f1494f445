import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld, workflowText } from "../../../test/world.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { world, key } = await makeWorld(server, "Ann");
const call = (method: string, url: string, body?: unknown) => server.call(method, url, { as: { key }, body });
const urls = {
  outbound: `/v4/campaign/${world.campaign}`,
  inbound: `/v4/route/tag/${encodeURIComponent(world.routeTag)}`,
};
const lists = { outbound: "/v4/campaign/all", inbound: "/v4/route/tag/" };

describe.each(["outbound", "inbound"] as const)("the tags of an %s workflow", (kind) => {
  const url = urls[kind];
  const listed = async () =>
    (await call("GET", lists[kind])).body.payload
      .filter((row) => row["campaignId"] === world.campaign || row["routeTag"] === world.routeTag)
      .map((row) => row["tags"]);

  it("are none until they are set, in the order in which they were given", async () => {
    expect(await listed()).toEqual([[]]);
    expect((await call("PUT", `${url}/tags/`, { tags: [" Spring sale ", "VIP"] })).body.payload).toEqual([
      { tags: ["Spring sale", "VIP"] },
    ]);
    expect(await listed()).toEqual([["Spring sale", "VIP"]]);
    await call("PUT", `${url}/tags/`, { tags: [] });
    expect(await listed()).toEqual([[]]);
  });

  it.each([
    [[""], "A tag must have at least 1 character"],
    [["x".repeat(41)], "A tag must have at most 40 characters"],
    [Array.from({ length: 11 }, (_, at) => `tag ${at}`), "A workflow can have at most 10 tags"],
    [["VIP", "vip"], "Each tag can be given only once"],
  ])("are refused as %j", async (tags, message) => {
    const { status, body } = await call("PUT", `${url}/tags/`, { tags });
    expect([status, body.error]).toEqual([400, [expect.objectContaining({ message })]]);
  });
});

it("a save of the workflow and of its settings keeps its tags", async () => {
  await call("PUT", `${urls.outbound}/tags/`, { tags: ["VIP"] });
  await call("POST", `${urls.outbound}/workflow/`, { workflow: workflowText(world.template) });
  const [campaign] = (await call("GET", `${urls.outbound}/`)).body.payload;
  expect((await call("PUT", `${urls.outbound}/`, { ...campaign, tags: ["Other"] })).status).toBe(200);
  expect((await call("GET", `${urls.outbound}/`)).body.payload).toMatchObject([{ tags: ["VIP"] }]);
});

it("a workflow that does not exist has no tags to set", async () => {
  const missing = await call("PUT", "/v4/campaign/019f0000-0000-7000-8000-000000000000/tags/", { tags: ["VIP"] });
  expect(missing.status).toBe(404);
  expect((await call("PUT", "/v4/route/tag/nowhere/tags/", { tags: ["VIP"] })).status).toBe(404);
});
