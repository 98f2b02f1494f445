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
import type { TelnyxAccount } from "./account.ts";
import { buildSend, isLastAllowed, readSend, refuseUnsendable, resetAfterMs } from "./messages.ts";
import { accountProblem, buildReadProfile } from "./tryAccount.ts";

/** Settings and dependencies of one connection. */
export interface TelnyxOptions {
  name: string;
  accountId: string;
  account: TelnyxAccount;
  messagingProfileId: string;
  /** Why the account cannot be used at all, such as a key that cannot be decrypted. Null: it can. */
  problem: string | null;
  /** Requests per second over the connection. Null means no limit. */
  perSecond: number | null;
  /** Requests that may wait for an answer at the same time. */
  window: number;
  demandsRegistration: boolean;
  /** The public address of a message's status events. */
  webhookOf(message: OutgoingText): string;
  /** The provider's id of a message that a status event has named. Null: none has. */
  findNamed(messageId: string): Promise<string | null>;
  /** Sends a request. Never throws. */
  transport(request: WireRequest): Promise<WireAnswer>;
  clock: CarrierClock;
}

/** Carries the texts and pictures of one messaging profile. Texts wait while the provider refuses the account. */
export function openTelnyxCarrier(options: TelnyxOptions): ConnectionCarrier {
  const { name, accountId, account, messagingProfileId, problem, perSecond, window, transport, clock } = options;
  const connection = new RequestConnection({
    clock,
    window,
    findProblem: async () => problem ?? accountProblem(await transport(buildReadProfile(account, messagingProfileId))),
  });
  const submit = async (text: OutgoingText): Promise<SendResult> => {
    const sender = { messagingProfileId, webhookUrl: options.webhookOf(text) };
    const answer = await transport(buildSend(account, sender, text));
    const result = readSend(answer);
    if (result.outcome === "refused" && result.failure === "carrier_throttled")
      connection.throttled(resetAfterMs(answer));
    else if (isLastAllowed(answer)) connection.pause(resetAfterMs(answer) ?? 0);
    if (result.outcome !== "refused" || !isOfAccount(answer)) return result;
    // the provider is down or the key was revoked there: nothing is wrong with the text
    connection.wait(accountProblem(answer) ?? "");
    return { outcome: "refused", failure: "carrier_unavailable", code: result.code };
  };
  return {
    name,
    accountId,
    pace: perSecond,
    demandsRegistration: options.demandsRegistration,
    forgetsAfterMs: 15 * 60_000,
    get room() {
      return connection.room;
    },
    paceOf: () => null,
    send: async (text) => refuseUnsendable(text) ?? connection.sending(() => submit(text)),
    /** Messages are found by the provider's own id alone: only a status event, whose address has ours, can tell. */
    async lookUp({ messageId }): Promise<LookUp> {
      const carrierRef = await options.findNamed(messageId);
      return carrierRef === null ? { found: "unknown" } : { found: true, carrierRef };
    },
    health: (): ConnectionHealth => ({ ...connection.health }),
    async stop() {
      connection.stop();
    },
  };
}
