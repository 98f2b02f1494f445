import { replayJourneys } from "../../src/program/replay/replayJourneys.ts";
import type { Database } from "../../src/store/database.ts";
import { listBroken } from "../../src/store/invariants.ts";
import { ask } from "../engineWorld.ts";
import type { Played } from "./playSeed.ts";

interface Sent {
  messageId: string;
  batchId: string | null;
  phone: string;
  state: string;
}

/** States of texts in which nothing more is done for them. */
const ends: ReadonlySet<string> = new Set(["accepted", "rejected", "unknown", "blocked", "cancelled"]);

/** What a seed broke: the invariants over the rows, and what only the carrier knows. */
export async function findViolations(
  db: Database,
  { world, carrier, voice, holds, isOnce }: Played,
): Promise<string[]> {
  const broken = await db.tx([world.account], (q) => listBroken(q, world.account));
  const texts = await ask<Sent>(
    db,
    world,
    `select message_id "messageId", batch_id "batchId", to_number phone, state from message where account_id = $1 and direction = 'out'`,
  );
  const found = broken.map((one) => JSON.stringify(one));
  for (const [id, count] of carrier.taken) if (count > 1) found.push(`R1: ${id} was taken ${count} times`);
  for (const { messageId, state } of texts) {
    const isTaken = carrier.taken.has(messageId);
    if (!ends.has(state)) found.push(`I5, R2: ${messageId} ended as ${state}`);
    if (isTaken && state !== "accepted" && state !== "unknown")
      found.push(`I5: ${messageId} was taken and is ${state}`);
    if (!isTaken && state === "accepted") found.push(`I5: ${messageId} is accepted and was not taken`);
  }
  const known = new Map(texts.map((one) => [one.messageId, one]));
  for (const { at, text } of carrier.handed) {
    const { batchId = null, phone = text.to } = known.get(text.messageId) ?? {};
    // the answer to a keyword belongs to no run, and goes to those who opted out
    if (batchId === null) continue;
    for (const { of, from, to } of holds)
      if ((of === batchId || of === phone) && at > from && at < to)
        found.push(`I6: ${text.messageId} was handed over while ${of} was held`);
  }
  found.push(...(await findCallViolations(db, { world, voice, holds })));
  const twice = await ask<{ id: string }>(
    db,
    world,
    "select contact_id id from journey where account_id = $1 group by campaign_id, contact_id having count(*) > 1",
  );
  if (isOnce) for (const { id } of twice) found.push(`I9: contact ${id} entered a workflow twice`);
  const { differences } = await replayJourneys(db, 1_000, undefined, [world.account]);
  // one that wrote a keyword is not the contact that it was
  for (const one of differences)
    if (!one.isChanged)
      found.push(`I2: journey ${one.journeyId} is played again with another step at node ${one.node}`);
  const unended = await ask<{ id: string; status: number }>(
    db,
    world,
    "select journey_id id, status from journey where account_id = $1 and status < 3",
  );
  for (const { id, status } of unended) found.push(`I20: journey ${id} ended with status ${status}`);
  return found;
}

/** What a seed broke about calls. */
async function findCallViolations(
  db: Database,
  { world, voice, holds }: Pick<Played, "world" | "voice" | "holds">,
): Promise<string[]> {
  const calls = await ask<{ callId: string; batchId: string | null; state: string }>(
    db,
    world,
    `select call_id "callId", batch_id "batchId", state from call where account_id = $1 and direction = 'out'`,
  );
  const found: string[] = [];
  for (const [id, count] of voice.taken) if (count > 1) found.push(`R1: call ${id} was taken ${count} times`);
  for (const { callId, state } of calls) {
    const isTaken = voice.taken.has(callId);
    if (!ends.has(state)) found.push(`I5, R2: call ${callId} ended as ${state}`);
    if (isTaken && state !== "accepted" && state !== "unknown")
      found.push(`I5: call ${callId} was taken and is ${state}`);
    if (!isTaken && state === "accepted") found.push(`I5: call ${callId} is accepted and was not taken`);
  }
  const runs = new Map(calls.map(({ callId, batchId }) => [callId, batchId]));
  for (const { at, call } of voice.handed)
    for (const { of, from, to } of holds)
      if (of === runs.get(call.callId) && at > from && at < to)
        found.push(`I6: call ${call.callId} was handed over while ${of} was held`);
  return found;
}
