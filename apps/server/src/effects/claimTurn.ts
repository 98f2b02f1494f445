import type { Query } from "../store/database.ts";
import { claimTurns } from "../store/journeys/claimWorld.ts";

/** A journey that wants its turn in a node's shared limit (spec 2 §3.3 rateLimit). */
export interface TurnRequest {
  accountId: string;
  campaignId: string;
  key: string;
  perMinute: number;
  /** When it asks, epoch ms. */
  nowMs: number;
  /** Called with the time of its turn, epoch ms. */
  setTurn(turnAtMs: number): void;
}

/** Gives every request of a claim its turn. One row per limit is updated once, whatever the number of requests. */
export async function claimTurn(q: Query, requesters: readonly TurnRequest[]): Promise<void> {
  if (requesters.length === 0) return;
  const limits = Map.groupBy(requesters, (requester) => `${requester.accountId} ${keyOf(requester)}`);
  const buckets = [...limits.values()].map((group) => {
    const first = group[0] as TurnRequest;
    return { accountId: first.accountId, key: keyOf(first), count: group.length, everyMs: 60_000 / first.perMinute };
  });
  const freeAt = await claimTurns(q, Math.max(...requesters.map(({ nowMs }) => nowMs)), buckets);
  for (const [name, group] of limits) {
    const everyMs = 60_000 / (group[0] as TurnRequest).perMinute;
    const endMs = freeAt.get(name) ?? 0;
    group.forEach((requester, index) => {
      requester.setTurn(endMs - (group.length - index) * everyMs);
    });
  }
}

// a limit belongs to the node of the workflow, not to one batch
const keyOf = (requester: TurnRequest): string => `turn ${requester.campaignId} ${requester.key}`;
