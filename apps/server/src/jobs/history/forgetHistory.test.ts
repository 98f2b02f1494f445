import { expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { storeRecording } from "../../inbound/storeRecording.ts";
import { countCalls } from "../../store/calls/callList.ts";
import { insertAccount } from "../../store/identity/account.ts";
import { insertPartitions, removeEmptyPartitions } from "../../store/partition.ts";
import { sumBatchCost } from "../../store/runs/batchList.ts";
import { foldReportsJob } from "../reports/foldReports.ts";
import { forgetHistoryJob } from "./forgetHistory.ts";

const db = await freshDatabase();
const daysAgo = (place: string) => `trunkline_first_id(now() - ${place} * interval '1 day')`;

async function accountWith(settings: { historyDays?: number }) {
  const account = await db.global((q) => insertAccount(q, { name: "Old", settings }));
  const run = (sql: string, ...values: unknown[]) => db.tx([account], (q) => q.run(sql, [account, ...values]));
  const campaign = "0198c0de-0000-7000-8000-000000000001";
  const batch = "0198c0de-0000-7000-8000-000000000002";
  await run(
    `insert into batch (account_id, batch_id, campaign_id, version, display_name, status, selection) values ($1, $2, $3, 1, 'b', 'running', '{}')`,
    batch,
    campaign,
  );
  const left = async (table: string): Promise<number> =>
    (await db.tx([account], (q) => q.rows(`select from ${table} where account_id = $1`, [account]))).length;
  return { account, campaign, batch, run, left };
}

type Old = Awaited<ReturnType<typeof accountWith>>;

/** A text for every day, `state` and `journey` alike, with a receipt each. */
async function texts({ run, campaign, batch }: Old, days: [number, number], state = "accepted", journey?: string) {
  await run(
    `insert into message (account_id, message_id, campaign_id, batch_id, journey_id, direction, from_number, to_number, state, segments, cost_micros)
     select $1, ${daysAgo("d")}, $2, $3, $6, 'out', '+12025550100', '+12065550170', $7, 2, 8000 from generate_series($4::int, $5::int) d`,
    ...[campaign, batch, ...days, journey ?? null, state],
  );
  await run(
    `insert into receipt (account_id, message_id, receipt_id, status) select $1, message_id, gen_random_uuid(), 'delivered' from message m
     where m.account_id = $1 on conflict do nothing`,
  );
}

const call = ({ run, campaign, batch }: Old, days: number, ended: boolean) =>
  run(
    `insert into call (account_id, call_id, campaign_id, batch_id, direction, from_number, to_number, plan, state, line, answered_by, answered,
       ended, duration_seconds, cost_micros)
     values ($1, ${daysAgo("$4::int")}, $2, $3, 'out', '+12025550100', '+12065550170', '{}', 'accepted', 'completed', 'human', now(),
       case when $5 then now() end, 40, 14000)`,
    ...[campaign, batch, days, ended],
  );

const forget = async () => {
  while (await forgetHistoryJob.run(db));
};

it("removes texts and calls older than the account's days, and no others", async () => {
  const old = await accountWith({ historyDays: 90 });
  const forGood = await accountWith({});
  for (const one of [old, forGood]) {
    await texts(one, [80, 99]);
    await call(one, 120, true);
    await call(one, 60, true);
  }
  await forget();
  expect([await old.left("message"), await old.left("receipt"), await old.left("call")]).toEqual([10, 10, 1]);
  expect([await forGood.left("message"), await forGood.left("receipt"), await forGood.left("call")]).toEqual([
    20, 20, 2,
  ]);
  expect(await old.left("history_removed")).toBe(2);
});

it("works through more than fit into one transaction", async () => {
  const old = await accountWith({ historyDays: 30 });
  await texts(old, [40, 2_540]);
  await forget();
  expect(await old.left("message")).toBe(0);
  expect(await old.left("receipt")).toBe(0);
});

it("keeps what a report, a run and its costs say", async () => {
  const old = await accountWith({ historyDays: 90 });
  await texts(old, [85, 104]);
  await call(old, 120, true);
  await call(old, 20, true);
  while ((await foldReportsJob.run(db)) === true);
  const figures = () =>
    db.tx([old.account], async (q) => ({
      report: await q.rows(
        "select sum(sent) sent, sum(calls) calls, sum(segments) segments, sum(cost_micros) cost from report_count where account_id = $1",
        [old.account],
      ),
      cost: await sumBatchCost(q, old.account, old.batch),
      calls: await countCalls(q, old.account, old.batch),
    }));
  const before = await figures();
  expect(before.cost).toEqual({ texts: 20, segments: 40, costMicros: 20 * 8000 + 2 * 14000 });
  expect(before.calls).toEqual({ calls: 2, human: 2, machine: 0, notAnswered: 0, underWay: 0, averageSeconds: 40 });
  await forget();
  while ((await foldReportsJob.run(db)) === true);
  expect([await old.left("message"), await old.left("call")]).toEqual([5, 1]);
  expect(await figures()).toEqual(before);
});

it("keeps what is not over: texts under way, of journeys that go on, with a short address that leads somewhere, and calls", async () => {
  const old = await accountWith({ historyDays: 30 });
  const journey = async (id: string, status: number) => {
    await old.run(
      `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version, status)
       values ($1, $2, $3, $4, gen_random_uuid(), now(), 1, $5)`,
      ...[id, old.batch, old.campaign, status],
    );
    return id;
  };
  await texts(old, [41, 41], "in_doubt");
  await texts(old, [42, 42], "queued");
  await texts(old, [43, 43], "accepted", await journey("0198c0de-0000-7000-8000-0000000000a1", 2));
  await texts(old, [44, 44], "accepted", await journey("0198c0de-0000-7000-8000-0000000000a2", 3));
  await texts(old, [45, 45]);
  await old.run(
    `insert into link (account_id, day, secret, message_id, target) select $1, 1, 's', message_id, 'x' from message
     where account_id = $1 order by message_id limit 1`,
  );
  await call(old, 50, false);
  await forget();
  expect([await old.left("message"), await old.left("call")]).toEqual([4, 1]);
  // the run is stopped, and the link's time is over
  await old.run("update batch set status = 'stopped' where account_id = $1");
  await old.run("delete from link where account_id = $1");
  await forget();
  expect(await old.left("message")).toBe(2);
});

it("a call is removed with its recordings, voicemails and events, and bytes that nothing else uses", async () => {
  const old = await accountWith({ historyDays: 90 });
  for (const [days, sound] of [
    [100, "an old one"],
    [101, "the same"],
    [10, "the same"],
  ] as const) {
    await call(old, days, true);
    await db.tx([old.account], async (q) => {
      const made = await q.one<{ callId: string }>(
        `select call_id "callId" from call where account_id = $1 and call_id >= ${daysAgo("($2 + 0.5)")} order by call_id limit 1`,
        [old.account, days],
      );
      const callId = made?.callId ?? "";
      const { assetId } = await storeRecording(
        q,
        old.account,
        callId,
        { data: Buffer.from(sound), isSilent: false },
        "",
      );
      await q.run(
        `insert into voicemail (account_id, voicemail_id, call_id, phone, own_number, asset_id, seconds)
         values ($1, trunkline_uuid7(), $2, '+12065550170', '+12025550100', $3, 3)`,
        [old.account, callId, assetId],
      );
      await q.run(
        "insert into call_event (account_id, call_id, event_id, type) values ($1, $2, trunkline_uuid7(), 'x')",
        [old.account, callId],
      );
    });
  }
  await forget();
  for (const table of ["call", "voicemail", "asset", "asset_content", "asset_chunk", "call_event"])
    expect([table, await old.left(table)]).toEqual([table, 1]);
});

it("removes e-mails, webhook deliveries, what handsets show, and conversations of which nothing is left", async () => {
  const old = await accountWith({ historyDays: 90 });
  for (const days of [10, 100]) {
    await old.run(
      `insert into email (account_id, email_id, provider, simulated, from_email, from_name, to_email, to_name, subject, template_id, state)
       values ($1, ${daysAgo("$2::int")}, 'mailgun', true, '', '', '', '', '', '', 'accepted')`,
      days,
    );
    await old.run(
      `insert into webhook_delivery (account_id, delivery_id, event_type, message_id, attempt, elapsed_ms, ok, method, url)
       values ($1, ${daysAgo("$2::int")}, 'dnc', gen_random_uuid(), 1, 1, true, 'POST', 'x')`,
      days,
    );
    await old.run(
      `insert into simulator_message (account_id, simulator_id, client_ref, handset, number, direction, body, status)
       values ($1, ${daysAgo("$2::int")}, gen_random_uuid(), '+12065550170', '+12025550100', 'to_handset', 'x', 'sent')`,
      days,
    );
    await old.run(
      `insert into conversation (account_id, contact_id, number, last_id, moved_id) values ($1, gen_random_uuid(), '+12025550100', ${daysAgo("$2::int")}, ${daysAgo("$2::int")})`,
      days,
    );
  }
  await forget();
  for (const table of ["email", "webhook_delivery", "simulator_message", "conversation"])
    expect([table, await old.left(table)]).toEqual([table, 1]);
});

it("removes what journeys asked of the world once it is over, unless an e-mail tells by it how it went", async () => {
  const old = await accountWith({ historyDays: 90 });
  const asked = (days: number, state: string) =>
    old.run(
      `insert into effect (account_id, effect_id, kind, payload, state) values ($1, ${daysAgo("$2::int")}, 'callWebhook', '{"body":"x"}', $3)`,
      ...[days, state],
    );
  for (const [index, state] of ["done", "failed", "in_doubt", "cancelled", "queued", "under_way", "in_doubt"].entries())
    await asked(100 + index, state);
  await asked(10, "done");
  await old.run(
    `insert into email (account_id, email_id, provider, simulated, from_email, from_name, to_email, to_name, subject, template_id, state)
     select $1, effect_id, 'mailgun', false, '', '', '', '', '', '', 'submitting' from effect
     where account_id = $1 and state = 'in_doubt' order by effect_id limit 1`,
  );
  await forget();
  const left = await db.tx([old.account], (q) =>
    q.rows<{ state: string }>("select state from effect where account_id = $1 order by effect_id", [old.account]),
  );
  expect(left.map(({ state }) => state)).toEqual(["in_doubt", "under_way", "queued", "done"]);
});

it("months of history of which nothing is left are dropped, never one with a row in it", async () => {
  const old = await accountWith({});
  await db.owner(async (q) => {
    for (const [month, next] of [
      ["2010-03-01", "2010-04-01"],
      ["2010-04-01", "2010-05-01"],
    ] as const)
      await q.run(
        `create table message_${month.slice(0, 7).replace("-", "")} partition of message for values
           from ('${await firstId(month)}') to ('${await firstId(next)}')`,
      );
  });
  await old.run(
    `insert into message (account_id, message_id, direction, from_number, to_number, state)
     values ($1, trunkline_first_id('2010-04-10Z'), 'in', '+12065550170', '+12025550100', 'received')`,
  );
  await db.owner((q) => insertPartitions(q, 2));
  expect(await removeEmptyPartitions(db)).toEqual(["message_201003"]);
  expect(await old.left("message")).toBe(1);
  await old.run("delete from message where account_id = $1");
  expect(await removeEmptyPartitions(db)).toEqual(["message_201004"]);
});

const firstId = async (day: string): Promise<string> =>
  (await db.global((q) => q.one<{ id: string }>("select trunkline_first_id($1::timestamptz)::text id", [`${day}Z`])))
    ?.id ?? "";
