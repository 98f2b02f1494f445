import { setTimeout as pause } from "node:timers/promises";
import { readCallStatus, readRecording } from "@trunkline/carriers/twilio/calls.ts";
import { newTwilioLine, type TwilioInput, type TwilioLine } from "@trunkline/carriers/twilio/line/twilioLine.ts";
import {
  consultDocument,
  hangUpDocument,
  joinDocument,
  musicDocument,
  rejectDocument,
  screenDocument,
  superviseDocument,
} from "@trunkline/carriers/twilio/twiml.ts";
import { e164Of } from "@trunkline/workflow/parts/phone/phone.ts";
import { twilioPaths } from "../../carriers/twilioPaths.ts";
import type { Api } from "../../http/handle.ts";
import { acceptCall } from "../../inbound/acceptCall.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { nameCall } from "../../inbound/nameCall.ts";
import { askDocument, queueRoomOf, twilioLines } from "../../inbound/twilioLines.ts";
import { movingCall, startingCall } from "../../store/calls/callTransactions.ts";
import {
  findCallOfRef,
  insertProviderCall,
  type ProviderCall,
  type ProviderCallKey,
} from "../../store/calls/providerCall.ts";
import { carrierNameOf } from "../../store/carriers/carrierConnection.ts";
import { listNumbersOf } from "../../store/numbers/number.ts";
import type { TwilioEvent } from "./readTwilioEvent.ts";

type Parts = Pick<Api, "db" | "config" | "log" | "wakeUp">;

/** Answers an event with a document. Undefined: an empty one. */
type Receive = (event: TwilioEvent) => Promise<string | undefined>;

/** While a call waits for the outside world, its document is held back for this long. Providers wait for 15 seconds. */
const holdMs = 3_000;
const lookAgainMs = 100;

/** The webhooks of calls (telecom §1.4), by their paths. */
export function twilioCallWebhooks(parts: Parts): [path: string, receive: Receive][] {
  const world: CallWorld = { publicUrl: parts.config.publicUrl, pace: 1 };
  const report = (inputsOf: (event: TwilioEvent, row: ProviderCall<TwilioLine>) => TwilioInput[]): Receive => {
    return async (event) => {
      const call = callOf(event);
      await movingCall(parts.db, event.accountId, (q) =>
        twilioLines.report(q, call, (row) => inputsOf(event, row), world),
      );
      return undefined;
    };
  };
  return [
    [twilioPaths.calls, (event) => receiveInbound(parts, event, world)],
    [twilioPaths.document, (event) => answerDocument(parts, callOf(event), event, world)],
    [
      twilioPaths.callStatuses,
      async (event) => {
        const callId = await findInbound(parts, event);
        return callId === null ? undefined : receiveStatus(parts, { ...callOf(event), callId }, event, world);
      },
    ],
    [twilioPaths.callStatus, (event) => receiveStatus(parts, callOf(event), event, world)],
    [twilioPaths.recording, report(recorded)],
    [
      twilioPaths.dialled,
      report(({ fields, query }) =>
        readCallStatus(fields)?.status === "inProgress"
          ? [{ input: "dialAnswered", target: query.get("target") ?? "" }]
          : [],
      ),
    ],
    [
      twilioPaths.room,
      report(({ fields }, { callRef }) =>
        fields.get("StatusCallbackEvent") === "participant-join" && fields.get("CallSid") === callRef
          ? [{ input: "joined", conference: fields.get("ConferenceSid") ?? "" }]
          : [],
      ),
    ],
    [twilioPaths.user, (event) => answerUser(parts, event, world)],
    [
      twilioPaths.userStatus,
      report(({ fields, query }) => {
        const status = readCallStatus(fields)?.status;
        if (status === undefined || status === "ringing" || status === "inProgress") return [];
        const consult = consultOf(query);
        if (consult !== null) return [{ input: "consultLost", nr: consult }];
        const nr = supervisionOf(query);
        return [nr === null ? { input: "userLost" } : { input: "supervisorLost", nr }];
      }),
    ],
    [twilioPaths.music, async ({ query }) => musicDocument(query.get("url") ?? "")],
  ];
}

const callOf = ({ accountId, connection, params }: TwilioEvent): ProviderCallKey => ({
  accountId,
  connectionId: connection.connectionId,
  callId: params["callId"] ?? "",
});

const findInbound = ({ db }: Parts, { accountId, connection, fields }: TwilioEvent): Promise<string | null> =>
  db.tx([accountId], (q) => findCallOfRef(q, accountId, connection.connectionId, fields.get("CallSid") ?? ""));

/** Calls to numbers of this connection alone. A repeated request finds its call. */
async function receiveInbound(parts: Parts, event: TwilioEvent, world: CallWorld): Promise<string> {
  const { accountId, connection, fields } = event;
  const { connectionId } = connection;
  const [callRef, from, to] = [fields.get("CallSid"), fields.get("From"), fields.get("To")];
  if (!callRef || !from || !to) return hangUpDocument;
  const carrier = carrierNameOf(connection);
  const call = await startingCall(parts.db, accountId, async (q): Promise<ProviderCallKey | null> => {
    const known = await findCallOfRef(q, accountId, connectionId, callRef);
    if (known !== null) return { accountId, connectionId, callId: known };
    const own = e164Of(to);
    if (!(await listNumbersOf(q, accountId, carrier, [own])).has(own)) return null;
    const { callId } = await acceptCall(q, accountId, { from: e164Of(from), to: own, carrier });
    const made = { accountId, connectionId, callId };
    await insertProviderCall(q, { ...made, callRef, line: newTwilioLine() });
    return made;
  });
  if (call === null) {
    parts.log.warn({ accountId, connectionId }, "a call arrived for a number of no connection");
    return rejectDocument;
  }
  return askFor(parts, call, 1, fields, world);
}

const answerDocument = async (
  parts: Parts,
  call: ProviderCallKey,
  event: TwilioEvent,
  world: CallWorld,
): Promise<string> => {
  await name(parts, call, event);
  return askFor(parts, call, Number(event.query.get("step") ?? 1), event.fields, world);
};

/** Asks for a document, and holds the request for a moment while the call waits for a script or a recording. */
async function askFor(
  { db, wakeUp }: Parts,
  call: ProviderCallKey,
  step: number,
  fields: URLSearchParams,
  world: CallWorld,
): Promise<string> {
  const until = Date.now() + holdMs;
  for (let isFirst = true; ; isFirst = false) {
    const mayWait = Date.now() < until;
    const document = await movingCall(db, call.accountId, (q) =>
      askDocument(q, call, { step, fields, mayWait }, world),
    );
    if (document !== null) return document;
    if (isFirst) wakeUp();
    await pause(lookAgainMs);
  }
}

/** The phone of a user: a key takes the call. A browser takes it at once, because its user has answered on the page. */
async function answerUser({ db }: Parts, event: TwilioEvent, world: CallWorld): Promise<string> {
  const call = callOf(event);
  const { fields, query } = event;
  const name = query.get("name") ?? "";
  const nr = supervisionOf(query);
  const consult = consultOf(query);
  if (!fields.get("Digits") && !query.has("browser")) {
    const again = new URLSearchParams({
      name,
      taken: "1",
      ...(nr !== null && { supervises: String(nr) }),
      ...(consult !== null && { consults: String(consult) }),
    });
    return query.has("taken") ? hangUpDocument : screenDocument(`${world.publicUrl}${event.path}?${again}`);
  }
  if (nr !== null) return answerSupervisor(db, call, { nr, callSid: fields.get("CallSid") ?? "" }, world);
  if (consult !== null) return answerConsult(db, call, { nr: consult, callSid: fields.get("CallSid") ?? "" }, world);
  let waits = false;
  await db.tx([event.accountId], (q) =>
    twilioLines.report(
      q,
      call,
      ({ line }) => {
        waits = line.waits.for === "queue";
        return waits ? [{ input: "userJoined", callSid: fields.get("CallSid") ?? "", name }] : [];
      },
      world,
    ),
  );
  return waits ? joinDocument(queueRoomOf(call)) : hangUpDocument;
}

/** Which supervision the phone of an address belongs to. Null: it is the phone of the user. */
const supervisionOf = (query: URLSearchParams): number | null =>
  query.has("supervises") ? Number(query.get("supervises")) : null;

/** Which consultation the phone of an address belongs to. Null: it is none. */
const consultOf = (query: URLSearchParams): number | null =>
  query.has("consults") ? Number(query.get("consults")) : null;

/** The phone of someone who is consulted enters the conference, while the user waits for them there. */
async function answerConsult(
  db: Parts["db"],
  call: ProviderCallKey,
  phone: { nr: number; callSid: string },
  world: CallWorld,
): Promise<string> {
  let document = hangUpDocument;
  await db.tx([call.accountId], (q) =>
    twilioLines.report(
      q,
      call,
      ({ line: { waits } }) => {
        if (waits.for === "queue" && waits.consult?.nr === phone.nr) document = consultDocument(queueRoomOf(call));
        return [{ input: "consultJoins", ...phone }];
      },
      world,
    ),
  );
  return document;
}

/** The phone of a supervisor enters the conference of a caller and a user who still speak. */
async function answerSupervisor(
  db: Parts["db"],
  call: ProviderCallKey,
  phone: { nr: number; callSid: string },
  world: CallWorld,
): Promise<string> {
  let document = hangUpDocument;
  await db.tx([call.accountId], (q) =>
    twilioLines.report(
      q,
      call,
      ({ line: { waits } }) => {
        if (waits.for === "queue" && waits.supervisor?.nr === phone.nr)
          document = superviseDocument(queueRoomOf(call), waits.supervisor.mode, waits.userSid ?? "");
        return [{ input: "supervisorJoined", ...phone }];
      },
      world,
    ),
  );
  return document;
}

async function receiveStatus(
  parts: Parts,
  call: ProviderCallKey,
  event: TwilioEvent,
  world: CallWorld,
): Promise<undefined> {
  const status = readCallStatus(event.fields);
  if (status === null) return;
  await name(parts, call, event);
  const { status: is, seconds } = status;
  await parts.db.tx([call.accountId], (q) =>
    twilioLines.report(q, call, () => [{ input: "status", status: is, seconds }], world),
  );
}

async function name({ db }: Parts, call: ProviderCallKey, { fields }: TwilioEvent): Promise<void> {
  const callRef = fields.get("CallSid");
  if (callRef) await db.tx([call.accountId], (q) => nameCall(q, call, callRef));
}

function recorded({ fields, query }: TwilioEvent): TwilioInput[] {
  const recording = readRecording(fields);
  if (query.get("of") === "verb") return [{ input: "recorded", recording }];
  const format = query.get("format") === "mp3" ? "mp3" : "wav";
  return recording === null ? [] : [{ input: "callRecorded", recording, format }];
}
