import {
  type AgentQueue,
  type AgentQueueEntry,
  type AgentWaiting,
  agentQueueRoutes,
} from "@trunkline/contract/agents/agentqueue.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import {
  type AgentQueueRow,
  closeQueueEntries,
  findAgentQueue,
  hasAgentQueue,
  insertAgentQueue,
  listAgentQueues,
  listWaiting,
  type QueueEntryRow,
  removeAgentQueue,
  updateAgentQueue,
} from "../../store/agents/agentQueue.ts";
import { countQueueCallers, listQueueCallers, type QueueCallerRow } from "../../store/agents/queueCaller.ts";
import type { Target } from "../../store/agents/target.ts";
import { saveWrapUp } from "../../store/agents/wrapUp.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";

/** Queues in which contacts and callers wait for an agent (spec 2 §3.3 agentQueue; telecom §8). */
export function registerAgentQueue(api: Api): void {
  handle(api, agentQueueRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listAgentQueues(q, account)).map(showQueue)),
  );
  handle(api, agentQueueRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { name, ...rules } = call.body;
      const queueId = await insertAgentQueue(q, call.account, name, rules);
      if (queueId === null)
        throw conflict(`A queue named "${name}" already exists. Choose another name`, "body.name", "name_taken");
      await saveWrapUp(q, call.account, "queue", name, rules);
      await audit(q, call, "agentQueue.create", queueId, { name, ...rules });
      return findShown(q, call.account, queueId);
    }),
  );
  handle(api, agentQueueRoutes.update, async (call) => {
    const shown = await call.db.tx([call.account], async (q) => {
      const { queueId } = call.params;
      const before = await findAgentQueue(q, call.account, queueId);
      if (before === null || !(await updateAgentQueue(q, call.account, queueId, call.body))) throw notFound("queue");
      await saveWrapUp(q, call.account, "queue", before.name, call.body);
      const released = call.body.open === false ? await release(q, call.account, queueId) : 0;
      const after = await findShown(q, call.account, queueId);
      await auditChange(q, call, "agentQueue.update", queueId, {
        about: { named: before.name, released },
        before: settable(before),
        after: settable(after[0] ?? before),
      });
      return after;
    });
    call.wakeUp();
    return shown;
  });
  handle(api, agentQueueRoutes.remove, async (call) => {
    const { queueId } = call.params;
    await call.db.tx([call.account], async (q) => {
      const released = await release(q, call.account, queueId);
      if (!(await removeAgentQueue(q, call.account, queueId))) throw notFound("queue");
      await audit(q, call, "agentQueue.delete", queueId, { released });
    });
    call.wakeUp();
    return [{ id: queueId }];
  });
  handle(api, agentQueueRoutes.waiting, ({ db, account, actor, params: { queueId } }) =>
    db.tx([account], async (q) => {
      if (!(await hasAgentQueue(q, account, queueId))) throw notFound("queue");
      const userId = actor.kind === "user" ? actor.id : null;
      const contacts = (await listWaiting(q, account, queueId)).map(showContact);
      const callers = (await listQueueCallers(q, account, queueId, userId)).map((row) =>
        showCaller({ ...row, isForUser: row.isForUser && userId !== null }),
      );
      return [...contacts, ...callers]
        .sort((a, b) => (a.since < b.since ? -1 : a.since > b.since ? 1 : 0))
        .slice(0, 200);
    }),
  );
}

/** What a user sets of a queue. */
const settable = ({
  open,
  targetPercent,
  targetSeconds,
  wrapUpSeconds,
}: Pick<AgentQueueRow, "open" | "wrapUpSeconds" | keyof Target>) => ({
  open,
  targetPercent,
  targetSeconds,
  wrapUpSeconds,
});

/** Releases all waiting contacts and callers, and returns how many. Callers continue at the worker's next poll. */
const release = async (q: Query, account: string, queueId: string): Promise<number> =>
  (await closeQueueEntries(q, account, queueId)) + (await countQueueCallers(q, account, queueId));

async function findShown(q: Query, account: string, queueId: string): Promise<AgentQueue[]> {
  const row = await findAgentQueue(q, account, queueId);
  if (!row) throw notFound("queue");
  return [showQueue(row)];
}

const showQueue = ({ oldest, created, ...row }: AgentQueueRow): AgentQueue => ({
  ...row,
  oldest: oldest?.toISOString() ?? null,
  created: created.toISOString(),
});

/** A queue entry in wire form. */
export const showQueueEntry = ({
  node: _node,
  queueName,
  campaignName,
  since,
  until,
  taken,
  ...row
}: QueueEntryRow): AgentQueueEntry => ({
  ...row,
  queueName: queueName ?? "",
  campaignName: campaignName ?? "",
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
  taken: taken?.toISOString() ?? null,
});

/** A waiting or answered contact in wire form. */
export const showContact = (row: QueueEntryRow): AgentWaiting => ({
  ...showQueueEntry(row),
  callId: null,
  kind: "contact",
  mayTake: true,
});

/** A waiting or answered caller in wire form. */
export const showCaller = (
  { callId, kind, queueId, queueName, since, phone, contactId, contactName, isForUser }: QueueCallerRow,
  taken: { by: string; at: Date } | null = null,
): AgentWaiting => ({
  holdId: null,
  queueId,
  queueName,
  contactId,
  name: contactName,
  phone,
  campaignId: null,
  campaignName: "",
  journeyId: null,
  since: since.toISOString(),
  until: null,
  state: taken === null ? "waiting" : "taken",
  agentName: taken?.by ?? null,
  taken: taken?.at.toISOString() ?? null,
  note: null,
  callId,
  kind,
  mayTake: isForUser,
});
