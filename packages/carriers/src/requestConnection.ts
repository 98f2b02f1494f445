import { type CarrierClock, type ConnectionHealth, newHealth, type SendResult, type WireAnswer } from "./carrier.ts";
import type { Failure } from "./failures.ts";

/** The backoff after a 429 that does not say how long to wait. */
const backoffMs = 1_000;
/** The longest backoff, whatever the provider asks for. */
const longestBackoffMs = 5 * 60_000;
/** The account is tried again after this long while it is refused, then after twice as long. */
const firstRetryMs = 1_000;
const longestRetryMs = 60_000;

/** What a connection by requests needs. */
interface RequestConnectionOptions {
  clock: CarrierClock;
  /** Requests that may wait for an answer at the same time. */
  window: number;
  /** Asks the provider why it does not let this account send, in words that say what to do. Null: it does. */
  findProblem(): Promise<string | null>;
}

/** The state of a connection that sends one request a message: whether the provider lets it send, and how fast. */
export class RequestConnection {
  readonly health: ConnectionHealth = newHealth();
  private readonly options: RequestConnectionOptions;
  private pausedUntil = 0;
  private failures = 0;
  private cancelRetry = () => {};

  constructor(options: RequestConnectionOptions) {
    this.options = options;
    void this.check();
  }

  /** How many messages it accepts now. */
  get room(): number {
    return this.isOpen ? Math.max(0, this.options.window - this.health.underWay) : 0;
  }

  get isOpen(): boolean {
    return this.health.state === "bound" && this.options.clock.now() >= this.pausedUntil;
  }

  /** Counts a message and its outcome. */
  async sending(send: () => Promise<SendResult>): Promise<SendResult> {
    this.health.underWay += 1;
    try {
      const result = await send();
      if (result.outcome === "accepted") this.health.sent += 1;
      if (result.outcome === "refused" && !laterFailures.has(result.failure)) this.health.refused += 1;
      return result;
    } finally {
      this.health.underWay -= 1;
    }
  }

  /** Pauses after a 429, for as long as the provider asks. */
  throttled(waitMs: number | null): void {
    this.health.throttledAt = this.options.clock.now();
    this.pause(waitMs ?? backoffMs);
  }

  /** Sends nothing for so long. */
  pause(waitMs: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.options.clock.now() + Math.min(waitMs, longestBackoffMs));
  }

  /** Messages wait until the provider accepts the account again. */
  wait(words: string): void {
    // several messages may be refused at once
    if (this.health.state === "waiting" || this.health.state === "stopped") return;
    const { clock } = this.options;
    this.health.state = "waiting";
    this.health.boundAt = null;
    this.health.lastError = { at: clock.now(), words };
    const afterMs = Math.min(longestRetryMs, firstRetryMs * 2 ** this.failures++);
    this.cancelRetry = clock.after(afterMs, () => {
      this.health.state = "connecting";
      void this.check();
    });
  }

  stop(): void {
    this.health.state = "stopped";
    this.health.boundAt = null;
    this.cancelRetry();
  }

  private async check(): Promise<void> {
    const problem = await this.options.findProblem();
    if (this.health.state === "stopped") return;
    if (problem !== null) return this.wait(problem);
    this.failures = 0;
    this.health.state = "bound";
    this.health.boundAt = this.options.clock.now();
  }
}

/** Whether an answer is about the account, whatever was asked: the provider cannot be reached, or refuses the secret. */
export const isOfAccount = (answer: WireAnswer): boolean =>
  "broken" in answer ? answer.broken === "before_first_byte" : answer.status === 401;

/** Failures after which the message may be sent later. */
export const laterFailures: ReadonlySet<Failure> = new Set(["carrier_unavailable", "carrier_throttled"]);

/**
 * The outcome of a send. A request that was written and not answered with a clear yes or no is in doubt. `refOf` finds the
 * provider's id in a good answer.
 */
export function readSendAnswer(
  answer: WireAnswer,
  refOf: (body: string) => string | null,
  refusalOf: (status: number, body: string) => { failure: Failure; code: string },
): SendResult {
  if ("broken" in answer)
    return answer.broken === "before_first_byte"
      ? { outcome: "refused", failure: "carrier_unavailable", code: null }
      : { outcome: "in_doubt" };
  const { status, body } = answer;
  if (status >= 200 && status < 300) {
    const carrierRef = refOf(body);
    return carrierRef === null ? { outcome: "in_doubt" } : { outcome: "accepted", carrierRef };
  }
  // a provider can answer 5xx, or a proxy 408, after it accepted the message
  if (status >= 500 || status === 408) return { outcome: "in_doubt" };
  return { outcome: "refused", ...refusalOf(status, body) };
}
