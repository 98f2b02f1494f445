import type { RouteCallback } from "@trunkline/workflow/engine/effects.ts";
import { askAddress, callbackRetryAfterMs } from "../egress/askAddress.ts";
import { noteCallbackProblem } from "../store/routing/routeDecision.ts";
import type { Performer } from "./performer.ts";

/** Reports a text to a destination's callback URL, with as many attempts as a call's callback. A failure is saved with the decision. */
export const makeNotifyCallback = (againAfterMs = callbackRetryAfterMs): Performer<RouteCallback> => ({
  do: "notifyCallback",
  repeatable: true,
  timeoutMs: 20_000,
  async perform({ url, params }, { egress, effectId, attempt, signal, db, accountId }) {
    try {
      await askAddress(egress, effectId, { method: "POST", url, params }, signal);
      return { ok: true };
    } catch (error) {
      if (signal.aborted) return { postponeMs: 0 };
      const postponeMs = againAfterMs(attempt);
      if (postponeMs !== null) return { postponeMs };
      const why = error instanceof Error ? error.message : String(error);
      const problem = `The callback URL at ${placeOf(url)} was not reached: ${why}`;
      await db.tx([accountId], (q) => noteCallbackProblem(q, accountId, params["messageSid"] ?? "", problem));
      return { ok: false, reason: `effect_failed: ${problem}` };
    }
  },
});

/** Without path and query, so that readers of the text's route do not learn a secret in the address. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "no valid address");
