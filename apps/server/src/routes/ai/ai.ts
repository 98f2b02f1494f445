import { aiRoutes } from "@trunkline/contract/ai/ai.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { checkRewording, rewordQuestion } from "@trunkline/workflow/parts/text/reword.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { modelProblem, openModelDesk } from "./askModel.ts";

const withinMs = 30_000;

/** Rewords texts (spec 2 §7.2). */
export function registerAi(api: Api): void {
  const desk = openModelDesk(api);
  handle(api, aiRoutes.reword, async (call) => {
    await desk.need(call);
    const { text, type } = call.body;
    const problem = textProblem(text);
    if (problem !== undefined) throw invalid(`The text cannot be sent: ${problem}`, "body.text");
    await call.key.acts();
    const said = await desk.ask(call, rewordQuestion(text, type), { action: "ai.reword", details: { type }, withinMs });
    const made = checkRewording(text, said.text);
    if ("refused" in made)
      throw modelProblem(
        "model_unusable",
        `The language model's answer could not be used: ${made.refused}. Try again.`,
      );
    return [{ text: made.text, cost: said.costMicros / 1_000_000 }];
  });
}
