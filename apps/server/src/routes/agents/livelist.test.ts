import { describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";

const { server, account, call } = await ownAccount();
const ann = await server.user(account, "member");
const bob = await server.user(account, "viewer");
const save = (body: object) => call("POST", "/v4/livelist", { body });
const clientsOf = ({ body }: Awaited<ReturnType<typeof call>>) => body.payload[0]?.["clientIds"];
const pattern = "List Name includes lowercase characters, numeric character and hyphens";

describe("live lists (spec 3 §3, §7)", () => {
  it("are created, read, changed and deleted by their name", async () => {
    const made = await save({ listName: "front-desk", clientIds: [ann.userId, bob.userId] });
    expect(made.status).toBe(200);
    expect(new Set(clientsOf(made) as string[])).toEqual(new Set([ann.userId, bob.userId]));
    const [row] = (await call("GET", "/v4/livelist/all")).body.payload;
    expect(row).toMatchObject({ listName: "front-desk", users: [{ clientId: expect.any(String) }, {}] });
    // The full object is sent back.
    const changed = await call("PUT", "/v4/livelist/front-desk", { body: { ...row, clientIds: [ann.userId] } });
    expect(clientsOf(changed)).toEqual([ann.userId]);
    const removed = await call("DELETE", "/v4/livelist", { body: { listName: "front-desk" } });
    expect(removed.body.payload).toEqual([{ listName: "front-desk" }]);
    expect((await call("GET", "/v4/livelist/all")).body.payload).toEqual([]);
  });

  it("cannot be deleted while a workflow or an IVR menu routes callers to them (spec 3 §3 livelist)", async () => {
    await save({ listName: "routed-to", clientIds: [ann.userId] });
    await call("POST", "/v4/ivr", {
      body: {
        ivrName: "menu",
        configurationOptions: { ttsVoice: "en-us-standard-male-1", say: "Again?", maxAttemptsSay: "Goodbye." },
        menus: [
          {
            menuId: "first",
            say: "Hello.",
            options: [{ dtmfKey: 1, say: "Press 1.", actions: [{ type: "livelist", value: "routed-to" }] }],
          },
        ],
      },
    });
    await call("POST", "/v4/route/tag/", { body: { routeTag: "routes" } });
    const routed = await call("POST", "/v4/route/", {
      body: {
        routeTag: "routes",
        name: "dest_routes",
        srcType: "call",
        dest: "routed-to",
        destType: "live-list",
        priority: 1,
        options: { timezone: 0 },
        ruleDTO: { name: "rule_routes", and: [], or: [] },
      },
    });
    expect(routed.body.error).toEqual([]);
    const list = (await call("GET", "/v4/livelist/all")).body.payload.find(({ listName }) => listName === "routed-to");
    expect(list).toMatchObject({ routedBy: ["menu", "routes"] });
    const remove = () => call("DELETE", "/v4/livelist", { body: { listName: "routed-to" } });
    expect(errorOf(await remove())).toMatchObject({
      http: 409,
      message: 'The live list "routed-to" is in use by "menu", "routes". Remove it there first',
      where: "body.listName",
    });
    await call("DELETE", "/v4/ivr", { body: { ivrName: "menu" } });
    await call("DELETE", "/v4/route/tag/routes?forceDelete=true");
    expect((await remove()).status).toBe(200);
  });

  it("lose a user who leaves the account", async () => {
    const eve = await server.user(account, "member");
    await save({ listName: "night", clientIds: [eve.userId] });
    await call("DELETE", `/v4/user/${eve.userId}/`);
    expect((await call("GET", "/v4/livelist/all")).body.payload[0]).toMatchObject({ listName: "night", clientIds: [] });
  });

  it.each<[object, number, string, string]>([
    [{}, 400, "List Name is required", "body.listName"],
    [{ listName: " " }, 400, "List Name is required", "body.listName"],
    [{ listName: "Front" }, 400, pattern, "body.listName"],
    [{ listName: "front desk" }, 400, pattern, "body.listName"],
    [{ listName: "front\\desk" }, 400, pattern, "body.listName"],
    [{ listName: "frönt" }, 400, pattern, "body.listName"],
    [{ listName: "x".repeat(73) }, 400, "List Name must have at most 72 characters", "body.listName"],
    [{ listName: "night" }, 409, 'A live list named "night" already exists', "body.listName"],
    [{ listName: "a", clientIds: "all" }, 400, "Users must be a list of user ids", "body.clientIds"],
    [
      { listName: "a", clientIds: [ann.userId, ann.userId] },
      400,
      "A user can be in a live list once",
      "body.clientIds",
    ],
    [
      { listName: "a", clientIds: [ann.userId, "01980000-0000-7000-8000-0000000000c2"] },
      400,
      "01980000-0000-7000-8000-0000000000c2 is not a user of this account",
      "body.clientIds[1]",
    ],
  ])("spec 3 §5: refuse %j", async (body, http, message, where) => {
    expect(errorOf(await save(body))).toMatchObject({ http, message, where });
  });

  it("spec 3 §4: cannot be renamed, and the refusal names a missing one", async () => {
    const renamed = await call("PUT", "/v4/livelist/night", { body: { listName: "day", clientIds: [] } });
    expect([renamed.status, renamed.body.error[0]?.message]).toEqual([
      400,
      'The name of the live list "night" cannot be changed',
    ]);
    for (const [method, url] of [
      ["PUT", "/v4/livelist/missing"],
      ["DELETE", "/v4/livelist"],
    ] as const) {
      const answer = await call(method, url, { body: { listName: "missing" } });
      expect([answer.status, answer.body.error[0]?.message]).toEqual([404, 'Live list "missing" not found']);
    }
  });
});

it("members without a privilege can create, change and delete live lists, and viewers cannot (spec 3 §6)", async () => {
  const member = { key: await server.key(account, "member") };
  const viewer = { key: await server.key(account, "viewer") };
  const body = { listName: "of-a-member", clientIds: [] };
  const steps = [
    ["POST", "/v4/livelist"],
    ["PUT", "/v4/livelist/of-a-member"],
    ["DELETE", "/v4/livelist"],
  ] as const;
  for (const [method, url] of steps) {
    const refused = await server.call(method, url, { as: viewer, body });
    expect([method, refused.status, refused.body.error[0]?.code]).toEqual([method, 403, "viewer"]);
    expect([method, (await server.call(method, url, { as: member, body })).status]).toEqual([method, 200]);
  }
});
