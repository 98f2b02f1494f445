import { aiRoutes } from "@trunkline/contract/ai.ts";
import { judgeRewording, rewordQuestion } from "@trunkline/workflow/parts/reword.ts";
import { type Api, handle } from "../http/handle.ts";
import { conflict, Problem } from "../http/problem.ts";
import { openModel } from "../models/openModel.ts";
import { chargeAi } from "../store/aiCharge.ts";
import { audit } from "../store/audit.ts";

const withinMs = 30_000;

/** Texts in other words (spec 2 §7.2). */
export function registerAi(api: Api): void {
  const model = openModel(api.config.model);
  handle(api, aiRoutes.reword, async (call) => {
    if (model === null)
      throw conflict(
        "No language model is configured. The operator sets TRUNKLINE_MODEL to openai, anthropic or local.",
        undefined,
        "no_model",
      );
    const { text, type } = call.body;
    const said = await model.ask(rewordQuestion(text, type), AbortSignal.timeout(withinMs));
    if (!said.ok) throw failed("model_failed", `The language model did not answer: ${said.words}. Try again later.`);
    const made = judgeRewording(text, said.text);
    if ("refused" in made)
      throw failed("model_unusable", `The language model's words could not be used: ${made.refused}. Try again.`);
    await call.db.tx([call.account], async (q) => {
      const costMicros = await chargeAi(q, call.account, null);
      await audit(q, call, "ai.reword", null, { type, costMicros });
    });
    return [made];
  });
}

const failed = (code: string, message: string): Problem => new Problem(502, { code, message });
