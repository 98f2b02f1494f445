import { aiRoutes } from "@trunkline/contract/ai/ai.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { checkRewording, rewordQuestion } from "@trunkline/workflow/parts/text/reword.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid, Problem } from "../../http/problem.ts";
import { openModel } from "../../models/openModel.ts";
import { chargeAi, findAiBlock } from "../../store/ai/aiCharge.ts";
import { audit } from "../../store/audit/audit.ts";

const withinMs = 30_000;

/** Rewords texts (spec 2 §7.2). */
export function registerAi(api: Api): void {
  const model = openModel(api.config.model);
  handle(api, aiRoutes.reword, async (call) => {
    if (model === null)
      throw conflict(
        "No language model is configured. The operator sets TRUNKLINE_MODEL to openai, anthropic or local.",
        undefined,
        "no_model",
      );
    const held = await call.db.tx([call.account], (q) => findAiBlock(q, call.account));
    if (held !== null) throw conflict(holds[held], undefined, held);
    const { text, type } = call.body;
    const problem = textProblem(text);
    if (problem !== undefined) throw invalid(`The text cannot be sent: ${problem}`, "body.text");
    await call.key.acts();
    const said = await model.ask(rewordQuestion(text, type), AbortSignal.timeout(withinMs));
    if (!said.ok) throw failed("model_failed", `The language model did not answer: ${said.words}. Try again later.`);
    // Every answer is charged, even if its text cannot be used.
    const costMicros = await call.db.tx([call.account], async (q) => {
      const charged = await chargeAi(q, call.account, null);
      await audit(q, call, "ai.reword", null, { type, costMicros: charged });
      return charged;
    });
    const made = checkRewording(text, said.text);
    if ("refused" in made)
      throw failed("model_unusable", `The language model's answer could not be used: ${made.refused}. Try again.`);
    return [{ text: made.text, cost: costMicros / 1_000_000 }];
  });
}

const holds = {
  kill_switch:
    "Sending is switched off for this account. Turn off “Hold all sending” under Settings, Prices and limits.",
  spend_limit:
    "The account's spending limit for today is reached. Raise it under Settings, Prices and limits, or try again tomorrow (UTC).",
} as const;

const failed = (code: string, message: string): Problem => new Problem(502, { code, message });
