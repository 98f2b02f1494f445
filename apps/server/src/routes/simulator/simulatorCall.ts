import type { LineAnswer } from "@trunkline/carriers/callLine.ts";
import type { Line, LineInput } from "@trunkline/carriers/simulated/line/lineState.ts";
import { musicOf } from "@trunkline/carriers/simulated/line/musicOf.ts";
import { type HandsetAct, type HandsetCall, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { isSip } from "@trunkline/workflow/parts/phone/dialTarget.ts";
import { readFileKind } from "../../assets/readFileKind.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid, notFound } from "../../http/problem.ts";
import { callFromHandset } from "../../inbound/callFromHandset.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { formatOf, moveCall } from "../../inbound/moveCall.ts";
import { storeRecording } from "../../inbound/storeRecording.ts";
import { movingCall, startingCall } from "../../store/calls/callTransactions.ts";
import type { Query } from "../../store/database.ts";
import { findNumber } from "../../store/numbers/number.ts";
import { type Leg, type LegRow, listCallLegs, listHandsetCalls } from "../../store/simulator/simulatorCall.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";

/** Calls on the simulated carrier's handsets (readings, Requests without a path). */
export function registerSimulatorCalls(api: Api): void {
  const world: CallWorld = { publicUrl: api.config.publicUrl, pace: 1 };
  handle(api, simulatorRoutes.calls, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const handset = isSip(params.number) ? params.number : parsePhoneOrRefuse(params.number, "path.number");
      return (await listHandsetCalls(q, account, handset)).map(show);
    }),
  );
  handle(api, simulatorRoutes.call, async ({ db, account, body, wakeUp }) => {
    const made = await startingCall(db, account, async (q) => {
      const from = parsePhoneOrRefuse(body.from, "body.from");
      const to = parsePhoneOrRefuse(body.to, "body.to");
      if (!(await findNumber(q, account, to)))
        throw invalid(`${to} is not a number of this account. A handset can only call your own numbers`, "body.to");
      return (await callFromHandset(q, account, { from, to }, world)).map(show);
    });
    wakeUp();
    return made;
  });
  handle(api, simulatorRoutes.act, async ({ db, account, params, body, wakeUp }) => {
    const legs = await movingCall(db, account, async (q) => {
      const { callId } = params;
      const call = { accountId: account, callId };
      const found = await moveCall(
        q,
        call,
        async (legs) => {
          const leg = legOf(legs, body.handset);
          if (leg === undefined) return [];
          const inputs = await inputsOf(q, call, body, leg.line, world.publicUrl);
          return inputs.map((input) => ({ legId: leg.legId, input }));
        },
        world,
      );
      const legs = await listCallLegs(q, account, callId);
      if (!found && legs.length === 0) throw notFound("call");
      return legs.map(show);
    });
    wakeUp();
    return legs;
  });
}

/** The phone of a request: the newest connected one of that number, or else the first of the call. */
const legOf = (legs: readonly Leg[], handset: string | undefined): Leg | undefined =>
  handset === undefined
    ? legs.find((leg) => leg.parentId === null)
    : legs.findLast((leg) => leg.handset === handset && leg.state !== "ended");

const answers: Record<NonNullable<HandsetAct["answer"]>, LineAnswer> = {
  human: "human",
  machine: "machineBeep",
  machineSilent: "machineSilent",
  fax: "fax",
};

const wholeSeconds = (seconds = 1): number => Math.max(1, Math.round(seconds));

/** The handset's actions, in a fixed order. */
async function inputsOf(
  q: Query,
  { accountId, callId }: { accountId: string; callId: string },
  body: HandsetAct,
  line: Line,
  publicUrl: string,
): Promise<LineInput[]> {
  const inputs: LineInput[] = [];
  /** Saves a microphone recording and returns its URL, or null if it is empty. */
  const keep = async (field: "recording" | "callRecording", base64: string): Promise<string | null> => {
    const data = Buffer.from(base64, "base64");
    if (data.length === 0) return null;
    if (readFileKind("recording", data)?.contentType !== "audio/wav")
      throw invalid(`${field} must be a WAV file as base64`, `body.${field}`);
    const format = field === "recording" ? formatOf(line) : line.callFormat;
    return (await storeRecording(q, accountId, callId, { data, isSilent: false, format }, publicUrl)).url;
  };
  if (body.answer !== undefined) inputs.push({ input: "answer", by: answers[body.answer] });
  if (body.lasts !== undefined) inputs.push({ input: "lasts", seconds: body.lasts });
  if (body.heard) inputs.push({ input: "heard" });
  if (body.speaking) inputs.push({ input: "speaking" });
  if (body.recording !== undefined) {
    const recordingUrl = await keep("recording", body.recording);
    if (recordingUrl === null) inputs.push({ input: "silent" });
    else inputs.push({ input: "recorded", seconds: wholeSeconds(body.seconds), recordingUrl });
  }
  if (body.speech !== undefined) inputs.push({ input: "said", text: body.speech });
  if (body.digits !== undefined) inputs.push({ input: "keys", keys: body.digits });
  if (body.recordingCall) inputs.push({ input: "recordingCall" });
  if (body.callRecording) {
    const recordingUrl = await keep("callRecording", body.callRecording);
    if (recordingUrl !== null)
      inputs.push({ input: "callRecorded", seconds: wholeSeconds(body.callSeconds), recordingUrl });
  }
  if (body.hangup) inputs.push({ input: "hangUp" });
  return inputs;
}

/** A call of a handset in wire form. */
function show({
  line,
  legId,
  callId,
  handset,
  number,
  direction,
  state,
  log,
  at,
  answered,
  ended,
}: LegRow): HandsetCall {
  const { now } = line;
  return {
    legId,
    callId,
    handset,
    number,
    direction,
    state,
    now: now.is,
    connectedWith: now.is === "connected" ? now.with : null,
    conference: now.is === "connected" && now.room !== undefined ? now.room : null,
    music: musicOf(line),
    recordSeconds: now.is === "recording" ? now.maxSeconds : null,
    isRecorded: line.recordsCall,
    isMachine: line.answeredBy !== null && line.answeredBy !== "human",
    log: log.map((note) => ({ ...note })),
    at: at.toISOString(),
    answered: answered?.toISOString() ?? null,
    ended: ended?.toISOString() ?? null,
  };
}
