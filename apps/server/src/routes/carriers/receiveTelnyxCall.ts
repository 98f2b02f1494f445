import { buildOrder } from "@trunkline/carriers/telnyx/callCommands.ts";
import { type CallEvent, readCallEvent } from "@trunkline/carriers/telnyx/callEvents.ts";
import { newTelnyxLine, type TelnyxInput } from "@trunkline/carriers/telnyx/line/telnyxLine.ts";
import type { TelnyxEvent } from "@trunkline/carriers/telnyx/webhooks.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { readTelnyxConnection } from "../../carriers/telnyxConnection.ts";
import type { Api } from "../../http/handle.ts";
import { acceptCall } from "../../inbound/acceptCall.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { nameCall } from "../../inbound/nameCall.ts";
import { telnyxLines, telnyxPlaceOf } from "../../inbound/telnyxLines.ts";
import { movingCall, startingCall } from "../../store/calls/callTransactions.ts";
import { findCallOfRef, insertProviderCall, type ProviderCallKey } from "../../store/calls/providerCall.ts";
import { type CarrierConnectionRow, carrierNameOf } from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { listNumbersOf } from "../../store/numbers/number.ts";

type Parts = Pick<Api, "db" | "config" | "secrets" | "egress" | "log">;

/** An event of a call of a connection. `callId`: of its address; empty for that of the application. */
interface CallPlace {
  accountId: string;
  connection: CarrierConnectionRow;
  callId: string;
}

/** Applies an event of a call (telecom §1.10). Events can arrive in any order, repeated, and before the answer to a command. */
export async function receiveTelnyxCall(parts: Parts, place: CallPlace, event: TelnyxEvent): Promise<void> {
  const read = readCallEvent(event);
  if (read === null) return;
  const world: CallWorld = { publicUrl: parts.config.publicUrl, pace: 1 };
  const { accountId, connection } = place;
  const isStart = read.happened.type === "initiated" && read.happened.direction === "in";
  const isOurs = await (isStart ? startingCall : movingCall)(parts.db, accountId, (q) => apply(q, place, read, world));
  if (isOurs) return;
  parts.log.warn({ accountId, connectionId: connection.connectionId }, "a call arrived for a number of no connection");
  await reject(parts, place, read.callRef);
}

/** False: someone calls a number that is not ours. */
async function apply(q: Query, place: CallPlace, event: CallEvent, world: CallWorld): Promise<boolean> {
  const { accountId, connection } = place;
  const { connectionId } = connection;
  const { callRef, state, happened } = event;
  const isOfOwnPhone = state !== null && state.of !== "line";
  // events of a conference go to the address of another participant
  const known = isOfOwnPhone || callRef === "" ? null : await findCallOfRef(q, accountId, connectionId, callRef);
  const callId = known ?? place.callId;
  if (callId === "")
    return happened.type !== "initiated" || happened.direction !== "in" || accept(q, place, event, world);
  const call = { accountId, connectionId, callId };
  // a participant that is no call of ours
  const isForeign = known === null && (happened.type === "joined" || happened.type === "left");
  if (!isOfOwnPhone && !isForeign && callRef !== "") await nameCall(q, call, callRef);
  if (!isForeign) await telnyxLines.report(q, call, () => [inputOf(event)], world);
  return true;
}

function inputOf({ callRef: ref, state, happened }: CallEvent): TelnyxInput {
  if (state?.of === "leg") return { input: "leg", step: state.step, leg: state.leg, ref, happened };
  if (state?.of === "user") return { input: "user", name: state.name, ref, happened };
  if (state?.of === "supervisor") return { input: "supervisor", nr: state.nr, ref, happened };
  return { input: "happened", step: state?.step ?? null, happened };
}

/** Calls to numbers of this connection alone. */
async function accept(
  q: Query,
  place: CallPlace,
  { callRef, happened }: CallEvent,
  world: CallWorld,
): Promise<boolean> {
  const { accountId, connection } = place;
  const { connectionId } = connection;
  if (happened.type !== "initiated" || callRef === "") return true;
  const carrier = carrierNameOf(connection);
  const own = e164Of(happened.to);
  if (!(await listNumbersOf(q, accountId, carrier, [own])).has(own)) return false;
  const { callId } = await acceptCall(q, accountId, { from: e164Of(happened.from), to: own, carrier });
  const call: ProviderCallKey = { accountId, connectionId, callId };
  await insertProviderCall(q, { ...call, callRef, line: newTelnyxLine(null, true) });
  await telnyxLines.report(q, call, () => [{ input: "arrived" }], world);
  return true;
}

async function reject(parts: Parts, { accountId, connection }: CallPlace, callRef: string): Promise<void> {
  const { connectionId } = connection;
  const open = await readTelnyxConnection(parts, accountId, connectionId);
  if (open === null) return;
  const place = telnyxPlaceOf({ accountId, connectionId, callId: callRef }, open.settings.applicationId, parts.config);
  await open.send(
    buildOrder(
      open.account,
      callRef,
      { order: "command", step: 1, action: "reject", body: { cause: "CALL_REJECTED" } },
      place,
    ),
  );
}
