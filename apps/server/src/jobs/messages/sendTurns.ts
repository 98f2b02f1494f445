import type { CarrierLane, DueLane, QueuedMessage, QueueScan } from "../../store/messages/sendQueue.ts";

/** Accounts that are looked at in one turn, and as many again of those that had texts the last time. */
const accountsAtOnce = 64;
/** Lanes of one account and carrier that share a turn. */
const lanesAtOnce = 64;
/** Texts claimed in one turn over all carriers: its transaction stays short. */
const mostPerTurn = 1_000;

/** A carrier and the number of texts that it takes now. */
export interface OpenCarrier {
  name: string;
  /** The only account whose texts it takes; undefined: any account's. */
  accountId?: string | undefined;
  room: number;
}

/** A lane and what it was dealt. */
export interface DealtLane extends CarrierLane {
  /** Which cards of its carrier and class these are: its texts leave at these places. */
  cards: number[];
}

/**
 * Divides the room of carriers among the lanes that have texts to send. Room is dealt like cards, one text at a time:
 * to the accounts in turn, and within an account to its lanes in turn. Only lanes with due texts are dealt any, so room is
 * never kept for a lane that has nothing to send. The next deal begins after the lane that sent last.
 */
export class SendTurns {
  private accounts: readonly string[] = [];
  private nextAccount = 0;
  private nextBusy = 0;
  private nextCarrier = 0;
  private readonly busy = new Set<string>();
  /** The account that sent last, by class and carrier. */
  private readonly lastAccount = new Map<string, string>();
  /** The lane that sent last, by class, carrier and account. */
  private readonly lastLane = new Map<string, string>();

  /** The accounts that may have texts to send, in the order of their ids. */
  set(accounts: readonly string[]): void {
    if (accounts === this.accounts) return;
    this.accounts = accounts;
    const there = new Set(accounts);
    for (const account of this.busy) if (!there.has(account)) this.busy.delete(account);
    for (const key of this.lastLane.keys()) if (!there.has(accountOf(key))) this.lastLane.delete(key);
  }

  /** The accounts whose turn it is: the next ones round the ring, and those that had texts the last time. */
  next(): string[] {
    const { accounts } = this;
    if (accounts.length <= accountsAtOnce) return [...accounts];
    const turn = ringFrom(accounts, this.nextAccount).slice(0, accountsAtOnce);
    this.nextAccount = (this.nextAccount + accountsAtOnce) % accounts.length;
    const there = new Set(turn);
    const others = ringFrom([...this.busy].sort(), this.nextBusy).filter((account) => !there.has(account));
    this.nextBusy = this.busy.size === 0 ? 0 : (this.nextBusy + accountsAtOnce) % this.busy.size;
    return [...turn, ...others.slice(0, accountsAtOnce)];
  }

  /** Where to look for due lanes of one class: from the lane after the one that sent last on. */
  scans(accounts: readonly string[], carriers: readonly OpenCarrier[], of: number): QueueScan[] {
    const open = carriers.filter(({ accountId }) => accountId === undefined);
    const own = Map.groupBy(
      carriers.filter(({ accountId }) => accountId !== undefined),
      ({ accountId }) => accountId,
    );
    return accounts.flatMap((accountId) =>
      [...open, ...(own.get(accountId) ?? [])].flatMap(({ name: carrier, room }): QueueScan[] => {
        const most = Math.min(lanesAtOnce, room);
        if (most < 1) return [];
        const after = this.lastLane.get(queueKey(of, carrier, accountId)) ?? null;
        return [{ accountId, carrier, class: of, after, most }];
      }),
    );
  }

  /** What to claim: the room of each carrier, dealt to the due lanes of the first class, then of the next. */
  deal(carriers: readonly OpenCarrier[], classes: readonly (readonly DueLane[])[]): DealtLane[] {
    const dealt: DealtLane[] = [];
    let most = mostPerTurn;
    // another carrier comes first each time, for when all of them together take more than a turn
    this.nextCarrier = (this.nextCarrier + 1) % Math.max(1, carriers.length);
    for (const { name, room } of ringFrom(carriers, this.nextCarrier)) {
      let left = Math.min(room, most);
      for (const due of classes) {
        const cards = this.dealClass(
          due.filter(({ carrier }) => carrier === name),
          left,
        );
        const count = cards.reduce((sum, { quota }) => sum + quota, 0);
        left -= count;
        most -= count;
        dealt.push(...cards);
      }
    }
    return dealt;
  }

  /** Deals the room to the lanes of one carrier and class, one text at a time. */
  private dealClass(due: readonly DueLane[], room: number): DealtLane[] {
    const [first] = due;
    if (first === undefined) return [];
    const byAccount = Map.groupBy(due, ({ accountId }) => accountId);
    const ids = [...byAccount.keys()].sort();
    const last = this.lastAccount.get(carrierKey(first.class, first.carrier)) ?? "";
    const from = ids.findIndex((id) => id > last);
    const ring = ringFrom(ids, Math.max(0, from)).map((id) => handsOf(byAccount.get(id) ?? []));
    const served = new Set<Hand>();
    for (let card = 0; card < room; card++) {
      const hands = ring.shift();
      const hand = hands?.shift();
      if (hands === undefined || hand === undefined) break;
      hand.lane.quota++;
      hand.lane.cards.push(card);
      served.add(hand);
      if (hand.texts === null || hand.lane.quota < hand.texts) hands.push(hand);
      if (hands.length > 0) ring.push(hands);
    }
    return [...served].map(({ lane }) => lane);
  }

  /** Notes who had texts, and what was sent, in its order: the next turn begins after it. */
  note(turn: Turn, sent: readonly QueuedMessage[]): void {
    const { accounts, due, dealt } = turn;
    const [withTexts, served] = [accountsOf(due), accountsOf(dealt)];
    for (const account of accounts) {
      if (withTexts.has(account)) this.busy.add(account);
      else this.busy.delete(account);
    }
    // the room was used up before it was their turn: they are the first of the next one
    const left = accounts.slice(0, accountsAtOnce).find((account) => withTexts.has(account) && !served.has(account));
    if (left !== undefined) this.nextAccount = Math.max(0, this.accounts.indexOf(left));
    // a lane whose texts were all stopped has had its turn as well
    for (const lane of dealt) this.noteLane(lane, lane.batchId);
    for (const message of sent) this.noteLane(message, message.batchId ?? message.accountId);
    this.passFullSegments(dealt, sent);
  }

  private noteLane(of: { class: number; carrier: string; accountId: string }, batchId: string): void {
    this.lastAccount.set(carrierKey(of.class, of.carrier), of.accountId);
    this.lastLane.set(queueKey(of.class, of.carrier, of.accountId), batchId);
  }

  /** Where each of the lanes of a turn has sent and more lanes may follow, those are next, wherever the last card went. */
  private passFullSegments(dealt: readonly DealtLane[], sent: readonly QueuedMessage[]): void {
    const lanesOf = Map.groupBy(dealt, (lane) => queueKey(lane.class, lane.carrier, lane.accountId));
    const sentBy = new Set(sent.map((one) => `${one.class} ${one.carrier} ${one.batchId ?? one.accountId}`));
    for (const [key, lanes] of lanesOf) {
      const last = lanes.at(-1);
      const isFull = lanes.length >= lanesAtOnce;
      if (last && isFull && lanes.every((one) => sentBy.has(`${one.class} ${one.carrier} ${one.batchId}`)))
        this.lastLane.set(key, last.batchId);
    }
  }
}

/** One turn: whom it looked at, what it found, and what it dealt. */
export interface Turn {
  accounts: readonly string[];
  due: readonly DueLane[];
  dealt: readonly DealtLane[];
}

/** A due lane with what it has been dealt, and how many texts it has where they are counted. */
interface Hand {
  lane: DealtLane;
  texts: number | null;
}

/** An account's first lanes, in the order in which they were found, each once. */
const handsOf = (due: readonly DueLane[]): Hand[] =>
  [...new Map(due.map((one) => [one.batchId, one])).values()]
    .slice(0, lanesAtOnce)
    .map(({ texts, ...lane }) => ({ lane: { ...lane, quota: 0, cards: [] }, texts }));

/**
 * The order in which claimed texts leave: answers first, and otherwise as they were dealt. A pace that lets only some of
 * them go is shared in this way.
 */
export function inTurn(claimed: readonly QueuedMessage[], dealt: readonly DealtLane[]): QueuedMessage[] {
  const nameOf = (one: { class: number; carrier: string; accountId: string }, lane: string): string =>
    `${queueKey(one.class, one.carrier, one.accountId)} ${lane}`;
  const cards = new Map(dealt.map((lane) => [nameOf(lane, lane.batchId), lane.cards[Symbol.iterator]()]));
  return claimed
    .map((message) => {
      const card = cards.get(nameOf(message, message.batchId ?? message.accountId))?.next().value;
      return { message, card: card ?? 0 };
    })
    .sort((a, b) => a.message.class - b.message.class || a.card - b.card)
    .map(({ message }) => message);
}

const carrierKey = (of: number, carrier: string): string => `${of} ${carrier}`;
const queueKey = (of: number, carrier: string, accountId: string): string => `${accountId} ${of} ${carrier}`;
const accountsOf = (lanes: readonly { accountId: string }[]): Set<string> =>
  new Set(lanes.map(({ accountId }) => accountId));
const accountOf = (key: string): string => key.slice(0, key.indexOf(" "));

const ringFrom = <One>(all: readonly One[], from: number): One[] => [...all.slice(from), ...all.slice(0, from)];
