import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { carrierNameOf } from "../store/carriers/carrierConnection.ts";
import { listNumbersOf, listWaitingTexts, markApplied, type WaitingText } from "../store/carriers/smpp.ts";
import type { Database } from "../store/database.ts";
import { receiveMessage } from "./receiveMessage.ts";

/** A text whose parts are there, or that nobody waits for any longer. */
interface AssembledText {
  from: string;
  to: string;
  text: string;
  /** The rows that it is made of; the first names it, so that it is taken once. */
  inboundIds: string[];
}

const textsAtOnce = 500;

/** Stands where a part never came. */
const gap = "[…]";

/** Puts texts together from parts, in whatever order they came. After `timeBudgetMs` what is there is taken as it is. */
function assemble(waiting: readonly WaitingText[], timeBudgetMs: number): AssembledText[] {
  const whole: AssembledText[] = [];
  const sets: WaitingText[][] = [];
  for (const one of waiting) {
    if (one.number === null) {
      whole.push({ from: one.from, to: one.to, text: one.text, inboundIds: [one.inboundId] });
      continue;
    }
    // a number that is there already with other words belongs to the next text under the same reference
    const set = sets.find(
      (parts) =>
        isSameText(parts[0], one) && !parts.some((part) => part.number === one.number && part.digest !== one.digest),
    );
    if (set === undefined) sets.push([one]);
    else set.push(one);
  }
  for (const parts of sets) {
    const total = parts[0]?.total ?? 0;
    const byNumber = new Map(parts.map((part) => [part.number, part.text]));
    if (byNumber.size < total && Math.max(...parts.map(({ ageMs }) => ageMs)) < timeBudgetMs) continue;
    const texts = Array.from({ length: total }, (_, index) => byNumber.get(index + 1) ?? gap);
    const { from = "", to = "" } = parts[0] ?? {};
    whole.push({ from, to, text: texts.join(""), inboundIds: parts.map(({ inboundId }) => inboundId) });
  }
  return whole;
}

const isSameText = (a: WaitingText | undefined, b: WaitingText): boolean =>
  a !== undefined && a.from === b.from && a.to === b.to && a.reference === b.reference && a.total === b.total;

/**
 * Gives what an SMSC brought to inbox and journeys, as any other text that comes in. Only texts to the connection's own
 * numbers are: an SMSC speaks for nobody else. The others stay where they were written down.
 */
export async function assembleTexts(
  db: Database,
  { accountId, connectionId }: { accountId: string; connectionId: string },
  timeBudgetMs: number,
): Promise<boolean> {
  const carrier = carrierNameOf(connectionId);
  const { waiting, own } = await db.tx([accountId], async (q) => {
    const found = await listWaitingTexts(q, accountId, connectionId, textsAtOnce);
    const phones = found.map(({ to }) => e164Of(to));
    return {
      waiting: found,
      own: found.length === 0 ? new Set<string>() : await listNumbersOf(q, accountId, carrier, phones),
    };
  });
  const texts = assemble(waiting, timeBudgetMs);
  if (texts.length === 0) return false;
  await Promise.all(
    texts
      .filter(({ to }) => own.has(e164Of(to)))
      .map(({ from, to, text, inboundIds }) =>
        receiveMessage(db, { from, to: e164Of(to), text, mediaUrl: null, carrier, carrierRef: inboundIds[0] ?? "" }),
      ),
  );
  await db.tx([accountId], (q) =>
    markApplied(
      q,
      accountId,
      texts.flatMap(({ inboundIds }) => inboundIds),
    ),
  );
  return waiting.length >= textsAtOnce;
}

const e164Of = (phone: string): string => {
  const parsed = parsePhone(phone);
  return "e164" in parsed ? parsed.e164 : phone;
};
