import { eachInTurn, transactionsOf } from "../../store/claimDialect.ts";
import type { Database, Query } from "../../store/database.ts";
import {
  listFitted,
  listInboxMembers,
  lockTurns,
  writeAssignments,
  writeTurns,
} from "../../store/inbox/assignConversation.ts";
import {
  type DueConversation,
  endSnoozes,
  listDueConversations,
  unqueueConversations,
} from "../../store/inbox/dueConversation.ts";
import { notifyAssigned } from "../../store/notifications/notify.ts";
import type { Job } from "../repeat.ts";
import { dealConversations } from "./dealConversations.ts";

const atOnce = 500;

/**
 * Brings snoozed conversations back when their time has come, and assigns those that no one has by rules (decision 0099).
 * True when there is more at once.
 */
async function wakeConversations(db: Database): Promise<boolean> {
  const due = await db.global((q) => listDueConversations(q, atOnce));
  if (due.length === 0) return false;
  await eachInTurn(transactionsOf(db, due), (some) =>
    db.tx([...new Set(some.map(({ accountId }) => accountId))], async (q) => {
      await endSnoozes(q, some);
      await assign(q, some);
      await unqueueConversations(q, some);
    }),
  );
  return due.length === atOnce;
}

async function assign(q: Query, due: readonly DueConversation[]): Promise<void> {
  const accounts = [...new Set(due.map(({ accountId }) => accountId))];
  const turns = await lockTurns(q, accounts);
  if (turns.length === 0) return;
  const fitted = await listFitted(q, due);
  if (fitted.length === 0) return;
  const groups = [...new Set(fitted.map(({ workGroupId }) => workGroupId))];
  const members = await listInboxMembers(q, accounts, groups);
  const lastUsers = new Map(turns.map(({ ruleId, lastUser }) => [ruleId, lastUser]));
  const dealt = dealConversations(fitted, members, lastUsers);
  await writeAssignments(q, dealt.assignments);
  await writeTurns(q, dealt.turns);
  await notifyAssigned(
    q,
    dealt.assignments.flatMap(({ accountId, contactId, userId }) =>
      userId === null ? [] : [{ accountId, contactId, userId }],
    ),
  );
}

/** The job that brings snoozed conversations back and assigns new ones. */
export const wakeConversationsJob: Job = { name: "wakeConversations", everyMs: 1_000, run: wakeConversations };
