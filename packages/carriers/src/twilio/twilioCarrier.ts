import {
  type CarrierClock,
  type ConnectionCarrier,
  type ConnectionHealth,
  type LookUp,
  newHealth,
  type OutgoingText,
  type SendResult,
  type WireAnswer,
  type WireRequest,
} from "../carrier.ts";
import {
  buildReadAccount,
  buildSend,
  readSend,
  refuseUnsendable,
  retryAfterMs,
  type TwilioAccount,
} from "./messages.ts";
import { RcsSender, type TwilioRcs } from "./rcs.ts";
import { SentList, type SentListOptions } from "./sentList.ts";
import { accountProblem } from "./tryAccount.ts";

/** Settings and dependencies of one connection. */
export interface TwilioOptions {
  name: string;
  accountId: string;
  account: TwilioAccount;
  /** Why the account cannot be used at all, such as a token that cannot be decrypted. Null: it can. */
  problem: string | null;
  /** Empty: texts are sent from their own number. */
  messagingServiceSid: string;
  /** Requests per second over the connection. Null means no limit. */
  perSecond: number | null;
  /** Requests that may wait for an answer at the same time. */
  window: number;
  demandsRegistration: boolean;
  /** Null: the account has no RCS sender. */
  rcs: TwilioRcs | null;
  /** The public address of a message's status events. */
  statusCallbackOf(message: OutgoingText): string;
  /** The provider's id of a message that a status event has named. Null: none has. */
  findNamed(messageId: string): Promise<string | null>;
  findDoubtful: SentListOptions["findDoubtful"];
  listNamed: SentListOptions["listNamed"];
  /** Sends a request. Never throws. */
  transport(request: WireRequest): Promise<WireAnswer>;
  clock: CarrierClock;
}

/** The backoff after a 429 that does not say how long to wait. */
const backoffMs = 1_000;
/** The longest backoff, whatever the provider asks for. */
const longestBackoffMs = 5 * 60_000;
/** The account is read again after this long while it is refused, then after twice as long. */
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** A carrier that is reached by one request per text. Texts wait while the provider refuses the account. */
export function openTwilioCarrier(options: TwilioOptions): ConnectionCarrier {
  return new TwilioCarrier(options);
}

class TwilioCarrier implements ConnectionCarrier {
  readonly name: string;
  readonly accountId: string;
  readonly pace: number | null;
  readonly demandsRegistration: boolean;
  readonly takesRcs?: true;
  readonly forgetsAfterMs = 15 * 60_000;
  private readonly options: TwilioOptions;
  private readonly rcs: RcsSender | null;
  private readonly sentList: SentList;
  private pausedUntil = 0;
  private failures = 0;
  private cancelRetry = () => {};
  private readonly now = newHealth();

  constructor(options: TwilioOptions) {
    this.options = options;
    this.name = options.name;
    this.accountId = options.accountId;
    this.pace = options.perSecond;
    this.demandsRegistration = options.demandsRegistration;
    const { rcs, account, transport } = options;
    this.rcs = rcs && new RcsSender(rcs, account, transport);
    if (rcs !== null) this.takesRcs = true;
    this.sentList = new SentList(options);
    void this.check();
  }

  get room(): number {
    if (this.now.state !== "bound" || this.options.clock.now() < this.pausedUntil) return 0;
    return Math.max(0, this.options.window - this.now.underWay);
  }

  paceOf(): null {
    return null;
  }

  async send(text: OutgoingText): Promise<SendResult> {
    this.now.underWay += 1;
    try {
      const { result, answer } = await this.submit(text);
      if (result.outcome === "accepted") this.now.sent += 1;
      return result.outcome === "refused" && answer !== undefined ? this.whyRefused(result, answer) : result;
    } finally {
      this.now.underWay -= 1;
    }
  }

  private async submit(text: OutgoingText): Promise<{ result: SendResult; answer?: WireAnswer }> {
    const { account, messagingServiceSid, statusCallbackOf, transport } = this.options;
    if (text.rcs && this.rcs !== null) return this.rcs.send(text, statusCallbackOf(text));
    const unsendable = refuseUnsendable(text);
    if (unsendable !== null) return { result: unsendable };
    const sender = { messagingServiceSid: messagingServiceSid || null, statusCallback: statusCallbackOf(text) };
    const answer = await transport(buildSend(account, sender, text));
    return { result: readSend(answer), answer };
  }

  /** Pauses the connection for a refusal that has nothing to do with the text: too fast, or no longer signed in. */
  private whyRefused(result: Extract<SendResult, { outcome: "refused" }>, answer: WireAnswer): SendResult {
    const { clock } = this.options;
    if (result.failure === "carrier_throttled") {
      this.now.throttledAt = clock.now();
      this.pausedUntil = clock.now() + Math.min(retryAfterMs(answer, clock.now()) ?? backoffMs, longestBackoffMs);
      return result;
    }
    const problem = "status" in answer && answer.status === 401 ? accountProblem(answer) : null;
    if (problem === null) {
      this.now.refused += 1;
      return result;
    }
    // the token was changed at the provider: nothing is wrong with the text
    this.wait(problem);
    return { outcome: "refused", failure: "carrier_unavailable", code: result.code };
  }

  /** The provider's messages do not have our id: a status event tells, whose address has it, or else the only message of the list that can be meant. */
  async lookUp({ messageId }: { messageId: string }): Promise<LookUp> {
    const known = await this.options.findNamed(messageId);
    const carrierRef = known ?? (this.room > 0 ? await this.sentList.find(messageId) : null);
    return carrierRef === null ? { found: "unknown" } : { found: true, carrierRef };
  }

  health(): ConnectionHealth {
    return { ...this.now };
  }

  async stop(): Promise<void> {
    this.now.state = "stopped";
    this.now.boundAt = null;
    this.cancelRetry();
  }

  /** Reads the account until the provider accepts it. */
  private async check(): Promise<void> {
    const { account, transport, clock } = this.options;
    const problem = this.options.problem ?? accountProblem(await transport(buildReadAccount(account)));
    if (this.now.state === "stopped") return;
    if (problem !== null) return this.wait(problem);
    this.failures = 0;
    this.now.state = "bound";
    this.now.boundAt = clock.now();
  }

  private wait(words: string): void {
    // several texts may be refused at once
    if (this.now.state === "waiting" || this.now.state === "stopped") return;
    const { clock } = this.options;
    this.now.state = "waiting";
    this.now.boundAt = null;
    this.now.lastError = { at: clock.now(), words };
    const afterMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.failures++);
    this.cancelRetry = clock.after(afterMs, () => {
      this.now.state = "connecting";
      void this.check();
    });
  }
}
