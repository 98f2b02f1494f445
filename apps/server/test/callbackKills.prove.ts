import { setTimeout as pause } from "node:timers/promises";
import { workGroupScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { expect, it } from "vitest";
import { moveCall } from "../src/inbound/moveCall.ts";
import { listBroken } from "../src/store/invariants.ts";
import type { BreakingPoint } from "./breakingDatabase.ts";
import { callIn } from "./callIn.ts";
import { ageWorkers, runUntilKilled } from "./crashCycles.ts";
import { quickWorker, until } from "./engineWorld.ts";
import { freshDatabase } from "./freshDatabase.ts";
import { type TestServer, testServer } from "./server.ts";

const callWorld = { publicUrl: "http://127.0.0.1", pace: 1 };
const points: readonly BreakingPoint[] = ["before", "during", "committed"];
const kills = Number(process.env["TRUNKLINE_PROVE_CYCLES"] ?? 30);
const attempts = 5;
/** People who answer, and busy lines. */
const answering = Array.from({ length: 9 }, (_, index) => `+1303${556 + index}0060`);
const busy = Array.from({ length: 3 }, (_, index) => `+1303${556 + index}0061`);

interface PhoneCall {
  offerId: string;
  state: "ringing" | "talking" | "over";
  kind: string;
}

/** An account whose callers have all asked to be called back. */
async function scene(server: TestServer) {
  const { db } = server.api;
  const { account, key } = await server.account();
  const admin = async (method: string, url: string, body?: unknown) => {
    const { status, body: answer } = await server.call(method, url, { as: { key }, body });
    expect([url, status, answer.error]).toEqual([url, 200, []]);
    return answer.payload;
  };
  const [free] = await admin("GET", "/v4/number/available?count=1");
  const own = String((await admin("POST", "/v4/number/", { phone: free?.["phone"] }))[0]?.["phone"]);
  await admin("PUT", "/v4/account/", { settings: { callbackOffer: true, callbackAttempts: attempts } });
  const users = await Promise.all([1, 2, 3].map(() => server.user(account, "member", ["inbox-use"])));
  const members = users.map(({ userId }) => ({ userId }));
  await admin("POST", "/v4/workgroup/", { name: "Sales", members, distributionType: 1 });
  for (const from of [...answering, ...busy]) {
    const callId = await callIn(db, account, { from, to: own }, workGroupScript("Sales"), callWorld);
    await db.tx([account], (q) =>
      moveCall(
        q,
        { accountId: account, callId },
        ([leg]) => [{ legId: leg!.legId, input: { input: "keys", keys: "2" } }],
        callWorld,
      ),
    );
  }
  return { account, users };
}

/** Agents who answer whatever rings, end each talk, and are ready again; between two attempts no one waits. */
function staffPhones(server: TestServer, { account, users }: Awaited<ReturnType<typeof scene>>): () => Promise<void> {
  const { db } = server.api;
  let isOver = false;
  const serve = async ({ cookie }: (typeof users)[number]) => {
    const { body } = await server.call("PUT", "/v4/agent/phone/", { as: { cookie }, body: { open: true } });
    for (const { offerId, state, kind } of (body.payload[0]?.["calls"] ?? []) as PhoneCall[]) {
      const action = { ringing: kind === "person" ? null : "answer", talking: "hangUp", over: "done" }[state];
      if (action !== null)
        await server.call("POST", `/v4/agent/phone/${offerId}/`, { as: { cookie }, body: { action } });
    }
  };
  const working = (async () => {
    while (!isOver) {
      for (const user of users) await serve(user);
      await db.tx([account], (q) =>
        q.run(
          "update caller set offering = jsonb_set(offering, '{notBeforeMs}', '0') where account_id = $1 and callback_id is not null",
          [account],
        ),
      );
      await pause(50);
    }
  })();
  return () => {
    isOver = true;
    return working;
  };
}

it(`${kills} workers killed while callbacks ring, are dialed and answered: none is lost, no call is placed twice, and each caller speaks with one user`, async () => {
  const db = await freshDatabase({ connections: 16 });
  const server = await testServer(db);
  const all = await scene(server);
  const { account } = all;
  const ask = <T extends object>(sql: string) => db.tx([account], (q) => q.rows<T>(sql, [account]));
  const countOpen = async (): Promise<number> =>
    (await ask("select from queue_callback where account_id = $1 and state in ('waiting', 'dialing')")).length;
  expect(await countOpen()).toBe(answering.length + busy.length);
  const closePhones = staffPhones(server, all);
  for (let kill = 0; kill < kills; kill++) {
    // later statements each time: the start of a worker, then every stage of its callbacks
    await runUntilKilled(db.url, 20 + ((kill * 37) % 160), points[kill % points.length] as BreakingPoint);
    await ageWorkers(db);
  }
  const worker = quickWorker(db, { unknownAfterMs: 200, simulator: { callPace: 0.01, timeoutMs: 100 } });
  await until("every callback is over", async () => (await countOpen()) === 0);
  await closePhones();
  await worker.stop();

  const ended = await ask<{
    phone: string;
    state: string;
    reason: string | null;
    attempts: number;
    dialed: number;
    talks: number;
    isLast: boolean;
  }>(
    `select b.phone, b.state, b.reason, b.attempts, (select count(*)::int from simulator_call s
       where s.account_id = b.account_id and s.handset = b.phone and s.direction = 'to_handset') dialed,
       t.talks, coalesce(t.last = b.out_call_id, false) "isLast"
     from queue_callback b cross join lateral (select count(distinct o.call_id)::int talks, max(o.call_id::text)::uuid last
       from call_offer o join call c on c.account_id = o.account_id and c.call_id = o.call_id
       where o.account_id = b.account_id and o.answered is not null and c.to_number = b.phone) t
     where b.account_id = $1 order by b.phone`,
  );
  expect(ended.map(({ phone }) => phone)).toEqual([...answering, ...busy].sort());
  for (const { phone, state, reason, attempts: made, dialed, talks, isLast } of ended) {
    // an attempt whose worker died before the carrier had the call dialed no one
    expect([phone, dialed <= made]).toEqual([phone, true]);
    // a caller who answered, and whom no living worker connected for too long, is called again, but never after a talk
    if (phone.endsWith("0060")) expect([phone, state, reason, talks, isLast]).toEqual([phone, "done", null, 1, true]);
    else expect([phone, state, reason, made, talks]).toEqual([phone, "gaveUp", "attempts", attempts, 0]);
  }
  expect(
    await ask(
      "select call_id from simulator_call where account_id = $1 and direction = 'to_handset' group by 1 having count(*) > 1",
    ),
  ).toEqual([]);
  expect(await db.tx([account], (q) => listBroken(q, account))).toEqual([]);
});
