import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { addSpend } from "../../store/runs/count.ts";

const db = await freshDatabase();
const server = await testServer(db);
const { account, key } = await server.account();

const save = async (settings: object) => {
  const { status, body } = await server.call("PUT", "/v4/account/", { as: { key }, body: { settings } });
  return status === 200 ? body.payload[0]?.["settings"] : [status, body.error[0]?.message];
};

describe("settings of events and delivery (spec 2 §3.6; readings, What a node waits for)", () => {
  it.each([
    [
      "callThresholdPerMinute",
      [1, 100_000, null],
      [0, 100_001, 1.5],
      "The call threshold must be a whole number from 1 to 100,000",
    ],
    [
      "reputationSharePercent",
      [1, 100, null],
      [0, 101, 79.5],
      "The delivery rate must be a whole number from 1 to 100",
    ],
    [
      "reputationLeast",
      [1, 1_000_000],
      [0, 1_000_001, null],
      "The minimum number of texts must be a whole number from 1 to 1,000,000",
    ],
    ["reputationHours", [1, 168], [0, 169, null], "The lookback period in hours must be a whole number from 1 to 168"],
    [
      "historyDays",
      [30, 3_650, null],
      [29, 3_651, 30.5],
      "The days of data retention must be a whole number from 30 to 3,650",
    ],
    ["rcsDeliveryMinutes", [1, 4_320], [0, 4_321, null], "The time limit must be a whole number from 1 to 4,320"],
  ])("%s accepts %j and refuses %j", async (name, taken, refused, message) => {
    for (const value of taken) expect(await save({ [name]: value })).toMatchObject({ [name]: value });
    for (const value of refused) expect(await save({ [name]: value })).toEqual([400, expect.stringContaining(message)]);
  });

  it("removing a threshold resets whether the account exceeded it", async () => {
    const left = () => db.tx([account], (q) => q.rows("select from call_load where account_id = $1", [account]));
    await save({ callThresholdPerMinute: 5 });
    await db.tx([account], (q) => q.run("insert into call_load (account_id, is_over) values ($1, true)", [account]));
    await save({ callThresholdPerMinute: 6 });
    expect(await left()).toHaveLength(1);
    await save({ callThresholdPerMinute: null });
    expect(await left()).toEqual([]);
  });
});

it("counts the texts and calls older than a number of days and refuses invalid days", async () => {
  await db.tx([account], (q) =>
    q.run(
      `insert into message (account_id, message_id, direction, from_number, to_number, state)
       select $1, trunkline_first_id(now() - d * interval '1 day'), 'in', '+12065550170', '+12025550100', 'received' from generate_series(1, 50) d`,
      [account],
    ),
  );
  const asked = await server.call("GET", "/v4/account/history?days=40", { as: { key } });
  expect(asked.body.payload).toEqual([
    { removed: { texts: 0, calls: 0, emails: 0, deliveries: 0 }, last: null, older: { texts: 11, calls: 0 } },
  ]);
  const refused = await server.call("GET", "/v4/account/history?days=29", { as: { key } });
  expect([refused.status, refused.body.error[0]?.message]).toEqual([
    400,
    expect.stringContaining("The days of data retention must be a whole number from 30 to 3,650"),
  ]);
});

it("notifies all users when sending is turned off and on again", async () => {
  const ann = await server.user(account, "owner");
  const victor = await server.user(account, "viewer");
  const held = async () => {
    const answers = await Promise.all(
      [ann, victor].map(({ cookie }) => server.call("GET", "/auth/me", { as: { cookie } })),
    );
    const [first, second] = answers.map(({ body }) => body.payload[0]?.["held"]);
    expect(second).toEqual(first);
    return first;
  };
  const set = (settings: object, cookie = ann.cookie) =>
    server.call("PUT", "/v4/account/", { as: { cookie }, body: { settings } });
  expect(await held()).toBeNull();
  await set({ spendLimitMicros: 30_000, segmentPriceMicros: 8_000 });
  await set({ killSwitch: true });
  // Later changes do not move the start.
  await server.call("PUT", "/v4/account/", { as: { key }, body: { settings: { killSwitch: true, brandName: "Ann" } } });
  const { body } = await server.call("GET", "/v4/audit/?action=account.update&limit=2", { as: { key } });
  expect(await held()).toEqual({
    reason: "kill_switch",
    since: body.payload[1]?.["at"],
    by: "Test User",
    spendLimitMicros: 30_000,
  });
  await set({ killSwitch: false });
  expect(await held()).toBeNull();
  const spend = (costMicros: number) => db.tx([account], (q) => addSpend(q, 0, [{ accountId: account, costMicros }]));
  await spend(22_000);
  expect(await held()).toBeNull();
  // 7,999 are left and a segment costs 8,000.
  await spend(1);
  expect(await held()).toEqual({ reason: "spend_limit", since: null, by: null, spendLimitMicros: 30_000 });
  await set({ segmentPriceMicros: 7_000 });
  expect(await held()).toBeNull();
  await spend(7_999);
  await set({ segmentPriceMicros: 0 });
  expect(await held()).toMatchObject({ reason: "spend_limit" });
  await set({ spendLimitMicros: null });
  expect(await held()).toBeNull();
});
