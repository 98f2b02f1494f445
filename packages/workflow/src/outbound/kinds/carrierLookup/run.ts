import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { factsAsVariables, type NumberFacts } from "../../../parts/factVariables.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { numberFacts } from "../../../parts/phone/numberFacts.ts";
import type { SavedNode } from "../../../savedNode.ts";

// facts in the number itself need no request; a carrier is asked only if the account has one
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

/** `reported`: facts from a carrier, which win over those in the number. `failed`: why the carrier reported none. */
function found(node: SavedNode, phone: string, reported: Record<string, string> = {}, failed?: string): Outcome {
  const facts = numberFacts(phone);
  const vars = { ...(facts && factsAsVariables(facts)), ...reported };
  const go = nextOf(node);
  if (Object.keys(vars).length === 0) return { go, because: failed ?? "invalid_phone" };
  return { go, assign: vars, because: failed ?? describeFound(vars) };
}

const shown: readonly (keyof NumberFacts)[] = ["type", "company", "city", "state", "country"];

/** The step's text: `mobile, Simulated Mobile, DC, US`. */
const describeFound = (vars: Record<string, string>): string =>
  `found ${shown.flatMap((name) => vars[`phonenumber1.${name}`] ?? []).join(", ")}`;
