import { type AgentHold, type AgentQueue, agentQueueRoutes } from "@trunkline/contract/agentqueue.ts";
import { type Api, handle } from "../http/handle.ts";
import { conflict, notFound } from "../http/problem.ts";
import {
  type AgentQueueRow,
  closeHolds,
  findAgentQueue,
  type HoldRow,
  hasAgentQueue,
  insertAgentQueue,
  listAgentQueues,
  listWaiting,
  removeAgentQueue,
  updateAgentQueue,
} from "../store/agentQueue.ts";
import { audit } from "../store/audit.ts";
import type { Query } from "../store/database.ts";

/** Queues in which contacts wait for an agent (spec 2 §3.3 agentQueue). */
export function registerAgentQueue(api: Api): void {
  handle(api, agentQueueRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => (await listAgentQueues(q, account)).map(showQueue)),
  );
  handle(api, agentQueueRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { name } = call.body;
      const queueId = await insertAgentQueue(q, call.account, name);
      if (queueId === null)
        throw conflict(`There is a queue "${name}" already: choose another name`, "body.name", "name_taken");
      await audit(q, call, "agentQueue.create", queueId, { name });
      return findShown(q, call.account, queueId);
    }),
  );
  handle(api, agentQueueRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { queueId } = call.params;
      const { open } = call.body;
      if (!(await updateAgentQueue(q, call.account, queueId, open))) throw notFound("queue");
      const released = open ? 0 : await closeHolds(q, call.account, queueId);
      await audit(q, call, "agentQueue.update", queueId, { open, released });
      return findShown(q, call.account, queueId);
    }),
  );
  handle(api, agentQueueRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { queueId } = call.params;
      const released = await closeHolds(q, call.account, queueId);
      if (!(await removeAgentQueue(q, call.account, queueId))) throw notFound("queue");
      await audit(q, call, "agentQueue.delete", queueId, { released });
      return [{ id: queueId }];
    }),
  );
  handle(api, agentQueueRoutes.waiting, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      if (!(await hasAgentQueue(q, account, params.queueId))) throw notFound("queue");
      return (await listWaiting(q, account, params.queueId)).map(showHold);
    }),
  );
}

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

/** A contact's place in wire words. */
export const showHold = ({
  node: _node,
  queueName,
  campaignName,
  since,
  until,
  taken,
  ...row
}: HoldRow): AgentHold => ({
  ...row,
  queueName: queueName ?? "",
  campaignName: campaignName ?? "",
  since: since.toISOString(),
  until: until?.toISOString() ?? null,
  taken: taken?.toISOString() ?? null,
});
