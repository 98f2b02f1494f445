import type { RouteCallback } from "@trunkline/workflow/engine/effects.ts";
import { askAddress, callbackRetryAfterMs } from "../egress/askAddress.ts";
import { noteCallbackProblem } from "../store/routing/routeDecision.ts";
import type { Performer } from "./performer.ts";

/** Tells a destination's callback URL of a text, as often as a call's callback is told; who was not reached stands with the decision. */
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

/** Without path and query: whoever reads the text's route must not learn a secret of the address. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "no valid address");
