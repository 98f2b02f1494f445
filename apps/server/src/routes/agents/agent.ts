import { agentRoutes } from "@trunkline/contract/agents/agentqueue.ts";
import { holds } from "@trunkline/contract/identity/roles.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { notifyPhone } from "../../inbound/callers.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { findPresence, listAgents, savePresence } from "../../store/agents/agentPresence.ts";
import { findAgentQueue, listAnsweredEntries, wrapUpQueueEntry } from "../../store/agents/agentQueue.ts";
import { audit } from "../../store/audit/audit.ts";
import { showQueueEntry } from "./agentqueue.ts";
import { askScript } from "./agentScript.ts";
import { answerCaller, answerContact, answerNext, idOf } from "./answerFromQueue.ts";

/** Endpoints for agents: presence, answering from a queue, and wrap-up (readings, Requests of our pages). */
export function registerAgent(api: Api): void {
  const world: CallWorld = { publicUrl: api.config.publicUrl, pace: 1 };
  handle(api, agentRoutes.find, ({ db, account, actor }) =>
    db.tx([account], async (q) => [
      {
        name: actor.name,
        status: await findPresence(q, account, idOf(actor)),
        holds: (await listAnsweredEntries(q, account, idOf(actor))).map(showQueueEntry),
      },
    ]),
  );
  handle(api, agentRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) =>
      (await listAgents(q, account))
        .filter(({ role, privileges }) => holds(role, privileges, "inbox-use"))
        .map(({ userId, name, status, phone, since, holding }) => ({
          userId,
          name,
          status,
          phone,
          since: since?.toISOString() ?? null,
          holding,
        })),
    ),
  );
  handle(api, agentRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      await savePresence(q, call.account, idOf(call.actor), call.body.status);
      const { kind, id, name } = call.actor;
      if (kind === "user") await notifyPhone(q, call.account, id, name, call.body.status);
      await audit(q, call, "agent.presence", null, { status: call.body.status });
      return [{ status: call.body.status }];
    }),
  );
  handle(api, agentRoutes.take, (call) =>
    call.db.tx([call.account], async (q) => {
      const { queueId, holdId, callId } = call.body;
      const queue = await findAgentQueue(q, call.account, queueId);
      if (queue === null) throw notFound("queue");
      if ((await findPresence(q, call.account, idOf(call.actor))) === "away")
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
