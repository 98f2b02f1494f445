import type { UserPhone } from "@trunkline/carriers/callLine.ts";
import { isBrowserAddress } from "@trunkline/carriers/twilio/browserPhone.ts";
import { moveTwilioLine } from "@trunkline/carriers/twilio/line/moveTwilioLine.ts";
import { isRepeated, nextDocument } from "@trunkline/carriers/twilio/line/nextDocument.ts";
import type { TwilioInput, TwilioLine } from "@trunkline/carriers/twilio/line/twilioLine.ts";
import { type DocumentPlace, hangUpDocument } from "@trunkline/carriers/twilio/twiml.ts";
import { voiceName } from "@trunkline/carriers/twilio/voiceName.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { voiceOf } from "@trunkline/workflow/voice/voices.ts";
import { beepPath, fillPath, twilioPaths } from "../carriers/twilioPaths.ts";
import type { CallKey } from "../store/calls/call.ts";
import {
  lockProviderCall,
  type ProviderCall,
  type ProviderCallKey,
  saveProviderCall,
} from "../store/calls/providerCall.ts";
import type { Query } from "../store/database.ts";
import type { CallWorld } from "./callWorld.ts";
import { providerLines } from "./providerLines.ts";
import { receiveCall } from "./receiveCall.ts";

/** How long a call that has ended waits for its recording. */
const lateAfterMs = 120_000;

/** The lines of calls at providers with the Twilio API. */
export const twilioLines = providerLines<TwilioLine, TwilioInput>({
  hasEnded: ({ waits }) => waits.for === "nothing",
  speaks: (voice) => voiceName(voice) !== null,
  ringsUsers: true,
  consults: true,
  move(row, line, input, world) {
    const next = addressOf(row, world, twilioPaths.document, line.step + 1);
    const { orders, fetches, rings, awaitsFile, ...moved } = moveTwilioLine(line, input, Date.now(), next);
    return {
      ...moved,
      tasks: [
        ...orders.map((request) => ({ kind: "order" as const, request })),
        ...(fetches === null ? [] : [{ kind: "recording" as const, request: fetches }]),
        ...(rings === null ? [] : [{ kind: "ringUser" as const, request: rings }]),
        ...(awaitsFile ? [{ kind: "late" as const, request: {}, delayMs: lateAfterMs }] : []),
      ],
    };
  },
});

/**
 * The document that a provider asks for, which reports the outcome of the one before. Null: the call waits for something
 * and `mayWait`, so it is asked again in a moment.
 */
export async function askDocument(
  q: Query,
  call: ProviderCallKey,
  asked: { step: number; fields: URLSearchParams; mayWait: boolean },
  world: CallWorld,
): Promise<string | null> {
  const row = await lockProviderCall<TwilioLine>(q, call);
  if (row?.connectionId !== call.connectionId) return hangUpDocument;
  if (isRepeated(row.line, asked.step)) return row.line.document || hangUpDocument;
  const line = await twilioLines.move(q, row, [{ input: "asked", step: asked.step, fields: asked.fields }], world);
  if (asked.mayWait && line.todo.length === 0 && line.waits.for !== "nothing") {
    await saveProviderCall(q, { ...row, line: line });
    return null;
  }
  const place = placeOf(row, line, world);
  let next = nextDocument(line, place, Date.now());
  if (next.isTooLong) {
    const broken: LineEvent = { type: "broken", reason: "a document of the call is longer than 64 KB" };
    next = nextDocument({ ...line, todo: await receiveCall(q, call, broken) }, place, Date.now());
  }
  await saveProviderCall(q, { ...row, line: next.line });
  return next.line.document;
}

/** A public address of a call. `step` is the number of the document that is asked for there. */
function addressOf(
  { accountId, connectionId, callId }: ProviderCall,
  world: CallWorld,
  path: string,
  step?: number,
): string {
  const address = world.publicUrl + fillPath(path, { accountId, connectionId, callId });
  return step === undefined ? address : `${address}?step=${step}`;
}

/** The address of the first document, and that of statuses, of a call that is placed. */
export const addressesOf = (
  ids: { accountId: string; connectionId: string; callId: string },
  { publicUrl }: Pick<CallWorld, "publicUrl">,
) => ({
  document: `${publicUrl}${fillPath(twilioPaths.document, ids)}?step=1`,
  status: publicUrl + fillPath(twilioPaths.callStatus, ids),
});

/** The conference in which a caller waits for a user. */
export const queueRoomOf = ({ callId }: CallKey): string => `queue-${callId}`;

/** The addresses of the phone of a user who takes a call. Only a mailbox could answer instead of the user, and a browser has none. */
export function userAddressesOf(
  row: ProviderCall,
  world: CallWorld,
  { name, at, supervises, consults, isOutside }: UserPhone,
) {
  const role: Record<string, string> = {
    ...(supervises !== undefined && { supervises: String(supervises) }),
    ...(consults !== undefined && { consults: String(consults) }),
  };
  const about = new URLSearchParams({ name, ...((isBrowserAddress(at) || isOutside) && { browser: "1" }), ...role });
  const status = addressOf(row, world, twilioPaths.userStatus);
  return {
    document: `${addressOf(row, world, twilioPaths.user)}?${about}`,
    status: Object.keys(role).length === 0 ? status : `${status}?${new URLSearchParams(role)}`,
  };
}

function placeOf(row: ProviderCall, { step }: TwilioLine, world: CallWorld): DocumentPlace {
  const at = (path: string, query: Record<string, string>) =>
    `${addressOf(row, world, path)}?${new URLSearchParams(query)}`;
  return {
    // the line is about to write document `step + 1`
    next: addressOf(row, world, twilioPaths.document, step + 2),
    recording: (of, format) => at(twilioPaths.recording, { of, format }),
    answered: (target) => at(twilioPaths.dialled, { target }),
    room: addressOf(row, world, twilioPaths.room),
    music: (url) => at(twilioPaths.music, { url }),
    beep: world.publicUrl + beepPath,
    queueRoom: queueRoomOf(row),
    roomName: (name) => `room-${row.accountId}-${name}`,
    voiceOf,
  };
}
