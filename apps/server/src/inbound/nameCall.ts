import { moveCalls } from "../store/calls/callQueue.ts";
import { nameProviderCall, type ProviderCallKey } from "../store/calls/providerCall.ts";
import type { Query } from "../store/database.ts";
import { publishCalls } from "../store/webhooks/webhookEvent.ts";

/** A provider has named a call: it has it, whatever became of the answer to the request that placed it. */
export async function nameCall(q: Query, named: ProviderCallKey, callRef: string): Promise<void> {
  if (!(await nameProviderCall(q, named, callRef))) return;
  const call = { accountId: named.accountId, callId: named.callId };
  const moved = await moveCalls(
    q,
    ["submitting", "in_doubt"],
    [{ ...call, state: "accepted", reason: null, carrierRef: callRef }],
    null,
  );
  await publishCalls(
    q,
    moved.map(() => ({ ...call, eventType: "call_dialing" })),
  );
}
