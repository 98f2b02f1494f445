import { describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";

const { server, account, call } = await ownAccount();
const ann = await server.user(account, "member");
const bob = await server.user(account, "viewer");
const make = (body: object) => call("POST", "/v4/workgroup/", { body });
const membersOf = ({ body }: Awaited<ReturnType<typeof call>>) =>
  (body.payload[0] as { members: { userId: string; weight: number }[] }).members.map(({ userId, weight }) => [
    userId,
    weight,
  ]);

describe("work groups (readings, Requests of our pages)", () => {
  it("keep the given order of members with a default weight of 1 (readings, Voice)", async () => {
    const made = await make({ name: " Sales ", members: [{ userId: bob.userId }, { userId: ann.userId, weight: 5 }] });
    expect(made.body.payload[0]).toMatchObject({
      name: "Sales",
      members: [{ email: bob.email }, { email: ann.email }],
    });
    expect(membersOf(made)).toEqual([
      [bob.userId, 1],
      [ann.userId, 5],
    ]);
    const url = `/v4/workgroup/${made.body.payload[0]?.["workGroupId"]}/`;
    // The full object is sent back in another order.
    const whole = made.body.payload[0] as { members: object[] };
    const turned = await call("PUT", url, { body: { ...whole, members: whole.members.toReversed() } });
    expect(membersOf(turned)).toEqual([
      [ann.userId, 5],
      [bob.userId, 1],
    ]);
    expect(membersOf(await call("GET", url))).toEqual(membersOf(turned));
  });

  it("spec 1 §3.7, §5.2: default to first in first out, a delay of 5 and an answer time of 15 seconds", async () => {
    const made = await make({ name: "Ring" });
    const defaults = { distributionType: 2, delayNextCall: 5, tryCallTimeout: 15, maxDials: 1, maxWaitSeconds: 600 };
    expect(made.body.payload[0]).toMatchObject(defaults);
    const url = `/v4/workgroup/${made.body.payload[0]?.["workGroupId"]}/`;
    const other = { distributionType: 9, delayNextCall: 30, tryCallTimeout: 5, maxDials: 3, maxWaitSeconds: 90 };
    await call("PUT", url, { body: { name: "Ring", ...other } });
    expect((await call("GET", url)).body.payload[0]).toMatchObject(other);
    await call("DELETE", url);
  });

  it("lose a user who leaves the account", async () => {
    const eve = await server.user(account, "member");
    await make({ name: "Night", members: [{ userId: eve.userId }, { userId: ann.userId }] });
    await call("DELETE", `/v4/user/${eve.userId}/`);
    const { payload } = (await call("GET", "/v4/workgroup/")).body;
    expect(payload.map(({ name, members }) => [name, (members as object[]).length])).toEqual([
      ["Night", 1],
      ["Sales", 2],
    ]);
  });

  it.each([
    [{ name: " " }, 400, "Name is required", "body.name"],
    [{ name: "x".repeat(73) }, 400, "Name must have at most 72 characters", "body.name"],
    [{ name: "A", delayNextCall: 0 }, 400, "Delay is less than minimum of 1.", "body.delayNextCall"],
    [{ name: "A", delayNextCall: 31 }, 400, "Delay is greater than maximum of 30.", "body.delayNextCall"],
    [{ name: "A", tryCallTimeout: 4 }, 400, "Answer Time is less than minimum of 5.", "body.tryCallTimeout"],
    [{ name: "A", tryCallTimeout: 31 }, 400, "Answer Time is greater than maximum of 30.", "body.tryCallTimeout"],
    [{ name: "A", maxDials: 0 }, 400, "Max Dials is less than minimum of 1.", "body.maxDials"],
    [{ name: "A", maxWaitSeconds: 29 }, 400, "Longest Wait is less than minimum of 30.", "body.maxWaitSeconds"],
    [{ name: "A", distributionType: 5 }, 400, "Distribution must be one of 1, 2, 3, 4, 7, 9", "body.distributionType"],
    [{ name: "SALES" }, 409, 'A work group named "SALES" already exists', "body.name"],
    [
      { name: "A", members: [{ userId: ann.userId, weight: 0 }] },
      400,
      "Weight must be a whole number from 1 to 100",
      "body.members[0].weight",
    ],
    [
      { name: "A", members: [{ userId: ann.userId }, { userId: ann.userId }] },
      400,
      "A user can be in a work group once",
      "body.members",
    ],
    [
      { name: "A", members: [{ userId: "01980000-0000-7000-8000-0000000000c2" }] },
      400,
      "01980000-0000-7000-8000-0000000000c2 is not a user of this account",
      "body.members[0].userId",
    ],
  ])("refuse %j", async (body, http, message, where) => {
    expect(errorOf(await make(body))).toMatchObject({ http, message, where });
  });

  it("cannot be deleted while dispositions are limited to them", async () => {
    const made = await make({ name: "Closers" });
    const url = `/v4/workgroup/${made.body.payload[0]?.["workGroupId"]}/`;
    const body = { key: "Closed", description: "Done", workGroups: ["closers"] };
    await call("POST", "/v4/disposition/", { body });
    expect((await call("GET", url)).body.payload[0]).toMatchObject({ usedBy: ["Closed"] });
    const refused = await call("DELETE", url);
    expect([refused.status, refused.body.error[0]?.message]).toEqual([
      409,
      'The work group "Closers" is in use by the dispositions "Closed". Remove it there first',
    ]);
    await call("PUT", "/v4/disposition", { body: { ...body, workGroups: [] } });
    expect((await call("DELETE", url)).status).toBe(200);
  });

  it("cannot be renamed or deleted while workflows route callers to them", async () => {
    const url = `/v4/workgroup/${(await make({ name: "Routed to" })).body.payload[0]?.["workGroupId"]}/`;
    await call("POST", "/v4/route/tag/", { body: { routeTag: "routes" } });
    const route = {
      routeTag: "routes",
      name: "dest_routes",
      srcType: "call",
      dest: "routed TO",
      destType: "workgroup",
    };
    const rule = { priority: 1, options: { timezone: 0 }, ruleDTO: { name: "rule_routes", and: [], or: [] } };
    expect((await call("POST", "/v4/route/terminal/", { body: { ...route, ...rule } })).body.error).toEqual([]);
    const [row] = (await call("GET", url)).body.payload;
    expect(row).toMatchObject({ routedBy: ["routes"] });
    expect(errorOf(await call("PUT", url, { body: { ...row, name: "Elsewhere" } }))).toMatchObject({
      http: 409,
      message:
        'This group cannot be renamed: callers are routed to it by the workflow "routes". Choose another group there first',
      where: "body.name",
    });
    // Case does not matter.
    expect((await call("PUT", url, { body: { ...row, name: "ROUTED TO" } })).status).toBe(200);
    expect(errorOf(await call("DELETE", url))).toMatchObject({
      http: 409,
      message: 'The work group "ROUTED TO" is in use by the workflow "routes". Remove it there first',
    });
    await call("DELETE", "/v4/route/tag/routes?forceDelete=true");
    expect((await call("DELETE", url)).status).toBe(200);
  });

  it("cannot use the name of another one and no longer exist after deletion", async () => {
    const made = await make({ name: "Day" });
    const url = `/v4/workgroup/${made.body.payload[0]?.["workGroupId"]}/`;
    expect((await call("PUT", url, { body: { name: "night" } })).body.error[0]?.code).toBe("name_taken");
    expect((await call("DELETE", url)).status).toBe(200);
    expect((await call("GET", url)).status).toBe(404);
  });
});
