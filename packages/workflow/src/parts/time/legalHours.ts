import { areaCodeStates } from "../data/areaCodeStates.ts";
import { canadianHours, federalHours, stateHours } from "../data/legalHours.ts";
import { ownValue } from "../ownValue.ts";
import { areaCodeOf } from "./recipientZones.ts";
import type { WindowRule } from "./window.ts";

/** Where a contact may be: the legal hours of every state that comes into question hold (telecom §5.1). */
export interface LegalWhereabouts {
  zones: readonly string[];
  state?: string | null;
  phone?: string | null;
}

/**
 * The legal hours of texts and calls to a contact: the federal floor, 8 to 21 where the contact is, and what its state
 * and the states of its area code ask beyond that. Holidays are not known here: they count as the weekday they fall on.
 */
export function legalHours({ zones, state, phone }: LegalWhereabouts): WindowRule[] {
  const states = new Set(statesOf(phone));
  if (state) states.add(state.trim().toUpperCase());
  const rules: WindowRule[] = [{ zones, ...federalHours, name: "legal hours" }];
  for (const name of states) {
    const hours = ownValue(stateHours, name) ?? ownValue(canadianHours, name);
    if (hours === undefined) continue;
    const [first, ...or] = hours.hours;
    rules.push({ zones: hours.zone ? [hours.zone] : zones, ...first, or, name: `legal hours of ${name}` });
  }
  return rules;
}

/** The states or provinces that a number's area code lies in. */
function statesOf(phone: string | null | undefined): readonly string[] {
  const areaCode = phone ? areaCodeOf(phone) : undefined;
  return (areaCode === undefined ? undefined : ownValue(areaCodeStates, areaCode)) ?? [];
}
