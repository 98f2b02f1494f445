import { areaCodeStates } from "../data/areaCodeStates.ts";
import { canadianHours, federalHours, stateHours } from "../data/legalHours.ts";
import { ownValue } from "../ownValue.ts";
import { areaCodeOf } from "./recipientZones.ts";
import type { WindowRule } from "./window.ts";

/** Where a contact may be. The legal hours of all possible states apply (telecom §5.1). */
export interface LegalWhereabouts {
  zones: readonly string[];
  state?: string | null;
  phone?: string | null;
}

/**
 * The legal hours of texts and calls to a contact: the federal hours, 8 a.m. to 9 p.m. at the contact's location, and
 * the stricter ones of its state and the states of its area code. Holidays count as their weekday.
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

/** The states or provinces of a number's area code. */
function statesOf(phone: string | null | undefined): readonly string[] {
  const areaCode = phone ? areaCodeOf(phone) : undefined;
  return (areaCode === undefined ? undefined : ownValue(areaCodeStates, areaCode)) ?? [];
}
