import { expect, it } from "vitest";
import { handsets, until } from "../../../test/engineWorld.ts";
import { inboxWorlds } from "../../../test/inboxWorld.ts";

const { server, inbox } = await inboxWorlds();
const phones = handsets(8, 360);

it("the first rule that fits assigns a conversation to a member who may use the inbox, and says why", async () => {
  const { world, user, call, list, text } = await inbox();
  const as = { key: await server.key(world.account, "owner") };
  const ask = async (method: string, url: string, body?: object) =>
    (await server.call(method, url, { as, ...(body && { body }) })).body;
  const other = await server.user(world.account, "member", ["inbox-use"]);
  const viewer = await server.user(world.account, "viewer");
  const group = async (name: string, members: string[]) =>
    String(
      (await ask("POST", "/v4/workgroup/", { name, members: members.map((userId) => ({ userId })) })).payload[0]?.[
        "workGroupId"
      ],
    );
  const front = await group("Front desk", [viewer.userId, user.userId, other.userId]);
  const nightShift = await group("Night shift", [viewer.userId]);
  const add = async (name: string, rest: object) =>
    String((await ask("POST", "/v4/assignmentrule/", { name, ...rest })).payload[0]?.["ruleId"]);
  await add("Tagged", { tag: "vip", workGroupId: nightShift });
  await add("Off", { isOn: false, workGroupId: nightShift });
  const invoices = await add("Invoices", { keywords: ["invoice", "my bill"], workGroupId: nightShift });
  await add("Everything", { number: world.number, workGroupId: front });
  const assigned = async (contactId: string) => {
    const find = async () => (await list()).find((row) => row["contactId"] === contactId)!;
    await until("a rule has decided", async () => (await find())["assignedBecause"] !== null);
    const { assignedTo, assignedBecause, workGroup } = await find();
    const { rule, method } = assignedBecause as { rule: string; method: string };
    return [
      (assignedTo as { userId: string } | null)?.userId ?? null,
      rule,
      method,
      (workGroup as { name: string }).name,
    ];
  };
  const [one = "", two = "", three = ""] = [
    await text(phones[0]!, "hello, not voiced"),
    await text(phones[1]!, "Where is MY BILL?"),
    await text(phones[2]!, "When are you open?"),
  ];
  expect(await assigned(one)).toEqual([user.userId, "Everything", "roundRobin", "Front desk"]);
  expect(await assigned(two)).toEqual([null, "Invoices", "roundRobin", "Night shift"]);
  expect(await assigned(three)).toEqual([other.userId, "Everything", "roundRobin", "Front desk"]);
  expect(await list(`?workGroup=${nightShift}`)).toHaveLength(1);
  // a person's choice has no rule behind it, and stays
  await call("PUT", `/v4/inbox/${three}/`, { body: { assignedTo: user.userId } });
  await text(phones[2]!, "And on Sunday?");
  expect((await list("?assigned=me")).map((row) => [row["contactId"], row["assignedBecause"]])).toContainEqual([
    three,
    null,
  ]);

  const everything = (await ask("GET", "/v4/assignmentrule/")).payload[3]!["ruleId"];
  const ordered = await ask("PUT", "/v4/assignmentrule/order", { ruleIds: [everything] });
  expect(ordered.payload.map(({ name }) => name)).toEqual(["Everything", "Tagged", "Off", "Invoices"]);
  expect((await ask("DELETE", `/v4/workgroup/${nightShift}/`)).error[0]?.message).toBe(
    'The work group "Night shift" is in use by the assignment rules "Tagged", "Off", "Invoices". Remove it there first',
  );
  const body = { name: "Invoices", number: "+12025550000", workGroupId: front };
  expect((await ask("PUT", `/v4/assignmentrule/${invoices}/`, body)).error[0]).toMatchObject({
    message: "+12025550000 is not a number of this account",
    where: "body.number",
  });
  expect((await call("POST", "/v4/assignmentrule/", { body: { name: "x", workGroupId: front } })).status).toBe(403);
});
