import type { Database } from "../../store/database.ts";
import { endSnoozes, listDueConversations, unqueueConversations } from "../../store/inbox/dueConversation.ts";
import type { Job } from "../repeat.ts";

const atOnce = 500;

/** Brings snoozed conversations back when their time has come (decision 0099). True when there is more at once. */
async function wakeConversations(db: Database): Promise<boolean> {
  const due = await db.global((q) => listDueConversations(q, atOnce));
  if (due.length === 0) return false;
  await db.tx([...new Set(due.map(({ accountId }) => accountId))], async (q) => {
    await endSnoozes(q, due);
    await unqueueConversations(q, due);
  });
  return due.length === atOnce;
}

/** The job that brings snoozed conversations back. */
export const wakeConversationsJob: Job = { name: "wakeConversations", everyMs: 1_000, run: wakeConversations };
