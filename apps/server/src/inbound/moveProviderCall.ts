import type { LineOrder } from "@trunkline/carriers/callLine.ts";
import { isBrowserAddress } from "@trunkline/carriers/twilio/browserPhone.ts";
import {
  isRepeated,
  moveTwilioLine,
  nextDocument,
  type TwilioInput,
  type TwilioLine,
  type UserPhone,
} from "@trunkline/carriers/twilio/twilioLine.ts";
import type { DocumentPlace } from "@trunkline/carriers/twilio/twiml.ts";
import { hangUpDocument } from "@trunkline/carriers/twilio/twiml.ts";
import { voiceName } from "@trunkline/carriers/twilio/voiceName.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { voiceOf } from "@trunkline/workflow/voice/voices.ts";
import { beepPath, fillPath, twilioPaths } from "../carriers/twilioPaths.ts";
import type { CallKey } from "../store/calls/call.ts";
import { type CallTaskWork, insertCallTasks, type NewCallTask } from "../store/calls/callTask.ts";
import {
  lockProviderCall,
  type ProviderCall,
  type ProviderCallKey,
  saveProviderCall,
} from "../store/calls/providerCall.ts";
import type { Query } from "../store/database.ts";
import { newId } from "../store/newId.ts";
import type { CallLines, CallWorld } from "./callWorld.ts";
import { receiveCall } from "./receiveCall.ts";

/** How long a call that is over waits for its recording. */
const lateAfterMs = 120_000;

/** The lines of calls at providers with the Twilio API. */
export const twilioLines: CallLines = {
  ringsUsersBy: (carrier) => carrier.split(":")[1] ?? null,
  speaks: (voice) => voiceName(voice) !== null,
  async order(q, call, decide, world) {
    const row = await lockProviderCall(q, call);
    if (row === null) return false;
    const hasEnded = row.line.waits.for === "nothing";
    const orders: readonly LineOrder[] = await decide(
      hasEnded ? null : { own: row.own, contact: row.contact, ringsUserBy: row.connectionId },
    );
    if (orders.length === 0) return false;
    await save(q, row, await move(q, row, orders, world));
    return true;
  },
};

/** Applies what a provider reports of a call, in one transaction. False: its connection has no such call. */
export async function moveProviderCall(
  q: Query,
  call: ProviderCallKey,
  inputsOf: (row: ProviderCall) => readonly TwilioInput[],
  world: CallWorld,
): Promise<boolean> {
  const row = await lockProviderCall(q, call);
  if (row?.connectionId !== call.connectionId) return false;
  await save(q, row, await move(q, row, inputsOf(row), world));
  return true;
}

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
  const row = await lockProviderCall(q, call);
  if (row?.connectionId !== call.connectionId) return hangUpDocument;
  if (isRepeated(row.line, asked.step)) return row.line.document || hangUpDocument;
  const line = await move(q, row, [{ input: "asked", step: asked.step, fields: asked.fields }], world);
  if (asked.mayWait && line.todo.length === 0 && line.waits.for !== "nothing") {
    await save(q, row, line);
    return null;
  }
  const place = placeOf(row, line, world);
  let next = nextDocument(line, place, Date.now());
  if (next.isTooLong) {
    const broken: LineEvent = { type: "broken", reason: "a document of the call is longer than 64 KB" };
    next = nextDocument({ ...line, todo: await receiveCall(q, call, broken) }, place, Date.now());
  }
  await save(q, row, next.line);
  return next.line.document;
}

const save = (q: Query, { accountId, callId }: ProviderCall, line: TwilioLine): Promise<void> =>
  saveProviderCall(q, { accountId, callId, line });

/** Passes inputs to the line and its reports to the call, whose verbs go back to the line. */
async function move(
  q: Query,
  row: ProviderCall,
  inputs: readonly TwilioInput[],
  world: CallWorld,
): Promise<TwilioLine> {
  const call = { accountId: row.accountId, callId: row.callId };
  const queue = [...inputs];
  const tasks: (CallTaskWork & { delayMs?: number })[] = [];
  let { line } = row;
  for (let input = queue.shift(); input !== undefined; input = queue.shift()) {
    const done = moveTwilioLine(line, input, Date.now(), addressOf(row, world, twilioPaths.document, line.step + 1));
    line = done.line;
    for (const report of done.reports) {
      const verbs = await receiveCall(q, call, report satisfies LineEvent);
      if (verbs.length > 0) queue.push({ input: "instructed", verbs });
    }
    tasks.push(...done.orders.map((request) => ({ kind: "order" as const, request })));
    if (done.fetches !== null) tasks.push({ kind: "recording", request: done.fetches });
    if (done.rings !== null) tasks.push({ kind: "ringUser", request: done.rings });
    if (done.awaitsFile) tasks.push({ kind: "fileLate", request: {}, delayMs: lateAfterMs });
  }
  await insertCallTasks(
    q,
    tasks.map((task): NewCallTask => ({ ...call, taskId: newId(), ...task })),
  );
  return line;
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
export const userAddressesOf = (row: ProviderCall, world: CallWorld, { name, at }: UserPhone) => ({
  document: `${addressOf(row, world, twilioPaths.user)}?${new URLSearchParams({ name, ...(isBrowserAddress(at) && { browser: "1" }) })}`,
  status: addressOf(row, world, twilioPaths.userStatus),
});

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
