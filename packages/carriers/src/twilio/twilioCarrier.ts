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
import { isOfAccount, RequestConnection } from "../requestConnection.ts";
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

/** A carrier that is reached by one request per text. Texts wait while the provider refuses the account. */
export function openTwilioCarrier(options: TwilioOptions): ConnectionCarrier {
  const { name, accountId, account, perSecond, window, problem, transport, clock } = options;
  const rcs = options.rcs && new RcsSender(options.rcs, account, transport);
  const sentList = new SentList(options);
  const connection = new RequestConnection({
    clock,
    window,
    findProblem: async () => problem ?? accountProblem(await transport(buildReadAccount(account))),
  });
  const write = async (text: OutgoingText): Promise<{ result: SendResult; answer?: WireAnswer }> => {
    const statusCallback = options.statusCallbackOf(text);
    if (text.rcs && rcs !== null) return rcs.send(text, statusCallback);
    const sender = { messagingServiceSid: options.messagingServiceSid || null, statusCallback };
    const answer = await transport(buildSend(account, sender, text));
    return { result: readSend(answer), answer };
  };
  const submit = async (text: OutgoingText): Promise<SendResult> => {
    const { result, answer } = await write(text);
    if (result.outcome !== "refused" || answer === undefined) return result;
    if (result.failure === "carrier_throttled") {
      connection.throttled(retryAfterMs(answer, clock.now()));
      return result;
    }
    const refusal = isOfAccount(answer) ? accountProblem(answer) : null;
    if (refusal === null) return result;
    // the provider is down or the token was changed there: nothing is wrong with the text
    connection.wait(refusal);
    return { outcome: "refused", failure: "carrier_unavailable", code: result.code };
  };
  const whyUnsendable = (text: OutgoingText) => (text.rcs && rcs !== null ? null : refuseUnsendable(text));
  return {
    name,
    accountId,
    pace: perSecond,
    demandsRegistration: options.demandsRegistration,
    forgetsAfterMs: 15 * 60_000,
    ...(rcs !== null && { takesRcs: true as const }),
    get room() {
      return connection.room;
    },
    paceOf: () => null,
    send: async (text) => whyUnsendable(text) ?? connection.sending(() => submit(text)),
    /** The provider's messages do not have our id: a status event tells, whose address has it, or else the only message of the list that can be meant. */
    async lookUp({ messageId }): Promise<LookUp> {
      const known = await options.findNamed(messageId);
      const carrierRef = known ?? (connection.room > 0 ? await sentList.find(messageId) : null);
      return carrierRef === null ? { found: "unknown" } : { found: true, carrierRef };
    },
    health: (): ConnectionHealth => ({ ...connection.health }),
    async stop() {
      connection.stop();
    },
  };
}
