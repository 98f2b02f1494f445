import type { ModelAnswer, ModelQuestion } from "@trunkline/carriers/models/languageModel.ts";
import type { FastifyRequest } from "fastify";
import type { Api, Call } from "../../http/handle.ts";
import { conflict, Problem, tooMany } from "../../http/problem.ts";
import { openModel } from "../../models/openModel.ts";
import { chargeAi, findAiBlock } from "../../store/ai/aiCharge.ts";
import { audit } from "../../store/audit/audit.ts";

/** The configured language model for requests of users. */
export interface ModelDesk {
  isAvailable: boolean;
  /** Refuses where no model may be asked for the account now. */
  need(call: Call): Promise<void>;
  /** Asks, charges the answer and writes it to the audit log. Every answer is charged, even if it cannot be used. */
  ask(
    call: Call,
    question: ModelQuestion,
    entry: { action: string; details?: object; withinMs: number },
  ): Promise<{ text: string; costMicros: number }>;
}

/** Opens the language model for the routes that ask it. `mostPerMinute`: questions of one account, in one process. */
export function openModelDesk(api: Api, mostPerMinute = Number.POSITIVE_INFINITY): ModelDesk {
  const model = openModel(api.config.model);
  const accounts = new WeakMap<FastifyRequest, string>();
  const limit = api.app.createRateLimit({
    max: mostPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => accounts.get(request) ?? request.ip,
  });
  return {
    isAvailable: model !== null,
    async need({ db, account, request }) {
      if (model === null) throw noModel();
      const held = await db.tx([account], (q) => findAiBlock(q, account));
      if (held !== null) throw conflict(holds[held], undefined, held);
      accounts.set(request, account);
      const used = await limit(request);
      if (!used.isAllowed && used.isExceeded)
        throw tooMany(
          `The language model was asked ${mostPerMinute} times in the last minute. Try again in ${used.ttlInSeconds} seconds`,
          used.ttlInSeconds,
        );
    },
    async ask(call, question, { action, details = {}, withinMs }) {
      if (model === null) throw noModel();
      const late = AbortSignal.timeout(withinMs);
      const said = await model.ask(question, AbortSignal.any([late, leftSignal(call)]));
      if (!said.ok) throw failureOf(said, late.aborted ? withinMs : null);
      const costMicros = await call.db.tx([call.account], async (q) => {
        const charged = await chargeAi(q, call.account, null);
        await audit(q, call, action, null, { ...details, costMicros: charged });
        return charged;
      });
      return { text: said.text, costMicros };
    },
  };
}

const noModel = () =>
  conflict(
    "No language model is configured. The operator sets TRUNKLINE_MODEL to openai, anthropic or local.",
    undefined,
    "no_model",
  );

/** Why there is no answer, and what to do. */
function failureOf({ reason, words }: Extract<ModelAnswer, { ok: false }>, lateMs: number | null): Problem {
  if (lateMs !== null)
    return modelProblem(
      "model_failed",
      `The language model took longer than ${lateMs / 1000} seconds. Try again later.`,
    );
  const advice =
    reason === "model_refused"
      ? "The operator checks TRUNKLINE_MODEL_KEY and TRUNKLINE_MODEL_NAME."
      : "Try again later.";
  return modelProblem("model_failed", `The language model did not answer: ${words}. ${advice}`);
}

/** Aborts when the caller is gone: a cancelled request of a page costs nothing more. */
function leftSignal({ reply }: Call): AbortSignal {
  const controller = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

const holds = {
  kill_switch:
    "Sending is switched off for this account. Turn off “Hold all sending” under Settings, Prices and limits.",
  spend_limit:
    "The account's spending limit for today is reached. Raise it under Settings, Prices and limits, or try again tomorrow (UTC).",
} as const;

/** 502: the model failed, or said what cannot be used. */
export const modelProblem = (code: "model_failed" | "model_unusable", message: string): Problem =>
  new Problem(502, { code, message });
