import { isDeepStrictEqual } from "node:util";
import type { LineOrder } from "@trunkline/carriers/callLine.ts";
import { type Caller, type GroupMember, offerCalls } from "@trunkline/workflow/distribution/offerCalls.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { orderLine } from "../../inbound/orderLine.ts";
import {
  type CallerRow,
  insertOffer,
  listGroupCallers,
  listRungGroups,
  listRungMembers,
  missRinging,
  type RungGroup,
  type RungMember,
  saveGroupMemory,
  saveOffering,
} from "../../store/agents/caller.ts";
import type { Database } from "../../store/database.ts";
import type { Found } from "../repeat.ts";

/**
 * Rings members of work groups for waiting callers, by the group's distribution. Callers are released if their queue is
 * closed, or their queue or live list is gone or empty (telecom §8).
 */
export async function offerCallers(db: Database, accountIds: readonly string[], world: CallWorld): Promise<Found> {
  const waiting = await db.tx(accountIds, (q) => listGroupCallers(q, accountIds));
  if (waiting.length === 0) return "nothing";
  // a caller who is called back waits until someone is there
  for (const row of waiting) if (row.hasNoReceiver && !row.callbackId) await carryOut(db, row, letGo, world);
  const rung = waiting.filter(({ hasNoReceiver }) => !hasNoReceiver);
  for (const [account, callers] of Map.groupBy(rung, ({ accountId }) => accountId))
    await offerOfAccount(db, account, callers, world);
  return false;
}

async function offerOfAccount(db: Database, account: string, callers: CallerRow[], world: CallWorld): Promise<void> {
  const names = [...new Set(callers.map(({ name }) => name.toLowerCase()))];
  const [groups, members] = await db.tx([account], async (q) => [
    await listRungGroups(q, account, names),
    await listRungMembers(q, account, names),
  ]);
  // one phone is one phone in all its groups
  const busy = new Set(members.filter(({ isBusy }) => isBusy).map(({ userId }) => userId));
  // two callers may want the same group to be rung in ways of their own
  const ways = Map.groupBy(callers, ({ name, settings }) => `${name.toLowerCase()} ${JSON.stringify(settings)}`);
  for (const rows of ways.values()) {
    const name = rows[0]?.name.toLowerCase();
    const group = groups.find(({ groupName }) => groupName === name);
    const own = members.filter(({ groupName }) => groupName === name);
    await offerOfGroup(db, account, { group, members: own, rows, busy }, world);
  }
}

interface GroupCallers {
  group: RungGroup | undefined;
  members: readonly RungMember[];
  rows: readonly CallerRow[];
  /** Users whose phone rings or talks, with those who are rung now. */
  busy: Set<string>;
}

async function offerOfGroup(
  db: Database,
  account: string,
  { group, members, rows, busy }: GroupCallers,
  world: CallWorld,
): Promise<void> {
  if (group === undefined) {
    // a deleted group has no members to ring
    for (const row of rows) if (!row.callbackId) await carryOut(db, row, letGo, world);
    return;
  }
  const settings = { ...group, ...rows[0]?.settings };
  const before = { lastRung: group.lastRung, credits: group.credits };
  const now: GroupMember[] = members.map(({ userId, weight, isAway, idleSinceMs }) => ({
    userId,
    weight,
    idleSinceMs,
    state: busy.has(userId) ? "busy" : isAway ? "away" : "free",
  }));
  const offers = offerCalls(
    { settings, members: now, callers: rows.map(({ offering }) => offering), memory: before },
    Date.now(),
    Math.random,
  );
  for (const { userId } of offers.stops) busy.delete(userId);
  for (const { userId } of offers.rings) busy.add(userId);
  for (const row of rows) {
    const of = <One extends { callId: string }>(all: readonly One[]) =>
      all.filter(({ callId }) => callId === row.callId);
    const after = of(offers.callers)[0] ?? null;
    const leaves = of(offers.leaves).length > 0;
    if (!leaves && isDeepStrictEqual(after, row.offering)) continue;
    const rings = of(offers.rings).map(({ userId }) => userId);
    const stops = of(offers.stops).map(({ userId }) => userId);
    await carryOut(db, row, { after, rings, stops, leaves }, world);
  }
  if (!isDeepStrictEqual(offers.memory, before))
    await db.tx([account], (q) => saveGroupMemory(q, account, { ...offers.memory, workGroupId: group.workGroupId }));
}

/** The action for one caller. */
interface Outcome {
  after: Caller | null;
  rings: readonly string[];
  stops: readonly string[];
  leaves: boolean;
}

const letGo: Outcome = { after: null, rings: [], stops: [], leaves: true };

/** Applies it to one caller, unless their state has changed meanwhile. */
async function carryOut(db: Database, row: CallerRow, what: Outcome, world: CallWorld): Promise<void> {
  await db.tx([row.accountId], async (q) => {
    const change = async (): Promise<LineOrder[]> => {
      if (!(await saveOffering(q, row, row.offering, what.after ?? row.offering))) return [];
      if (what.stops.length > 0) await missRinging(q, row, what.stops);
      for (const userId of what.rings) await insertOffer(q, row, userId, row, "ringing");
      return what.leaves ? [{ input: "released", result: "leave" }] : [];
    };
    // a callback has no line yet
    if (row.callbackId) await change();
    else await orderLine(q, row, change, world);
  });
}
