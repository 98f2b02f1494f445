import { expect, it } from "vitest";
import { ask, handsets } from "../../../test/engineWorld.ts";
import { inboxWorlds } from "../../../test/inboxWorld.ts";

const { db, inbox } = await inboxWorlds();
const phones = handsets(8, 380);
const median = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return sorted.length === 0 ? null : (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
};

it("reports replies, closings and what waits by user, and lists the conversations behind each figure", async () => {
  const { world, user, call, text, reply } = await inbox();
  const put = (contactId: string, body: unknown) => call("PUT", `/v4/inbox/${contactId}/`, { body });
  const period = "startDate=2020-01-01T00:00:00Z&endDate=2100-01-01T00:00:00Z&grouping=user";
  const report = async (query = period) => (await call("GET", `/v4/inbox/report?${query}`)).body.payload;
  const work = async (figure: string, of: string) =>
    (await call("GET", `/v4/inbox/work?${period}&figure=${figure}&of=${of}`)).body.payload.map(
      (row) => row["contactId"],
    );
  expect(await report()).toEqual([]);
  const ids: string[] = [];
  for (const phone of phones.slice(0, 5)) ids.push(await text(phone, "hello"));
  const [one = "", two = "", three = "", four = "", stopped = ""] = ids;
  await text(phones[5]!, "STOP");
  for (const contactId of [one, two, three]) await reply(contactId, "Yes?");
  await text(phones[0]!, "and another thing");
  await put(one, { status: "closed" });
  await put(two, { status: "closed" });
  await put(stopped, { status: "closed" });
  // the times of a slow day
  const waits = [60, 120];
  await ask(
    db,
    world,
    `update conversation_work set opened = closed - interval '1 hour', asked = closed - interval '1 hour',
       replied = case when replied is not null then closed - interval '1 hour' + case when contact_id = $2 then $3::int else $4::int end * interval '1 second' end
     where account_id = $1`,
    [one, ...waits],
  );
  await ask(
    db,
    world,
    "update conversation set replied = asked + interval '30 seconds' where account_id = $1 and contact_id = $2",
    [three],
  );
  const [mine, none] = await report();
  expect(mine).toMatchObject({
    id: user.userId,
    answered: 3,
    replyMedian: median([...waits, 30]),
    closed: 2,
    closeMedian: 3600,
    open: 0,
  });
  expect(mine!["replyMost"]).toBeCloseTo(108);
  expect(none).toMatchObject({ id: null, name: null, answered: 0, replyMedian: null, closed: 1, open: 2 });
  expect(Date.parse(String(none!["waitingSince"]))).toBeLessThanOrEqual(Date.now());
  expect((await work("answered", user.userId)).toSorted()).toEqual([one, two, three].toSorted());
  expect((await work("closed", user.userId)).toSorted()).toEqual([one, two].toSorted());
  expect((await work("closed", "none")).toSorted()).toEqual([stopped]);
  expect((await work("open", "none")).toSorted()).toEqual([three, four].toSorted());
  // a text after the end of the work begins new work
  await text(phones[0]!, "one more");
  const [again] = await ask<{ asked: boolean; replied: Date | null }>(
    db,
    world,
    "select asked is not null asked, replied from conversation where account_id = $1 and contact_id = $2",
    [one],
  );
  expect(again).toEqual({ asked: true, replied: null });
  const earlier = await report("startDate=2020-01-01T00:00:00Z&endDate=2021-01-01T00:00:00Z&grouping=user");
  expect(earlier.map(({ answered, closed, open }) => [answered, closed, open])).toEqual([[0, 0, 3]]);
});
