import type { Contact } from "../../engine/world.ts";
import { areaCodeZones } from "../data/areaCodeZones.ts";
import { postalZones, stateZones } from "../data/placeZones.ts";
import { ownValue } from "../ownValue.ts";
import { isZone } from "./clock.ts";
import { zoneOf } from "./timezones.ts";

/** Sources of a recipient's zone. */
export interface Whereabouts {
  /** An IANA zone or a time-zone id. */
  timezone?: string | number | null;
  postalCode?: string | null;
  state?: string | null;
  phone?: string | null;
}

export interface RecipientZones {
  zones: readonly string[];
  from: Contact["zonesFrom"];
}

/** Unknown: the continental zones, so that a window is open only from 8 a.m. in Los Angeles to 9 p.m. in New York (telecom §6). */
export const continentalZones: readonly string[] = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Phoenix",
  "America/Los_Angeles",
];

const unknown: RecipientZones = { zones: continentalZones, from: "unknown" };

/**
 * All zones a contact may be in: its own, else those of its postal code, else of its state, else of its area code and
 * overlays (readings, Recipient's zone).
 */
export function recipientZones({ timezone, postalCode, state, phone }: Whereabouts): RecipientZones {
  const own = timezone === undefined || timezone === null || timezone === "" ? undefined : ownZone(timezone);
  if (own !== undefined) return own;
  const postal = postalCode ? zonesOfPostalCode(postalCode) : undefined;
  if (postal !== undefined) return { zones: postal, from: "postal" };
  const ofState = state ? ownValue(stateZones, state.trim().toUpperCase()) : undefined;
  if (ofState !== undefined) return { zones: ofState, from: "state" };
  const ofAreaCode = phone ? zonesOfPhone(phone) : undefined;
  return ofAreaCode === undefined ? unknown : { zones: ofAreaCode, from: "areaCode" };
}

const ownZones = new Map<string, RecipientZones | undefined>();

function ownZone(timezone: string | number): RecipientZones | undefined {
  const text = String(timezone).trim();
  if (!ownZones.has(text)) {
    if (ownZones.size > 2000) ownZones.clear();
    const zone = /^-?\d+$/.test(text) ? zoneOf(Number(text)) : text;
    ownZones.set(text, zone !== undefined && isZone(zone) ? { zones: [zone], from: "contact" } : undefined);
  }
  return ownZones.get(text);
}

/** The zones of a US or Canadian postal code, by the longest known prefix. */
function zonesOfPostalCode(postalCode: string): readonly string[] | undefined {
  const code = postalCode.trim().toUpperCase();
  if (!/^(\d{5}(-?\d{4})?|[A-Z]\d[A-Z]\s?\d[A-Z]\d)$/.test(code)) return undefined;
  for (let length = 5; length >= 1; length--) {
    const zones = postalZones.get(code.slice(0, length));
    if (zones !== undefined) return zones;
  }
  return undefined;
}

/** The three digits after +1 of a North American number. */
export const areaCodeOf = (phone: string): string | undefined =>
  phone.startsWith("+1") && phone.length === 12 ? phone.slice(2, 5) : undefined;

/** The zones of a number's area code and its overlays. */
export function zonesOfPhone(phone: string): readonly string[] | undefined {
  const areaCode = areaCodeOf(phone);
  return areaCode === undefined ? undefined : ownValue(areaCodeZones, areaCode);
}
