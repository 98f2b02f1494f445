import { readFileSync } from "node:fs";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { describe, expect, it } from "vitest";
import { makeCampaign, makeWorld } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { type Sent, testServer } from "../../../test/server.ts";
import { insertLiveList } from "../../store/agents/liveList.ts";

const db = await freshDatabase({ connections: 8 });
const server = await testServer(db);
const world = await makeWorld(db);
const owner = await server.key(world.account, "owner");
const { campaignId } = await makeCampaign(db, world, [{ id: 1, type: "start", children: [] }]);
const wire: Ivr = JSON.parse(
  readFileSync(new URL("../../../../../packages/workflow/fixtures/ivr/ivr.json", import.meta.url), "utf8").replaceAll(
    "01980000-0000-7000-8000-0000000000c2",
    campaignId,
  ),
);
await db.tx([world.account], (q) => insertLiveList(q, world.account, "front-desk", []));
const call = (method: string, url: string, body?: object, as: Sent["as"] = { key: owner }) =>
  server.call(method, url, { as, ...(body ? { body } : {}) });
const first = async (...of: Parameters<typeof call>) => {
  const { status, body } = await call(...of);
  return { status, item: body.payload[0], error: body.error };
};

describe("IVR menus (spec 3 §3, §5, §7)", () => {
  it("ivr.json is saved and read back unchanged", async () => {
    expect((await first("POST", "/v4/ivr", wire)).item).toEqual(wire);
    expect((await first("GET", "/v4/ivr/main")).item).toEqual(wire);
    expect((await first("GET", "/v4/ivr")).item).toMatchObject({
      ivrName: "main",
      routeTag: "main",
      description: "Main menu of The Shop",
      menus: 3,
    });
  });

  it("names are unique and stored in lower case", async () => {
    expect(await first("POST", "/v4/ivr", { ...wire, ivrName: " MAIN " })).toMatchObject({
      status: 409,
      error: [{ message: 'An IVR menu named "main" already exists', where: "body.ivrName" }],
    });
    expect((await first("GET", "/v4/ivr/MAIN")).item).toMatchObject({ ivrName: "main" });
  });

  it("every change creates a version and archives the previous one", async () => {
    const say = (text: string) => ({ ...wire, configurationOptions: { ...wire.configurationOptions, say: text } });
    await call("POST", "/v4/ivr", { ...say("One"), ivrName: "versions" });
    const put = (text: string, more = {}) =>
      first("PUT", "/v4/ivr/versions", { ...say(text), ivrName: "versions", ...more });
    expect((await put("Two")).item).toMatchObject({ version: 1 });
    expect((await put("Two")).item).toMatchObject({ version: 1 });
    expect((await put("Three", { basedOn: 1 })).item).toMatchObject({ version: 2 });
    const { payload } = (await call("GET", "/v4/ivr/versions/archived")).body;
    expect(
      payload.map((one) => [one["version"], (one["configurationOptions"] as { say: string }).say, one["saved"]]),
    ).toEqual([
      [1, "Two", { at: expect.any(String), by: "owner" }],
      [0, "One", { at: expect.any(String), by: "owner" }],
    ]);
    expect(await put("Four", { basedOn: 1 })).toMatchObject({
      status: 409,
      error: [{ code: "newer_version", message: expect.stringContaining("Version 2 was saved by owner") }],
    });
    expect(await put("Four", { ivrName: "other" })).toMatchObject({ status: 409 });
  });

  it("all problems are reported at once with their fields", async () => {
    const [welcome] = wire.menus;
    const broken = { ...wire, ivrName: "", menus: [{ ...welcome, say: "" }, welcome] };
    const { status, error } = await first("POST", "/v4/ivr", broken);
    expect(status).toBe(400);
    expect(error).toEqual(
      expect.arrayContaining([
        { code: "invalid_ivr", message: "Name is required", where: "body.ivrName" },
        { code: "invalid_ivr", message: "Message is required", where: "body.menus[0].say" },
        { code: "invalid_ivr", message: "Menu name must be unique.", where: "body.menus[1].menuId" },
      ]),
    );
    const text = JSON.stringify({ ...wire, ivrName: "gone" }).replaceAll(campaignId, world.account);
    expect(await first("POST", "/v4/ivr", JSON.parse(text))).toMatchObject({
      status: 400,
      error: [
        {
          message: "This workflow does not exist. Choose another one",
          where: "body.menus[1].options[1].actions[1].value",
        },
      ],
    });
    const list = JSON.stringify({ ...wire, ivrName: "gone" }).replaceAll("front-desk", "missing-list");
    expect((await first("POST", "/v4/ivr", JSON.parse(list))).error).toMatchObject([
      {
        code: "missing_reference",
        message: 'The live list "missing-list" does not exist. Choose another one, or create it',
        where: expect.stringMatching(/^body\.menus\[\d\]\.options\[\d\]\.actions\[\d\]\.value$/),
      },
    ]);
  });

  it("is deleted with its route tag, unless a workflow routes to it (§4 IVR delete)", async () => {
    const route = (routeTag: string, name: string) => ({
      routeTag,
      name,
      srcType: "call",
      dest: "ivr",
      destType: "ivr",
      priority: 0,
      options: { timezone: 0, ivr: "main" },
      ruleDTO: { name: `rule_${name}` },
    });
    for (const [tag, name] of [
      ["main", "ivr-main"],
      ["support", "dest_support_1"],
    ] as const) {
      await call("POST", "/v4/route/tag/", { routeTag: tag });
      expect(await first("POST", "/v4/route/", route(tag, name))).toMatchObject({ status: 200 });
    }
    expect(await first("DELETE", "/v4/ivr", { ivrName: "main" })).toMatchObject({
      status: 409,
      error: [{ message: 'The workflow "support" routes callers to this IVR menu. Remove it there first' }],
    });
    await call("DELETE", "/v4/route/dest_support_1/");
    expect(await first("DELETE", "/v4/ivr", { ivrName: "main" })).toMatchObject({ status: 200 });
    expect((await call("GET", "/v4/route/tag/")).body.payload.map((tag) => tag["routeTag"])).toEqual(["support"]);
  });

  it("a name must be a valid route tag", async () => {
    expect(await first("POST", "/v4/ivr", { ...wire, ivrName: "terminal" })).toMatchObject({
      error: [{ message: '"terminal" is a reserved word. Choose another name', where: "body.ivrName" }],
    });
    expect((await first("POST", "/v4/ivr", { ...wire, ivrName: "a/b" })).error[0]?.message).toMatch(/^Name must begin/);
  });

  it("is deleted by its name, ignoring case", async () => {
    expect(await first("DELETE", "/v4/ivr", { ivrName: "Versions" })).toMatchObject({ status: 200 });
    expect(await first("DELETE", "/v4/ivr", { ivrName: "versions" })).toMatchObject({ status: 404 });
    expect(await first("GET", "/v4/ivr/versions/archived")).toMatchObject({ status: 404 });
  });
});
