import { handsetsOf } from "@trunkline/carriers/handsets.ts";
import { type CarrierTerms, type Network, networkNames } from "@trunkline/carriers/registry/registry.ts";
import { nextPacificMidnight, pacificDayOf } from "../../rules/pacificDay.ts";
import { isTenDlcTraffic, registrationProblem } from "../../rules/registrationProblem.ts";
import type { Query } from "../../store/database.ts";
import type { QueuedMessage } from "../../store/messages/sendQueue.ts";
import {
  addBrandDays,
  type BrandDay,
  listNumberRegistrations,
  listPhoneNetworks,
  listRegisteredAccounts,
  lockBrandDays,
  type NumberRegistration,
} from "../../store/registration/tenDlcTraffic.ts";

/** What a text's registration says about it. */
interface RegisteredText {
  registration: NumberRegistration;
  /** Networks that it may go to: its own, or all of them while its own is unknown. */
  terms: CarrierTerms[];
  /** Its connection takes what is registered alone. */
  demanded: boolean;
}

const isTenDlc = ({ from, to, channel }: QueuedMessage): boolean => channel === "sms" && isTenDlcTraffic(from, to);

/** What the registrations of these texts are, and which may not go, with the reason. */
export interface Registrations {
  of(message: QueuedMessage): RegisteredText | undefined;
  /** Why a text may not go; null: it may. */
  problemOf(message: QueuedMessage): string | null;
}

/** Reads the registrations of a set of texts. Accounts without a 10DLC campaign cost one look at an index. */
export async function readRegistrations(
  q: Query,
  queued: readonly QueuedMessage[],
  isDemanded: (message: QueuedMessage) => boolean,
): Promise<Registrations> {
  const subject = queued.filter(isTenDlc);
  const registered =
    subject.length === 0
      ? new Set<string>()
      : await listRegisteredAccounts(q, [...new Set(subject.map(({ accountId }) => accountId))]);
  const own = subject.filter(({ accountId }) => registered.has(accountId));
  const numbers = new Map(own.map(({ accountId, from }) => [`${accountId} ${from}`, { accountId, phone: from }]));
  const found = new Map(
    (numbers.size === 0 ? [] : await listNumberRegistrations(q, [...numbers.values()])).map((row) => [
      `${row.accountId} ${row.phone}`,
      row,
    ]),
  );
  const asked = own.filter(
    ({ carrier, accountId, from }) => handsetsOf(carrier) === undefined && found.has(`${accountId} ${from}`),
  );
  const networks = await listPhoneNetworks(
    q,
    asked.map(({ accountId, to }) => ({ accountId, phone: to })),
  );
  const networksOf = ({ carrier, accountId, to }: QueuedMessage): readonly Network[] => {
    const network = handsetsOf(carrier)?.networkOf(to) ?? networks.get(`${accountId} ${to}`);
    return network === undefined ? networkNames : [network];
  };
  const of = (message: QueuedMessage): RegisteredText | undefined => {
    const registration = isTenDlc(message) ? found.get(`${message.accountId} ${message.from}`) : undefined;
    if (registration === undefined) return undefined;
    const networks = networksOf(message);
    const terms = registration.terms.filter(({ network }) => networks.includes(network));
    return { registration, terms, demanded: isDemanded(message) };
  };
  return {
    of,
    problemOf(message) {
      if (!isTenDlc(message)) return null;
      const one = of(message);
      return one === undefined
        ? registrationProblem(undefined, [], isDemanded(message))
        : registrationProblem(one.registration, one.terms, one.demanded);
    },
  };
}

/**
 * Reserves the day's share of brands whose carriers cap it, and returns which texts go; the others wait for midnight of
 * the Pacific coast. A confirmation goes in any case, and counts. What has room in the day and is not paid for takes none.
 */
export async function enforceDayCaps(
  q: Query,
  queued: readonly QueuedMessage[],
  registrations: Registrations,
  nowMs: number,
  isPaid: (message: QueuedMessage) => boolean,
): Promise<{ going: QueuedMessage[]; held: { message: QueuedMessage; delayMs: number }[] }> {
  const day = pacificDayOf(nowMs);
  const capped = new Map<string, BrandDay & { cap: number; used: number; taken: number; held: number }>();
  const capsOf = (message: QueuedMessage) => {
    const one = registrations.of(message);
    return (one?.terms ?? []).flatMap(({ network, perDay }) => {
      if (one === undefined || perDay === null) return [];
      const { brandId, accountId } = one.registration;
      return [{ key: `${accountId} ${brandId} ${network}`, accountId, brandId, network, day, cap: perDay }];
    });
  };
  for (const message of queued)
    for (const { key, ...cap } of capsOf(message)) {
      const known = capped.get(key);
      // a brand's 10DLC campaigns share its day; the least of their caps holds
      capped.set(key, { ...cap, cap: Math.min(cap.cap, known?.cap ?? cap.cap), used: 0, taken: 0, held: 0 });
    }
  if (capped.size === 0) return { going: queued.filter(isPaid), held: [] };
  const days = [...capped.values()];
  const used = await lockBrandDays(q, days);
  days.forEach((one, index) => {
    one.used = used[index] ?? 0;
  });
  const delayMs = nextPacificMidnight(nowMs) - nowMs;
  const going: QueuedMessage[] = [];
  const held: { message: QueuedMessage; delayMs: number }[] = [];
  for (const message of queued) {
    const own = capsOf(message).flatMap(({ key }) => capped.get(key) ?? []);
    const fits = own.every(({ cap, used: before, taken }) => before + taken + message.segments <= cap);
    if (!fits && !message.isConfirmation) {
      for (const one of own) one.held += message.segments;
      held.push({ message, delayMs });
    } else if (isPaid(message)) {
      for (const one of own) one.taken += message.segments;
      going.push(message);
    }
  }
  await addBrandDays(
    q,
    days
      .filter(({ taken, held: waits }) => taken + waits > 0)
      .map(({ taken, ...one }) => ({ ...one, segments: taken })),
  );
  return { going, held };
}
