import type { OutgoingCall, SendResult, VoiceCarrier, WireAnswer, WireRequest } from "@trunkline/carriers/carrier.ts";
import type { ProviderWay } from "../../carriers/readConnection.ts";
import {
  findCallRef,
  insertProviderCall,
  nameProviderCall,
  type ProviderCallKey,
} from "../../store/calls/providerCall.ts";
import type { VoicePlace } from "./voiceOpener.ts";

/** How one kind of provider places calls. */
interface PlacesCalls {
  newLine(call: OutgoingCall): object;
  build(call: OutgoingCall, key: ProviderCallKey): WireRequest;
  send(request: WireRequest): Promise<WireAnswer>;
  read(answer: WireAnswer): SendResult;
  /** Null: no limit. */
  perSecond: number | null;
}

/** Places calls through a provider by a request each. What happens on them comes by webhooks. */
export const providerVoice = (
  { db }: ProviderWay,
  { accountId, name, connectionId }: VoicePlace,
  { newLine, build, send, read, perSecond }: PlacesCalls,
): VoiceCarrier => ({
  name,
  async place(call): Promise<SendResult> {
    const key = { accountId, connectionId, callId: call.callId };
    // the provider can report the call before it answers
    await db.tx([accountId], (q) => insertProviderCall(q, { ...key, callRef: null, line: newLine(call) }));
    const answer = await send(build(call, key));
    // a secret that was changed at the provider says nothing about the call
    if ("status" in answer && answer.status === 401)
      return { outcome: "refused", failure: "carrier_unavailable", code: "401" };
    const result = read(answer);
    // orders can reach the call before its first event
    if (result.outcome === "accepted")
      await db.tx([accountId], (q) => nameProviderCall(q, key, result.carrierRef)).catch(() => false);
    return result;
  },
  /** The provider's calls do not carry our id: only an event, whose address has it, can tell. */
  async lookUpCall({ callId }) {
    const carrierRef = await db.tx([accountId], (q) => findCallRef(q, { accountId, callId }));
    return carrierRef === null ? { found: "unknown" } : { found: true, carrierRef };
  },
  callPaceOf: () => (perSecond === null ? null : { key: `calls ${name}`, perSecond }),
});
