import type { Behaviour, Moment, Outcome, SavedNode } from "../../../nodeKind.ts";
import { factsAsVariables, type NumberFacts } from "../../../parts/factVariables.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { numberFacts } from "../../../parts/phone/numberFacts.ts";

// what the number itself tells needs nobody's answer; a carrier is asked only where the account has one to ask
export const behaviour: Behaviour<Record<string, unknown>> = {
  run(node, at) {
    const { phone } = at.contact;
    if (phone === null) return { go: nextOf(node), because: "no_phone" };
    if (at.lookup.asksCarriers) return { ask: { do: "lookUpCarrier", phone } };
    return found(node, phone);
  },
  answer(node, { ok, reason, vars }, at: Moment) {
    const { phone } = at.contact;
    if (phone === null) return { go: nextOf(node), because: "no_phone" };
    return found(node, phone, vars, ok ? undefined : reason);
  },
};

/** `told`: what a carrier said, which wins over what the number tells; `failed`: why it said nothing. */
function found(node: SavedNode, phone: string, told: Record<string, string> = {}, failed?: string): Outcome {
  const facts = numberFacts(phone);
  const vars = { ...(facts && factsAsVariables(facts)), ...told };
  const go = nextOf(node);
  if (Object.keys(vars).length === 0) return { go, because: failed ?? "invalid_phone" };
  return { go, assign: vars, because: failed ?? foundWords(vars) };
}

const shown: readonly (keyof NumberFacts)[] = ["type", "company", "city", "state", "country"];

/** What stands on the step: `mobile, Simulated Mobile, DC, US`. */
const foundWords = (vars: Record<string, string>): string =>
  `found ${shown.flatMap((name) => vars[`phonenumber1.${name}`] ?? []).join(", ")}`;
