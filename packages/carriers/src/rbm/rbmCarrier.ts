import type {
  CarrierClock,
  ConnectionCarrier,
  ConnectionHealth,
  LookUp,
  OutgoingText,
  SendResult,
  WireAnswer,
  WireRequest,
} from "../carrier.ts";
import type { Failure } from "../failures.ts";
import { isOfAccount, laterFailures, RequestConnection } from "../requestConnection.ts";
import { CapabilityCache } from "./capabilityCache.ts";
import { convertContent, type RbmContent } from "./content.ts";
import {
  buildCapabilities,
  buildSend,
  isE164,
  type RbmAgent,
  readCapabilities,
  readSend,
  retryAfterMs,
  type TrafficType,
} from "./requests.ts";
import { AccessTokens, readServiceAccount } from "./serviceAccount.ts";
import { agentProblem, buildProbe } from "./tryAgent.ts";

/** Settings and dependencies of one connection. */
export interface RbmOptions {
  name: string;
  accountId: string;
  agent: RbmAgent;
  /** The key file. */
  serviceAccount: string;
  /** Why the secret cannot be used at all, such as one that cannot be decrypted. Null: it can. */
  problem: string | null;
  trafficType: TrafficType;
  /** A message that was not delivered after this long is revoked, unless it says otherwise. */
  ttlSeconds: number;
  /** Requests per second over the connection. Null means no limit. */
  perSecond: number | null;
  /** Messages that may wait for an answer at the same time. */
  window: number;
  /** The id of a message that a notice has named. Null: none has. */
  findNamed(messageId: string): Promise<string | null>;
  /** The message with this id as it was sent, if it may still be sent. */
  findSent(messageId: string): Promise<OutgoingText | null>;
  /** Sends a request. Never throws. */
  transport(request: WireRequest): Promise<WireAnswer>;
  clock: CarrierClock;
}

/** The longest time limit of a message (telecom §3). */
const longestTtlSeconds = 15 * 86_400;

/** Carries the RCS messages of one agent. Messages wait while Google refuses the agent. */
export function openRbmCarrier(options: RbmOptions): ConnectionCarrier {
  return new RbmCarrier(options);
}

const refused = (failure: Failure, code: string | null): SendResult => ({ outcome: "refused", failure, code });

class RbmCarrier implements ConnectionCarrier {
  readonly name: string;
  readonly accountId: string;
  readonly pace: number | null;
  readonly takesRcs = true;
  readonly forgetsAfterMs = 15 * 60_000;
  private readonly options: RbmOptions;
  private readonly tokens: AccessTokens | null;
  private readonly capabilities: CapabilityCache;
  private readonly connection: RequestConnection;

  constructor(options: RbmOptions) {
    this.options = options;
    this.name = options.name;
    this.accountId = options.accountId;
    this.pace = options.perSecond;
    this.capabilities = new CapabilityCache(options.clock);
    const account = options.problem === null ? readServiceAccount(options.serviceAccount) : null;
    this.tokens = account && new AccessTokens({ account, transport: options.transport, clock: options.clock });
    const { clock, window } = options;
    this.connection = new RequestConnection({ clock, window, findProblem: () => this.findProblem() });
  }

  get room(): number {
    return this.connection.room;
  }

  paceOf(): null {
    return null;
  }

  async send(text: OutgoingText): Promise<SendResult> {
    const content = contentOf(text);
    if ("outcome" in content) return content;
    return this.connection.sending(() => this.submit(text, content));
  }

  /** A notice about the message proves that Google has it. Otherwise it is sent once more under its id, which Google ignores if it has the message. */
  async lookUp({ messageId }: { messageId: string }): Promise<LookUp> {
    const named = await this.options.findNamed(messageId);
    if (named !== null) return { found: true, carrierRef: named };
    if (!this.connection.isOpen) return { found: "unknown" };
    const text = await this.options.findSent(messageId);
    if (text === null) return { found: "unknown" };
    const result = await this.send(text);
    if (result.outcome === "accepted") return { found: true, carrierRef: result.carrierRef };
    if (result.outcome === "in_doubt" || laterFailures.has(result.failure)) return { found: "unknown" };
    return { found: false, failure: result.failure };
  }

  health(): ConnectionHealth {
    return { ...this.connection.health };
  }

  async stop(): Promise<void> {
    this.connection.stop();
  }

  private async submit(text: OutgoingText, { contentMessage, features }: RbmContent): Promise<SendResult> {
    const { agent, transport, trafficType, ttlSeconds } = this.options;
    const signIn = await this.tokens?.get();
    if (signIn === undefined) return refused("carrier_unavailable", null);
    if ("problem" in signIn) {
      this.connection.wait(signIn.problem);
      return refused("carrier_unavailable", null);
    }
    const cannot = await this.missing(text.to, signIn.token, features);
    if (cannot !== null) return cannot;
    const request = buildSend(agent, signIn.token, text, {
      contentMessage,
      trafficType,
      ttlSeconds: Math.min(text.revokeAfterSeconds ?? ttlSeconds, longestTtlSeconds),
    });
    const answer = await transport(request);
    const result = readSend(answer, text.messageId);
    if (result.outcome !== "refused") return result;
    if (result.failure === "carrier_no_rcs") this.capabilities.set(text.to, null);
    return this.withoutAccess(answer) ?? result;
  }

  /** The refusal of a message that the phone cannot show. Null: it can. */
  private async missing(phone: string, token: string, needs: readonly string[]): Promise<SendResult | null> {
    const { agent, transport } = this.options;
    let features = this.capabilities.get(phone);
    if (features === undefined) {
      const answer = await transport(buildCapabilities(agent, token, { phone, requestId: crypto.randomUUID() }));
      const read = readCapabilities(answer);
      if ("failure" in read) return this.withoutAccess(answer) ?? refused(read.failure, read.code);
      features = read.features;
      this.capabilities.set(phone, features);
    }
    if (features === null) return refused("carrier_no_rcs", "404");
    const known = features;
    const lacks = needs.find((feature) => !known.has(feature));
    return lacks === undefined ? null : refused("carrier_no_feature", lacks);
  }

  /** Pauses the connection for an answer that has nothing to do with the message: not reached, too fast, or no longer signed in. */
  private withoutAccess(answer: WireAnswer): SendResult | null {
    const { agent } = this.options;
    if (!("broken" in answer) && answer.status === 429) {
      this.connection.throttled(retryAfterMs(answer));
      return refused("carrier_throttled", "429");
    }
    if (!isOfAccount(answer)) return null;
    if (!("broken" in answer)) this.tokens?.forget();
    this.connection.wait(agentProblem(answer, agent) ?? "");
    return refused("carrier_unavailable", "broken" in answer ? null : String(answer.status));
  }

  /** Signs in and tries the agent. */
  private async findProblem(): Promise<string | null> {
    const { problem, agent, transport } = this.options;
    if (problem !== null) return problem;
    if (this.tokens === null) return "the key of the service account cannot be read. Paste the whole key file again";
    const signIn = await this.tokens.get();
    if ("problem" in signIn) return signIn.problem;
    const found = agentProblem(await transport(buildProbe(agent, signIn.token)), agent);
    if (found !== null) this.tokens.forget();
    return found;
  }
}

/** The content as Google's API has it, or the refusal of a message that cannot be sent at all. */
function contentOf({ rcs, to }: OutgoingText): RbmContent | SendResult {
  if (!rcs) return refused("carrier_content", "this connection carries RCS messages alone");
  if (!isE164(to)) return refused("carrier_invalid_number", null);
  const content = convertContent(rcs);
  return "problem" in content ? refused("carrier_rcs_limits", content.problem) : content;
}
