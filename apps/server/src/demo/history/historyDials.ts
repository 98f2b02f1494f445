import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { personScript } from "@trunkline/workflow/voice/waitScripts.ts";
import { newId } from "../../store/newId.ts";
import type { Chance } from "./chance.ts";
import { type HistoryBook, isoOf } from "./historyBook.ts";
import type { FrontDesk } from "./historyCalls.ts";
import { dayBefore, historyDays } from "./historyRuns.ts";

const minute = 60_000;

/** How a call to a contact ended: on the line, in the words of its event, and after how many seconds of ringing. */
const unanswered: readonly [Unanswered, ...Unanswered[]] = [
  { line: "no_answer", status: "noAnswer", rings: 30 },
  { line: "no_answer", status: "noAnswer", rings: 28 },
  { line: "no_answer", status: "noAnswer", rings: 31 },
  { line: "busy", status: "busy", rings: 3 },
  { line: "failed", status: "failed", rings: 2 },
];
interface Unanswered {
  line: "no_answer" | "busy" | "failed";
  status: "noAnswer" | "busy" | "failed";
  rings: number;
}

/** The calls that the user placed to contacts on working days; three of ten reach no one. */
export function playDials(
  desk: FrontDesk,
  contacts: readonly Contact[],
  { book, chance, nowMs }: { book: HistoryBook; chance: Chance; nowMs: number },
): void {
  for (let days = historyDays; days >= 0; days--) {
    const weekday = dayBefore(nowMs, days, 0).getDay();
    if (weekday === 0 || weekday === 6) continue;
    for (let hour = 9; hour < 17; hour += chance.between(1, 3)) {
      const atMs = dayBefore(nowMs, days, hour, chance.between(0, 50)).getTime() + chance.between(0, 59_999);
      const contact = contacts[100 + chance.between(0, contacts.length - 101)];
      const failed = chance.next() < 0.3 ? chance.pick(unanswered) : null;
      const seconds = chance.between(25, 380);
      if (atMs > nowMs - 15 * minute || !contact?.phone || book.stopped.has(contact.contactId)) continue;
      dial({ desk, book }, { ...contact, phone: contact.phone }, { atMs, failed, seconds });
    }
  }
}

interface Dialed {
  atMs: number;
  failed: Unanswered | null;
  /** How long they talked. */
  seconds: number;
}

function dial(
  { desk, book }: { desk: FrontDesk; book: HistoryBook },
  contact: Contact & { phone: string },
  { atMs, failed, seconds }: Dialed,
): void {
  const callId = newId(atMs);
  const { userId, name } = desk.user;
  const rungMs = atMs + (failed?.rings ?? 7) * 1_000;
  const endedMs = failed === null ? rungMs + seconds * 1_000 : rungMs;
  const answered = failed === null ? isoOf(rungMs) : null;
  book.rows.calls.push({
    ...{ call_id: callId, contact_id: contact.contactId, direction: "out", from_number: desk.phone },
    ...{ to_number: contact.phone, plan: { human: personScript(userId), machine: null }, state: "accepted" },
    ...{ line: failed?.line ?? "completed", keys: "", reason: failed && `call_${failed.line}` },
    ...{ answered_by: answered && "human", answered_by_name: answered && name, answered, connected: answered },
    ...{ ended: isoOf(endedMs), duration_seconds: failed === null ? seconds : 0, recording_id: null },
    ...{ carrier: "simulated", carrier_ref: null, submitted: isoOf(atMs + 300), not_before: isoOf(atMs) },
    ...{ updated: isoOf(endedMs), route_tag: null },
    cost_micros: failed === null ? Math.ceil(seconds / 60) * desk.minutePriceMicros : 0,
  });
  const events: [atMs: number, type: string, data: object][] =
    failed === null
      ? [
          [rungMs, "answered", { by: "human" }],
          [rungMs + 400, "connected", { with: name }],
          [endedMs, "hungUp", { seconds }],
        ]
      : [[endedMs, "notAnswered", { status: failed.status }]];
  for (const [eventMs, type, data] of events)
    book.rows.callEvents.push({ call_id: callId, event_id: newId(eventMs), type, data, at: isoOf(eventMs) });
}
