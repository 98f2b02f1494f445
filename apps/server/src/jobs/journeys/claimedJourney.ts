import type { JourneyEvent } from "@trunkline/workflow/engine/effects.ts";
import type { Journey } from "@trunkline/workflow/engine/journey.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import {
  type JourneyContactRow,
  type JourneyMarks,
  type JourneyRow,
  journeyStatus,
  type PendingEvent,
} from "../../store/journeys/journey.ts";

const noTags: string[] = [];
const noFields: Record<string, string> = {};
const noZones: readonly string[] = [];

/** The engine's journey from its row. */
export function readJourney(row: JourneyRow, { status, visits, listening }: JourneyMarks): Journey {
  const journey: Journey = {
    journeyId: row.journeyId,
    at: row.node,
    status: journeyStatus(status),
    revision: row.revision,
    vars: row.vars === null ? noFields : (JSON.parse(row.vars) as Record<string, string>),
    since: row.sinceMs ?? 0,
    visits,
    // only enrolments look at it, and they read it where it is kept
    depth: 0,
  };
  if (row.wakeMs !== null) journey.wakeAt = row.wakeMs;
  if (listening) journey.listening = true;
  return journey;
}

/** The engine's contact from its row. */
export function readContact(row: JourneyContactRow): Contact {
  return {
    contactId: row.contactId,
    phone: row.phone,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    address: row.address,
    city: row.city,
    state: row.state,
    postalCode: row.postalCode,
    country: row.country,
    tags: row.tags === null ? noTags : [...readTextArray(row.tags)],
    extdata: row.extdata === null ? noFields : readFields(row.extdata),
    zones: row.zones === null ? noZones : readTextArray(row.zones),
    zonesFrom: row.zonesFrom as Contact["zonesFrom"],
    dnc: row.dnc,
  };
}

/** Custom fields are text to the engine, whatever JSON says. */
function readFields(json: string): Record<string, string> {
  const fields = JSON.parse(json) as Record<string, unknown>;
  for (const name in fields) {
    const value = ownValue(fields, name);
    if (typeof value !== "string")
      setOwnValue(
        fields,
        name,
        value === null ? "" : typeof value === "object" ? JSON.stringify(value) : String(value),
      );
  }
  return fields as Record<string, string>;
}

// a handful of different texts, read a million times
const knownArrays = new Map<string, readonly string[]>();

/** PostgreSQL's array text; the same text gives the same array, so that windows which depend on it are found again. */
function readTextArray(text: string): readonly string[] {
  const known = knownArrays.get(text);
  if (known !== undefined) return known;
  const items: string[] = [];
  for (const match of text.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/g))
    items.push(match[1] === undefined ? (match[2] ?? "") : match[1].replace(/\\(.)/g, "$1"));
  if (knownArrays.size >= 10_000) knownArrays.clear();
  knownArrays.set(text, items);
  return items;
}

/** What a claimed journey has to process: its pending events, or else that its time has come. */
export function pendingEventsOf({ inbox }: JourneyRow, { status, revision, at }: Journey): JourneyEvent[] {
  if (inbox !== null) return JSON.parse(inbox) as PendingEvent[];
  switch (status) {
    case "moving":
      return [revision === 0 ? started : woke];
    case "asking":
      // a turn in a shared limit, or an effect with a known end: the end is the answer
      return at === null ? [] : [{ type: "answered", node: at, answer: { ok: true, timeIsUp: true } }];
    default:
      return [woke];
  }
}

const started: JourneyEvent = { type: "started" };
const woke: JourneyEvent = { type: "woke" };
