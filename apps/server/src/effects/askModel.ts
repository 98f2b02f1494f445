import type { Answer, Effect } from "@trunkline/workflow/engine/effects.ts";
import { chargeAi, findAiBlock } from "../store/ai/aiCharge.ts";
import type { EffectContext, Performer, Postponed } from "./performer.ts";

type AskModel = Extract<Effect, { do: "askModel" }>;

const mostTries = 3;

/** Asks the configured language model; what it says is charged at the account's price. Asking twice does no harm. */
export const askModelPerformer: Performer<AskModel> = {
  do: "askModel",
  repeatable: true,
  timeoutMs: 60_000,
  perform: askModel,
};

async function askModel(
  { question }: AskModel,
  { db, accountId, campaignId, attempt, signal, model }: EffectContext,
): Promise<Answer | Postponed> {
  if (model === null) return { ok: false, reason: "no_model" };
  const held = await db.tx([accountId], (q) => findAiBlock(q, accountId));
  if (held !== null) return { ok: false, reason: held };
  const said = await model.ask(question, signal);
  if (!said.ok) {
    if (said.retryable && attempt < mostTries) return { postponeMs: 1_000 * 2 ** attempt };
    return { ok: false, reason: `${said.reason}: ${said.words.slice(0, 200)}` };
  }
  await db.tx([accountId], (q) => chargeAi(q, accountId, campaignId));
  return { ok: true, text: said.text };
}
