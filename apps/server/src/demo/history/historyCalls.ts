import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { noAnswerPlan } from "@trunkline/workflow/inbound/arrival/callAtDestination.ts";
import type { InboundEvent, Route } from "@trunkline/workflow/inbound/evaluateRoute.ts";
import { decisionOf, routeItem } from "../../inbound/routed.ts";
import { newId } from "../../store/newId.ts";
import type { RouteDecision } from "../../store/routing/routeDecision.ts";
import { frontDeskList, frontDeskName } from "../frontDesk.ts";
import type { Chance } from "./chance.ts";
import { type HistoryBook, isoOf } from "./historyBook.ts";
import { dayBefore, historyDays } from "./historyRuns.ts";

/** What calls and texts to the demo's inbound number are routed by. */
export interface FrontDesk {
  accountId: string;
  phone: string;
  route: Route;
  minutePriceMicros: number;
  user: { userId: string; name: string };
}

/** A voicemail whose recording is still to be stored. */
export interface HistoryVoicemail {
  callId: string;
  contact: Contact;
  seconds: number;
  atMs: number;
  isHeard: boolean;
}

const minute = 60_000;

interface Line {
  desk: FrontDesk;
  book: HistoryBook;
  chance: Chance;
  verdicts: RouteDecision[];
  voicemails: HistoryVoicemail[];
}

/** Adds a decision as the route makes it at that moment. Returns where it leads. */
function decide(
  { desk, verdicts }: Pick<Line, "desk" | "verdicts">,
  subjectId: string,
  event: InboundEvent,
): string | null {
  const { accountId, route } = desk;
  const routed = routeItem(route, event, { accountId, subjectId, contactId: event.contact?.contactId ?? null });
  verdicts.push(decisionOf(routed, routed.verdict.destination ? { outcome: "delivered", because: null } : undefined));
  return routed.verdict.destination?.destType ?? null;
}

/** The calls of three weeks: most of them in office hours, some at night, fewer at weekends. */
export function playCalls(
  desk: FrontDesk,
  contacts: readonly Contact[],
  { book, chance, nowMs }: { book: HistoryBook; chance: Chance; nowMs: number },
): Pick<Line, "verdicts" | "voicemails"> {
  const line: Line = { desk, book, chance, verdicts: [], voicemails: [] };
  for (let days = historyDays; days >= 0; days--) {
    const weekday = dayBefore(nowMs, days, 0).getDay();
    const calls = weekday === 0 || weekday === 6 ? chance.between(3, 6) : chance.between(11, 18);
    const times = Array.from({ length: calls }, () => {
      // one call in eight is outside office hours
      const hours = chance.next() < 0.125 ? chance.pick([7, 20, 21, 22]) : chance.between(8, 19);
      return dayBefore(nowMs, days, hours, chance.between(0, 59)).getTime() + chance.between(0, 59_999);
    }).sort((one, other) => one - other);
    for (const atMs of times) {
      if (atMs > nowMs - 15 * minute) continue;
      const contact = contacts[100 + chance.between(0, contacts.length - 101)];
      if (contact?.phone) playCall(line, { ...contact, phone: contact.phone }, atMs, nowMs);
    }
  }
  return line;
}

/** A call that ended: after how many seconds, with which user, and what the caller heard before. */
interface Ending {
  line: "completed" | "abandoned";
  seconds: number;
  keys: string;
  /** Where the caller waited, from which second on. */
  waited: { kind: "workGroup" | "liveList"; name: string; after: number } | null;
  /** Seconds after the start at which a user answered. */
  connectedAfter: number | null;
  voicemailSeconds?: number;
  events: [afterSeconds: number, type: string, data: object | null][];
}

function playCall(line: Line, contact: Contact & { phone: string }, atMs: number, nowMs: number): void {
  const { desk, book, chance } = line;
  const callId = newId(atMs);
  const event = { channel: "call" as const, from: contact.phone, to: desk.phone, text: "", atMs, contact };
  const ending = endingOf(decide(line, callId, event), chance, desk.user.name);
  const { seconds, connectedAfter, keys } = ending;
  const answeredMs = atMs + 1_000;
  const at = (after: number): string => isoOf(answeredMs + after * 1_000);
  const talks = connectedAfter !== null;
  book.rows.calls.push({
    ...{ call_id: callId, contact_id: contact.contactId, direction: "in", from_number: contact.phone },
    ...{ to_number: desk.phone, plan: noAnswerPlan, state: "received", line: ending.line, keys },
    ...{ answered_by: talks ? "human" : null, answered_by_name: talks ? desk.user.name : null },
    ...{ answered: isoOf(answeredMs), connected: talks ? at(connectedAfter) : null, ended: at(seconds) },
    ...{ duration_seconds: seconds, recording_id: null, carrier: "simulated", carrier_ref: null },
    cost_micros: Math.ceil(seconds / 60) * desk.minutePriceMicros,
    ...{ not_before: isoOf(atMs), updated: at(seconds), route_tag: desk.route.routeTag },
  });
  const hungUp: Ending["events"][number] = [
    seconds,
    "hungUp",
    ending.line === "abandoned" ? { seconds, abandoned: true } : { seconds },
  ];
  for (const [after, type, data] of [[0, "answered", { by: "human" }] as const, ...ending.events, hungUp])
    book.rows.callEvents.push({
      call_id: callId,
      event_id: newId(answeredMs + after * 1_000),
      type,
      data,
      at: at(after),
    });
  if (ending.waited) book.rows.stays.push(stayOf(ending, ending.waited, { desk, callId, at }));
  const { voicemailSeconds } = ending;
  if (voicemailSeconds === undefined) return;
  const isHeard = atMs < nowMs - 1.5 * 86_400_000;
  line.voicemails.push({ callId, contact, seconds: voicemailSeconds, atMs: answeredMs + seconds * 1_000, isHeard });
}

/** The stay in the work group or live list: abandoned, or answered with a talk and a wrap-up. */
function stayOf(
  { seconds, connectedAfter }: Ending,
  { kind, name, after }: NonNullable<Ending["waited"]>,
  { desk, callId, at }: { desk: FrontDesk; callId: string; at: (after: number) => string },
): Record<string, unknown> {
  const talks = connectedAfter !== null;
  const { userId, name: userName } = desk.user;
  return {
    ...{ stay_id: newId(Date.parse(at(after))), call_id: callId, kind, name, route_tag: desk.route.routeTag },
    ...{ entered: at(after), offered: talks && kind === "workGroup" ? at(after) : null, missed: 0 },
    ...{ left_wait: at(connectedAfter ?? seconds), outcome: talks ? "answered" : "abandoned" },
    ...{ answered_by: talks ? userId : null, answered_by_name: talks ? userName : null },
    ended: talks ? at(seconds) : null,
    ended_by: talks && seconds % 3 > 0 ? "agent" : "caller",
    wrapped: talks ? at(seconds + 8 + (seconds % 23)) : null,
  };
}

/** Seconds until a user answers: nine of ten callers wait less than twenty. */
function answerWait(chance: Chance): number {
  const drawn = chance.between(4, 50);
  return drawn < 46 ? 3 + Math.floor(drawn / 3) : (drawn - 44) * 11;
}

function endingOf(destType: string | null, chance: Chance, user: string): Ending {
  const none = { keys: "", connectedAfter: null, waited: null, events: [] };
  if (destType === "voicemail") {
    const words = chance.between(8, 40);
    if (chance.next() < 0.3) return { ...none, line: "completed", seconds: chance.between(3, 7) };
    return {
      ...none,
      ...{ line: "completed", seconds: words + 6, voicemailSeconds: words },
      events: [[words + 5, "recorded", { seconds: words, recordingUrl: "" }]],
    };
  }
  const isGold = destType === "workgroup";
  const menu = isGold ? 0 : chance.between(5, 14);
  const roll = chance.next();
  if (!isGold && roll < 0.16)
    return {
      ...none,
      ...{ line: "completed", seconds: menu + chance.between(12, 40), keys: "31" },
      events: [
        [menu, "digits", { digits: "3" }],
        [menu + 6, "digits", { digits: "1" }],
      ],
    };
  const keys = isGold ? "" : "1";
  const key: Ending["events"] = isGold ? [] : [[menu, "digits", { digits: "1" }]];
  const waited = isGold
    ? ({ kind: "workGroup", name: frontDeskName, after: menu } as const)
    : ({ kind: "liveList", name: frontDeskList, after: menu } as const);
  if (roll < (isGold ? 0.1 : 0.25)) {
    const seconds = menu + chance.between(12, 140);
    return {
      ...{ line: "abandoned", seconds, keys, waited, connectedAfter: null },
      events: [...key, [seconds, "leftQueue", { result: "hangup", seconds: seconds - menu }]],
    };
  }
  const connectedAfter = menu + answerWait(chance);
  const seconds = connectedAfter + chance.between(35, 420);
  return {
    ...{ line: "completed", seconds, keys, waited, connectedAfter },
    events: [
      ...key,
      [connectedAfter, "connected", { with: user }],
      [seconds, "leftQueue", { result: "bridged", seconds: connectedAfter - menu }],
    ],
  };
}

/** Conversations of the inbox that no workflow began: who writes when, and what the user answered. */
const threads: readonly { daysAgo: number; hour: number; lines: readonly string[]; inbox?: string }[] = [
  {
    daysAgo: 12,
    hour: 9,
    lines: ["Do you take Delta Dental?", "> Yes, we do. Bring your card to the visit.", "Great!"],
  },
  { daysAgo: 9, hour: 14, lines: ["I left my scarf in the waiting room", "> We have it at the front desk for you."] },
  {
    daysAgo: 6,
    hour: 11,
    lines: ["My filling fell out", "> We are sorry! Can you come at 3 PM today?", "Yes I will be there"],
  },
  { daysAgo: 2, hour: 16, lines: ["Can my son come along next time?", "> Of course. How old is he?", "He is 6"] },
  { daysAgo: 1, hour: 12, lines: ["Are you open on Thanksgiving?"] },
  { daysAgo: 1, hour: 17, lines: ["Please send me the invoice of last week"] },
];

/** Plays the conversations of the inbox. */
export function playThreads(
  desk: FrontDesk,
  contacts: readonly Contact[],
  { book, nowMs, inbox, verdicts }: { book: HistoryBook; nowMs: number; inbox: string; verdicts: RouteDecision[] },
): void {
  for (const [index, { daysAgo, hour, lines }] of threads.entries()) {
    const contact = contacts[60 + index];
    if (!contact?.phone) continue;
    const from = { contactId: contact.contactId, phone: contact.phone, number: desk.phone };
    for (const [place, text] of lines.entries()) {
      const atMs = dayBefore(nowMs, daysAgo, hour, 4 + place * 9).getTime();
      if (text.startsWith("> ")) {
        const message = book.ownText({ ...from, text: text.slice(2), atMs });
        book.send(message, atMs, { sentBy: `user:${desk.user.userId}`, arrives: true });
        continue;
      }
      const isAnswered = lines.length > place + 1;
      const messageId = book.receive({ ...from, text, atMs, isAnswered, inbox });
      decide({ desk, verdicts }, messageId, { channel: "sms", from: from.phone, to: desk.phone, text, atMs, contact });
    }
  }
}
