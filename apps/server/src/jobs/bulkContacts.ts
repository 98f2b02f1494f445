import { randomUUID } from "node:crypto";
import { audit } from "../store/audit.ts";
import { archiveContacts, findBulkEnd, lockPicked, type Picked } from "../store/contactBulk.ts";
import { countContacts } from "../store/contactFind.ts";
import {
  type ClaimedContactJob,
  type ContactJobRow,
  claimContactJob,
  endContactJob,
  findContactJob,
  keepContactJob,
  moveContactJob,
  releaseContactJob,
  startContactJob,
} from "../store/contactJob.ts";
import { codeOf, type Database, type Query } from "../store/database.ts";
import { addDnc } from "../store/dnc.ts";
import { publishContacts } from "../store/webhookEvent.ts";

/** Contacts that are looked at in one transaction. */
const stretch = 5_000;
const countMs = 250;

/** The background job: takes one piece of work on many contacts and does it to its end. True: there may be more to do. */
export const bulkContactsJob = {
  name: "bulkContacts",
  everyMs: 500,
  nudged: true,
  async run(db: Database, signal?: AbortSignal): Promise<boolean> {
    const worker = randomUUID();
    const claimed = await db.global((q) => claimContactJob(q, worker));
    if (!claimed) return false;
    try {
      await count(db, claimed);
      while (!signal?.aborted && (await step(db, worker, claimed)));
    } catch (error) {
      if (!/^2[23]/.test(codeOf(error))) throw error;
      // an error of the data comes again with every try
      await finish(db, claimed, "failed", `The database refused a contact: ${(error as Error).message}`);
    } finally {
      await db.global((q) => releaseContactJob(q, claimed, worker)).catch(() => {});
    }
    return true;
  },
};

/** How many there are before it begins, counted in short pieces. */
async function count(db: Database, { accountId, jobId }: ClaimedContactJob): Promise<void> {
  const job = await db.tx([accountId], (q) => findContactJob(q, accountId, jobId));
  if (job?.status !== "queued") return;
  let total = 0;
  for (let after: Awaited<ReturnType<typeof countContacts>>["next"] | undefined; after !== null; ) {
    const from = after;
    const counted = await db.tx([accountId], (q) =>
      countContacts(q, accountId, job.selection, { ...(from ? { after: from } : {}), patienceMs: countMs }),
    );
    total += counted.count;
    after = counted.next;
  }
  await db.tx([accountId], (q) => startContactJob(q, accountId, jobId, total));
}

/** The next stretch; false when the work is over. Who cancels waits for the stretch under way, and none comes after it. */
async function step(db: Database, worker: string, claimed: ClaimedContactJob): Promise<boolean> {
  const { accountId, jobId } = claimed;
  if (!(await db.global((q) => keepContactJob(q, claimed, worker)))) return false;
  const isLeft = await db.tx([accountId], async (q) => {
    const job = await findContactJob(q, accountId, jobId, "for update");
    if (job?.status !== "running") return undefined;
    const upTo = await findBulkEnd(q, accountId, { after: job.place, before: jobId, size: stretch });
    if (upTo === null) return false;
    const picked = await lockPicked(q, accountId, job.selection, { after: job.place, upTo });
    const changed = picked.length === 0 ? 0 : await change(q, accountId, job, picked);
    await moveContactJob(q, accountId, jobId, { done: picked.length, changed, place: upTo });
    return true;
  });
  if (isLeft === false) await finish(db, claimed, "done");
  return isLeft === true;
}

/** Does it for those of one stretch; answers for how many it changed anything. */
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

async function finish(
  db: Database,
  { accountId, jobId }: ClaimedContactJob,
  status: "done" | "failed",
  problem: string | null = null,
): Promise<void> {
  await db.tx([accountId], async (q) => {
    if (!(await endContactJob(q, accountId, jobId, status, problem))) return;
    const job = await findContactJob(q, accountId, jobId);
    if (!job) return;
    const [kind = "worker", id = ""] = job.createdBy.split(":");
    const { action, done, changed } = job;
    await audit(q, { account: accountId, actor: { kind, id } }, `contact.bulk.${action}`, jobId, {
      contacts: done,
      changed,
      ...(problem === null ? {} : { problem }),
    });
  });
}
