import { anthropicModel } from "@trunkline/carriers/models/anthropic.ts";
import type { ModelAnswer, ModelQuestion } from "@trunkline/carriers/models/languageModel.ts";
import { localModel } from "@trunkline/carriers/models/local.ts";
import { openaiModel } from "@trunkline/carriers/models/openai.ts";
import type { DraftingQuestion } from "@trunkline/workflow/drafting/draftQuestion.ts";
import { answerLocally } from "@trunkline/workflow/drafting/localDrafter.ts";
import { sendWire } from "../carriers/sendWire.ts";

/** The operator's language model settings (TRUNKLINE_MODEL and related variables). */
export type ModelConfig =
  | { kind: "none" }
  | { kind: "local" }
  | { kind: "openai" | "anthropic"; baseUrl: string; apiKey: string; model: string };

/** The configured model, or null. Without one, requests for it are refused with a message. */
export interface LanguageModel {
  ask(question: ModelQuestion, signal: AbortSignal): Promise<ModelAnswer>;
}

/** Opens the configured language model. */
export function openModel(config: ModelConfig): LanguageModel | null {
  if (config.kind === "none") return null;
  if (config.kind === "local") return { ask: async (question) => ({ ok: true, text: answerByRules(question) }) };
  const model = config.kind === "openai" ? openaiModel(config) : anthropicModel(config);
  return { ask: async (question, signal) => model.read(await sendWire(model.build(question), signal)) };
}

/** The local model: drafts are made of the library's workflows, which carriers cannot import. */
const answerByRules = (question: ModelQuestion): string =>
  isDrafting(question) ? answerLocally(question) : localModel.answer(question);

const isDrafting = (question: ModelQuestion): question is ModelQuestion & DraftingQuestion =>
  question.purpose === "draft" || question.purpose === "explain" || question.purpose === "write";
