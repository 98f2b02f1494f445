import type { CarrierClock, WireAnswer, WireRequest } from "../carrier.ts";
import { addressOf, headersOf, readObject, type TwilioAccount } from "./messages.ts";

/** A text whose answer was lost. */
export interface DoubtfulText {
  from: string;
  to: string;
  text: string;
  hasMedia: boolean;
  /** When it was handed over. Epoch ms. */
  handedAt: number;
}

/** What the provider's list is compared with. */
export interface SentListOptions {
  account: TwilioAccount;
  /** Empty: texts are sent from their own number. */
  messagingServiceSid: string;
  /** A text in doubt. Null: it is none, or another one in doubt says the same to the same contact. */
  findDoubtful(messageId: string): Promise<DoubtfulText | null>;
  /** Which of these ids of the provider belong to other texts of the contact. */
  listNamed(messageId: string, refs: readonly string[]): Promise<ReadonlySet<string>>;
  transport(request: WireRequest): Promise<WireAnswer>;
  clock: Pick<CarrierClock, "now">;
}

/** The provider is asked about a text this long after it was handed over, because the first status usually comes sooner, and then as often. */
const askEveryMs = 60_000;
/** How far the provider's clock may be from ours, and how long a text may be on its way there. */
const earlierMs = 60_000;
const laterMs = 5 * 60_000;

/** Looks for texts without an answer in the provider's list of messages, which does not have our ids. */
export class SentList {
  private readonly options: SentListOptions;
  private readonly askedAt = new Map<string, number>();

  constructor(options: SentListOptions) {
    this.options = options;
  }

  /** The provider's id of a text. Null: not known. A text is found only if nothing else can be meant. */
  async find(messageId: string): Promise<string | null> {
    const { findDoubtful, listNamed, transport, clock, account, messagingServiceSid } = this.options;
    const now = clock.now();
    const last = this.askedAt.get(messageId);
    if (last !== undefined && now - last < askEveryMs) return null;
    const text = await findDoubtful(messageId);
    if (text === null || now - text.handedAt < askEveryMs) return null;
    this.note(messageId, now);
    const refs = readMatches(await transport(buildList(account, messagingServiceSid, text)), text);
    const named = refs.length === 0 ? new Set() : await listNamed(messageId, refs);
    const [only, ...others] = refs.filter((ref) => !named.has(ref));
    return others.length === 0 ? (only ?? null) : null;
  }

  private note(messageId: string, now: number): void {
    for (const [id, at] of this.askedAt) if (now - at > 2 * askEveryMs) this.askedAt.delete(id);
    this.askedAt.set(messageId, now);
  }
}

/** The messages to a phone since the day of a text. */
function buildList(account: TwilioAccount, messagingServiceSid: string, text: DoubtfulText): WireRequest {
  const query = new URLSearchParams({
    To: text.to,
    // a service chooses the number
    ...(messagingServiceSid === "" && { From: text.from }),
    "DateSent>": new Date(text.handedAt - earlierMs).toISOString().slice(0, 10),
    PageSize: "50",
  });
  return { method: "GET", url: `${addressOf(account, "/Messages")}?${query}`, headers: headersOf(account), body: "" };
}

/** The provider's ids of the messages that can be this text. */
function readMatches(answer: WireAnswer, { text, hasMedia, handedAt }: DoubtfulText): string[] {
  if ("broken" in answer || answer.status !== 200) return [];
  const messages = readObject(answer.body)?.["messages"];
  if (!Array.isArray(messages)) return [];
  return (messages as Record<string, unknown>[]).flatMap(({ sid, body, num_media, direction, date_created }) => {
    const created = Date.parse(String(date_created));
    const isIt =
      String(direction).startsWith("outbound") &&
      (body ?? "") === text &&
      Number(num_media) > 0 === hasMedia &&
      created >= handedAt - earlierMs &&
      created <= handedAt + laterMs;
    return isIt && typeof sid === "string" ? [sid] : [];
  });
}
