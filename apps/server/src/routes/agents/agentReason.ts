import { type AgentReason, agentReasonRoutes, mostAgentReasons } from "@trunkline/contract/agents/agentReason.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import {
  type AgentReasonRow,
  hasAgentReasonNamed,
  insertAgentReason,
  listAgentReasons,
  lockAgentReason,
  orderAgentReasons,
  updateAgentReason,
} from "../../store/agents/agentReason.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";

/** Why agents are away: a break, lunch, a training (decision 0100). */
export function registerAgentReason(api: Api): void {
  handle(api, agentReasonRoutes.list, ({ db, account }) => db.tx([account], (q) => listAgentReasons(q, account)));
  handle(api, agentReasonRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, body } = call;
      await refuseTooMany(q, account);
      const reasonId = await insertAgentReason(q, account, body);
      if (reasonId === null) throw nameTaken(body.name);
      await audit(q, call, "agentReason.create", reasonId, body);
      return [await needReason(q, account, reasonId)];
    }),
  );
  handle(api, agentReasonRoutes.order, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, body } = call;
      const all = await listAgentReasons(q, account);
      const unknown = body.reasonIds.findIndex(
        (asked) => !all.some(({ reasonId }) => reasonId === asked.toLowerCase()),
      );
      if (unknown >= 0)
        throw invalid("This reason does not exist. Choose another one", `body.reasonIds[${unknown}]`, "no_reason");
      const before = namesOf(all);
      await orderAgentReasons(q, account, body.reasonIds);
      const reasons = await listAgentReasons(q, account);
      await auditChange(q, call, "agentReason.order", account, {
        before: { order: before },
        after: { order: namesOf(reasons) },
      });
      return reasons;
    }),
  );
  handle(api, agentReasonRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, body, params } = call;
      const before = await needReason(q, account, params.reasonId);
      const { name = before.name, isWork = before.isWork, archived = before.archived } = body;
      const after = { ...before, name, isWork, archived };
      if (!archived && (await hasAgentReasonNamed(q, account, after))) throw nameTaken(name);
      if (before.archived && !archived) await refuseTooMany(q, account);
      await updateAgentReason(q, account, after);
      await auditChange(q, call, "agentReason.update", params.reasonId, {
        about: { named: before.name },
        before,
        after,
      });
      return [after];
    }),
  );
}

const namesOf = (reasons: readonly AgentReasonRow[]): string[] =>
  reasons.flatMap(({ name, archived }) => (archived ? [] : [name]));

const nameTaken = (name: string) =>
  conflict(`A reason named "${name}" already exists. Choose another name`, "body.name", "name_taken");

async function refuseTooMany(q: Query, account: string): Promise<void> {
  if (namesOf(await listAgentReasons(q, account)).length >= mostAgentReasons)
    throw conflict(
      `There are already ${mostAgentReasons} reasons. Archive one first`,
      undefined,
      "too_many_agent_reasons",
    );
}

async function needReason(q: Query, account: string, reasonId: string): Promise<AgentReason> {
  const row = await lockAgentReason(q, account, reasonId);
  if (row === null) throw notFound("reason");
  return row;
}
