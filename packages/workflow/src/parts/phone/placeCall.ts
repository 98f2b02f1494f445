import type { Answer } from "../../engine/effects.ts";
import type { Moment, Outcome } from "../../nodeKind.ts";
import type { SavedNode } from "../../savedNode.ts";
import type { Address, CallPlan } from "../../voice/script.ts";
import { nextOf } from "../oneExit.ts";
import { renderText, textContextOf } from "../text/text.ts";
import { describeWindow, evaluateWindow } from "../time/window.ts";
import { readVariable } from "../variables.ts";
import { blocks } from "./dnc.ts";

/** Fills in variables, and collects the names of those without a value. */
export interface Fill {
  (text: string): string;
  missing: string[];
}

/** A filler for one contact at one moment. */
function fillFor(at: Moment): Fill {
  const missing: string[] = [];
  const read = (name: string): string | undefined => readVariable(at, name);
  const fill = (text: string): string => {
    const rendered = renderText(text, read, textContextOf(at));
    for (const name of rendered.missing) if (!missing.includes(name)) missing.push(name);
    return rendered.text;
  };
  return Object.assign(fill, { missing });
}

/** A form's address with its variables filled in, or none if the field is empty. */
export const addressOf = (url: string, fill: Fill, method: Address["method"] = "POST"): Address | undefined =>
  url.trim() === "" ? undefined : { url: fill(url.trim()), method };

/** Requests a call. If the contact cannot be called, the journey continues with the reason, or waits for the window (readings, Windows). */
export function placeCall(node: SavedNode, at: Moment, planFor: (fill: Fill) => CallPlan, because?: string): Outcome {
  if (at.contact.phone === null) return { go: nextOf(node), because: "no_phone" };
  if (blocks(at.contact.dnc, "call")) return { go: nextOf(node), because: "dnc" };
  const verdict = evaluateWindow(at.now, at.sendWindow);
  if (!verdict.open) {
    if (verdict.opensAt === null) return { fail: `window_never_opens: ${verdict.because}` };
    return { wait: { until: verdict.opensAt }, because: verdict.because };
  }
  const fill = fillFor(at);
  const plan = planFor(fill);
  const window = describeWindow(at.sendWindow);
  return {
    ask: {
      do: "placeCall",
      plan,
      ...(verdict.openUntil !== undefined && { openUntil: verdict.openUntil }),
      ...(window !== undefined && { window }),
      ...(fill.missing.length > 0 && { missing: fill.missing }),
    },
    because,
  };
}

/** The journey continues when the call has ended. If it was not answered, the step says why (readings, What a node waits for). */
export const callEnded = (node: SavedNode, answer: Answer): Outcome => ({
  go: nextOf(node),
  assign: answer.vars,
  because: answer.ok ? undefined : answer.reason,
});
