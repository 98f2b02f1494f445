import { actorOf, audit } from "../../store/audit/audit.ts";
import { archiveContacts, findBulkEnd, lockPicked, type Picked } from "../../store/contacts/contactBulk.ts";
import { countContacts } from "../../store/contacts/contactFind.ts";
import {
  type ContactJobRow,
  contactJobQueue,
  endContactJob,
  findContactJob,
  moveContactJob,
  startContactJob,
} from "../../store/contacts/contactJob.ts";
import type { Database, Query } from "../../store/database.ts";
import { addDnc } from "../../store/doNotContact/dnc.ts";
import { notify, userOf } from "../../store/notifications/notify.ts";
import { publishContacts } from "../../store/webhooks/webhookEvent.ts";
import type { ClaimedWork } from "../../store/workQueue.ts";
import { workStepwise } from "../workStepwise.ts";

/** Contacts that are read in one transaction. */
const chunkSize = 5_000;
const countMs = 250;

/** The background job: claims one bulk action on contacts and completes it. True: there may be more to do. */
export const bulkContactsJob = {
  name: "bulkContacts",
  everyMs: 500,
  wakesUp: true,
  run: (db: Database, signal?: AbortSignal): Promise<boolean> =>
    workStepwise(db, { queue: contactJobQueue, refused: "contact", begin: count, step, end }, signal),
};

/** Counts them in short chunks before it begins. */
async function count(db: Database, { accountId, id }: ClaimedWork): Promise<void> {
  const job = await db.tx([accountId], (q) => findContactJob(q, accountId, id));
  if (job?.status !== "queued") return;
  let total = 0;
  for (let after: Awaited<ReturnType<typeof countContacts>>["next"] | undefined; after !== null; ) {
    const from = after;
    const counted = await db.tx([accountId], (q) =>
      countContacts(q, accountId, job.selection, { ...(from ? { after: from } : {}), timeBudgetMs: countMs }),
    );
    total += counted.count;
    after = counted.next;
  }
  await db.tx([accountId], (q) => startContactJob(q, accountId, id, total));
}

/** The next chunk. */
async function step(q: Query, { accountId, id }: ClaimedWork): Promise<boolean | undefined> {
  const job = await findContactJob(q, accountId, id, "for update");
  if (job?.status !== "running") return undefined;
  const upTo = await findBulkEnd(q, accountId, { after: job.place, before: id, size: chunkSize });
  if (upTo === null) return false;
  const picked = await lockPicked(q, accountId, job.selection, { after: job.place, upTo });
  const changed = picked.length === 0 ? 0 : await change(q, accountId, job, picked);
  await moveContactJob(q, accountId, id, { done: picked.length, changed, place: upTo });
  return true;
}

/** Applies it to the contacts of one chunk; returns how many changed. */
async function change(q: Query, account: string, job: ContactJobRow, picked: readonly Picked[]): Promise<number> {
  const { action, options } = job;
  if (action === "dnc") {
    const phones = picked.flatMap(({ phone }) => (phone === null ? [] : [phone]));
    await addDnc(
      q,
      phones.map((phone) => ({
        accountId: account,
        phone,
        types: options.types ?? ["call", "sms", "rcs"],
        source: "page" as const,
        reason: options.reason ?? null,
      })),
    );
    return phones.length;
  }
  const ids = await archiveContacts(
    q,
    account,
    picked.map(({ contactId }) => contactId),
    action === "archive",
  );
  const eventType = action === "archive" ? "contact_archive" : "contact_unarchive";
  await publishContacts(
    q,
    ids.map((contactId) => ({ accountId: account, eventType, contactId, source: "api" as const })),
  );
  return ids.length;
}

async function end(q: Query, { accountId, id }: ClaimedWork, problem: string | null): Promise<void> {
  if (!(await endContactJob(q, accountId, id, problem === null ? "done" : "failed", problem))) return;
  const job = await findContactJob(q, accountId, id);
  if (!job) return;
  const { action, done, changed } = job;
  await audit(q, { account: accountId, actor: actorOf(job.createdBy) }, `contact.bulk.${action}`, id, {
    contacts: done,
    changed,
    ...(problem === null ? {} : { problem }),
  });
  const what = wordsOf[action];
  await notify(
    q,
    accountId,
    {
      kind: "import",
      tone: problem === null ? "done" : "failed",
      sentence:
        problem === null
          ? `${what} has finished: ${changed.toLocaleString("en-US")} of ${done.toLocaleString("en-US")} contacts changed`
          : `${what} failed after ${done.toLocaleString("en-US")} contacts: ${problem}`,
      path: "/contacts",
    },
    { author: userOf(job.createdBy), privilege: action === "dnc" ? "dnc-admin" : "contact-admin" },
  );
}

const wordsOf: Record<ContactJobRow["action"], string> = {
  archive: "Archiving contacts",
  unarchive: "Restoring contacts",
  dnc: "Adding contacts to the do-not-contact list",
};
