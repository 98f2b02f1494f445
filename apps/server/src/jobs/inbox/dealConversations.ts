import type { Assignment, FittedConversation, GroupMember } from "../../store/inbox/assignConversation.ts";

/** Conversations with who gets them, and who had the last turn of each rule. */
export interface Dealt {
  assignments: Assignment[];
  turns: { accountId: string; ruleId: string; userId: string }[];
}

/**
 * Deals conversations to members of their work groups, one after another. In turns: the one after the member who was
 * last. Fewest open: the one with the fewest, the first in the group if several do; each conversation counts at once.
 */
export function dealConversations(
  fitted: readonly FittedConversation[],
  members: readonly GroupMember[],
  lastUsers: ReadonlyMap<string, string | null>,
): Dealt {
  const groups = Map.groupBy(members, ({ workGroupId }) => workGroupId);
  const open = new Map(members.map(({ userId, open }) => [userId, open]));
  const last = new Map(lastUsers);
  const turns = new Map<string, Dealt["turns"][number]>();
  const assignments = fitted.map((one): Assignment => {
    const group = (groups.get(one.workGroupId) ?? []).map(({ userId }) => userId);
    const openOf = (userId: string) => open.get(userId) ?? 0;
    const userId =
      one.method === "roundRobin"
        ? (group[(group.indexOf(last.get(one.ruleId) ?? "") + 1) % group.length] ?? null)
        : (group.toSorted((a, b) => openOf(a) - openOf(b))[0] ?? null);
    if (userId !== null) {
      open.set(userId, openOf(userId) + 1);
      last.set(one.ruleId, userId);
      turns.set(one.ruleId, { accountId: one.accountId, ruleId: one.ruleId, userId });
    }
    return { ...one, userId };
  });
  return { assignments, turns: [...turns.values()] };
}
