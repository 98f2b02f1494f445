import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { listWaitingTexts, markApplied, type WaitingText } from "../store/carriers/smpp.ts";
import type { Database } from "../store/database.ts";
import { listNumbersOf } from "../store/numbers/number.ts";
import { receiveMessage } from "./receiveMessage.ts";

/** A text whose parts have all arrived, or whose missing parts are no longer awaited. */
interface AssembledText {
  from: string;
  to: string;
  text: string;
  /** The rows of its parts; the first names the text, so that it is received once. */
  inboundIds: string[];
}

const textsAtOnce = 500;

/** Replaces a part that never arrived. */
const gap = "[…]";

/** Assembles texts from parts, in whatever order they arrived. After `timeBudgetMs` a text is received without its missing parts. */
function assemble(waiting: readonly WaitingText[], timeBudgetMs: number): AssembledText[] {
  const whole: AssembledText[] = [];
  const sets: WaitingText[][] = [];
  for (const one of waiting) {
    if (one.number === null) {
      whole.push({ from: one.from, to: one.to, text: one.text, inboundIds: [one.inboundId] });
      continue;
    }
    // a part number that exists already with other content belongs to the next text under the same reference
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
 * Passes texts from an SMSC to inbox and journeys, as any other inbound text. This applies only to texts to the
 * connection's own numbers, because an SMSC must not speak for other numbers. Other texts stay stored.
 */
export async function assembleTexts(
  db: Database,
  { accountId, connectionId, carrier }: { accountId: string; connectionId: string; carrier: string },
  timeBudgetMs: number,
): Promise<boolean> {
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
        receiveMessage(db, {
          from,
          to: e164Of(to),
          text,
          mediaUrl: null,
          carrier,
          carrierRef: inboundIds[0] ?? "",
        }),
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
