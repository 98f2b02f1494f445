import { setTimeout as pause } from "node:timers/promises";
import { receiveMessage } from "../apps/server/src/inbound/receiveMessage.ts";
import { Sender } from "../apps/server/src/jobs/messages/sendMessages.ts";
import { LaneRing } from "../apps/server/src/jobs/runs/laneRing.ts";
import { openSimulatedCarrier } from "../apps/server/src/jobs/simulator/runSimulatedCarrier.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { newId } from "../apps/server/src/store/newId.ts";
import { listLanes } from "../apps/server/src/store/runs/lane.ts";
import type { SessionCarrier } from "../packages/carriers/src/carrier.ts";
import type { Scene } from "./scene.ts";

const latencyMs = 50;

/** A carrier that answers after 50 ms and keeps nothing: what the protocol itself costs. */
const bareCarrier = (): SessionCarrier => ({
  name: "simulated",
  async send() {
    await pause(latencyMs);
    return { outcome: "accepted", carrierRef: newId() };
  },
  lookUp: async () => ({ found: "unknown" }),
  paceOf: () => null,
  stop: async () => {},
});

/** Sends what is queued, whole protocol, until `count` have left; texts a second, and what is wrong with the rows. */
export async function measureSends(
  db: Database,
  { account }: Scene,
  count: number,
  kind: "bare" | "simulated",
): Promise<{ perSecond: number; problems: string[] }> {
  const carrier = kind === "bare" ? bareCarrier() : openSimulatedCarrier(db, { latencyMs });
  const problems: string[] = [];
  const sender = new Sender({
    db,
    workerId: newId(),
    slot: 950,
    carriers: new Map([["simulated", carrier]]),
    isAlive: () => true,
    failed: (error) => problems.push(String(error)),
  });
  const ring = new LaneRing();
  ring.set((await db.global(listLanes)).filter((lane) => lane.accountId === account));
  const before = await countTries(db, account);
  const began = performance.now();
  let sent = 0;
  while (sent < count) {
    const { messages } = await sender.send(ring.senders);
    sent += messages.length;
    if (messages.length === 0) await pause(2);
    if (problems.length > 0) break;
  }
  await sender.drain();
  const seconds = (performance.now() - began) / 1000;
  const after = await countTries(db, account);
  const [tries, accepted] = [after.tries - before.tries, after.accepted - before.accepted];
  if (tries !== sent) problems.push(`${tries} tries of ${sent} sent`);
  // among the contacts are numbers that the simulated carrier refuses, throttles or does not answer for
  if (kind === "bare" && accepted !== sent) problems.push(`${accepted} accepted of ${sent} sent`);
  return { perSecond: accepted / seconds, problems };
}

const countTries = async (db: Database, account: string): Promise<{ tries: number; accepted: number }> =>
  (await db.tx([account], (q) =>
    q.one<{ tries: number; accepted: number }>(
      `select coalesce(sum(attempt), 0)::int tries, count(*) filter (where state = 'accepted')::int accepted
       from message where account_id = $1`,
      [account],
    ),
  )) ?? { tries: 0, accepted: 0 };

/** Texts from contacts who were sent one: stored, matched to their journeys, made due; `together` at the same time. */
export async function measureInbound(
  db: Database,
  { account }: Scene,
  count: number,
  together = 64,
): Promise<{ perSecond: number; p99: number; problems: string[] }> {
  const pairs = await db.tx([account], (q) =>
    q.rows<{ from: string; to: string }>(
      `select to_number as "from", from_number as "to" from message where account_id = $1 and state = 'accepted' limit $2`,
      [account, count],
    ),
  );
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: together }, async () => {
      for (let index = next++; index < pairs.length; index = next++) {
        const at = performance.now();
        const pair = pairs[index] as { from: string; to: string };
        await receiveMessage(db, {
          ...pair,
          text: "yes please",
          mediaUrl: null,
          carrier: "simulated",
          carrierRef: `bench-${index}`,
        });
        times.push(performance.now() - at);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const stored = await db.tx([account], (q) =>
    q.one<{ n: number; notified: number }>(
      `select (select count(*) from message where account_id = $1 and direction = 'in')::int n,
         (select count(*) from journey where account_id = $1 and inbox is not null)::int notified`,
      [account],
    ),
  );
  const problems: string[] = [];
  if (stored?.n !== pairs.length) problems.push(`${stored?.n} texts in instead of ${pairs.length}`);
  if ((stored?.notified ?? 0) < pairs.length)
    problems.push(`${stored?.notified} journeys notified instead of ${pairs.length}`);
  times.sort((a, b) => a - b);
  return { perSecond: pairs.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0, problems };
}
