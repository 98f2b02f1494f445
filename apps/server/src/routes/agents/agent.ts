import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { holds } from "@trunkline/contract/identity/roles.ts";
import type { z } from "zod";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { notifyPhone } from "../../inbound/callers.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { findPresence, listAgents, savePresence } from "../../store/agents/agentPresence.ts";
import { findAgentQueue, listAnsweredEntries, wrapUpQueueEntry } from "../../store/agents/agentQueue.ts";
import { lockAgentReason } from "../../store/agents/agentReason.ts";
import { insertAgentState } from "../../store/agents/agentState.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { showQueueEntry } from "./agentqueue.ts";
import { askScript } from "./agentScript.ts";
import { answerCaller, answerContact, answerNext, idOf } from "./answerFromQueue.ts";
import { showPresence } from "./showPresence.ts";

/** Endpoints for agents: presence, answering from a queue, and wrap-up (readings, Requests of our pages). */
export function registerAgent(api: Api): void {
  const world: CallWorld = { publicUrl: api.config.publicUrl, pace: 1 };
  handle(api, agentRoutes.find, ({ db, account, actor }) =>
    db.tx([account], async (q) => [
      {
        name: actor.name,
        ...showPresence(await findPresence(q, account, idOf(actor))),
        holds: (await listAnsweredEntries(q, account, idOf(actor))).map(showQueueEntry),
      },
    ]),
  );
  handle(api, agentRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) =>
      (await listAgents(q, account))
        .filter(({ role, privileges }) => holds(role, privileges, "inbox-use"))
        .map(({ userId, name, status, reason, phone, since, holding }) => ({
          userId,
          name,
          status,
          reason,
          phone,
          since: since?.toISOString() ?? null,
          holding,
        })),
    ),
  );
  handle(api, agentRoutes.update, (call) => call.db.tx([call.account], (q) => setPresence(q, call)));
  handle(api, agentRoutes.take, (call) =>
    call.db.tx([call.account], async (q) => {
      const { queueId, holdId, callId } = call.body;
      const queue = await findAgentQueue(q, call.account, queueId);
      if (queue === null) throw notFound("queue");
      if ((await findPresence(q, call.account, idOf(call.actor))).status === "away")
        throw conflict("You are away. Set yourself to available first.", undefined, "agent_away");
      const from = { q, account: call.account, actor: call.actor, world, queue };
      const taken =
        callId !== undefined
          ? await answerCaller(from, callId)
          : holdId !== undefined
            ? await answerContact(from, holdId)
            : await answerNext(from);
      await audit(q, call, "agent.take", taken.contactId, { queueId, holdId: taken.holdId, callId: taken.callId });
      return [taken];
    }),
  );
  handle(api, agentRoutes.script, async (call) => [
    await askScript(call, { id: idOf(call.actor), name: call.actor.name }),
  ]);
  handle(api, agentRoutes.wrapUp, (call) =>
    call.db.tx([call.account], async (q) => {
      const { holdId, note } = call.body;
      const hold = await wrapUpQueueEntry(q, call.account, holdId, idOf(call.actor), note);
      if (hold === null) throw notFound("contact that you answered");
      await audit(q, call, "agent.wrapUp", hold.contactId, { holdId });
      return [showQueueEntry(hold)];
    }),
  );
}

/** Writes what the agent chose, begins the part of their history, and notifies webhooks. */
async function setPresence(q: Query, call: Call & { body: z.output<NonNullable<typeof agentRoutes.update.body>> }) {
  const { account, body, actor } = call;
  const { status, reasonId = null } = body;
  const reason = reasonId === null ? null : await lockAgentReason(q, account, reasonId);
  if (reasonId !== null && (reason === null || reason.archived))
    throw invalid("This reason does not exist or is archived. Choose another one", "body.reasonId", "no_reason");
  const isNew = await savePresence(q, account, idOf(actor), { status, reasonId });
  if (actor.kind === "user" && isNew) {
    await insertAgentState(q, account, actor.id);
    await notifyPhone(q, account, actor.id, actor.name, status);
  }
  await audit(q, call, "agent.presence", null, { status, ...(reason && { reason: reason.name }) });
  return [showPresence(await findPresence(q, account, idOf(actor)))];
}
