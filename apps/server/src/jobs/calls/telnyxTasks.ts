import type { WireAnswer } from "@trunkline/carriers/carrier.ts";
import { readData, readProblem } from "@trunkline/carriers/telnyx/account.ts";
import {
  buildDeleteRecording,
  buildEnter,
  buildFindConference,
  buildListRecordings,
  buildMute,
  buildOrder,
  buildRingUser,
  readConference,
  readPlaced,
  type TelnyxOrder,
} from "@trunkline/carriers/telnyx/callCommands.ts";
import { readListedRecording } from "@trunkline/carriers/telnyx/callEvents.ts";
import type { RecordingToFetch, TelnyxInput, TelnyxLine } from "@trunkline/carriers/telnyx/line/telnyxLine.ts";
import { readList } from "@trunkline/carriers/telnyx/numbers.ts";
import { readTelnyxConnection, type TelnyxConnection } from "../../carriers/telnyxConnection.ts";
import { telnyxLines, telnyxPlaceOf } from "../../inbound/telnyxLines.ts";
import type { ProviderCall } from "../../store/calls/providerCall.ts";
import type { CallProvider, Ordered, ProviderTasks } from "./providerTasks.ts";
import { readSoundFile } from "./readSoundFile.ts";

/** The call has ended, so that nothing of it is wanted any longer. */
const endedCode = "90018";

/** What the answer to an order says. */
function orderedBy(answer: WireAnswer): Ordered {
  if ("broken" in answer || answer.status >= 500 || answer.status === 429 || answer.status === 401) return "later";
  if (answer.status < 300) return "done";
  return readProblem(answer.body)?.code === endedCode ? "done" : "refused";
}

/** What calls at Telnyx ask for. */
export const telnyxTasks: ProviderTasks = {
  lines: telnyxLines,
  async open(way, accountId, connectionId): Promise<CallProvider | null> {
    const connection = await readTelnyxConnection(way, accountId, connectionId);
    if (connection === null) return null;
    const { account, settings, send } = connection;
    return {
      async order(row, request: TelnyxOrder, world) {
        const { callRef } = row;
        // the provider has not named the call yet
        if (callRef === null) return "later";
        const at = telnyxPlaceOf(row, settings.applicationId, world);
        if (request.order === "enter") return enter(connection, callRef, request, at);
        if (request.order === "deleteRecordings") return deleteRecordings(connection, request.legId);
        return orderedBy(await send(buildOrder(account, callRef, request, at)));
      },
      async readRecording(recording: RecordingToFetch) {
        const file = await readSoundFile(way.egress, urlOf(recording.urls, recording.format), {});
        if ("data" in file || !file.isGone) return file;
        // the addresses of an event end after some minutes, and a list has new ones
        const urls = await findRecordingUrls(connection, recording);
        return urls === null ? file : readSoundFile(way.egress, urlOf(urls, recording.format), {});
      },
      deletes: ({ legId }: RecordingToFetch) =>
        settings.deletesRecordings ? ({ order: "deleteRecordings", legId } satisfies TelnyxOrder) : null,
      async ringUser(row: ProviderCall, { name, at: to, supervises }, world) {
        if (row.callRef === null) return { outcome: "refused", failure: "carrier_unavailable", code: null };
        const at = telnyxPlaceOf(row, settings.applicationId, world);
        return readPlaced(await send(buildRingUser(account, row.callRef, { to, from: row.own, name, supervises }, at)));
      },
    };
  },
  refused: (order: TelnyxOrder) => heardOfRefusal(order),
  awaitsFile: ({ waits }: TelnyxLine) => waits.for === "file",
  stored: ({ seconds }: RecordingToFetch, recordingUrl): TelnyxInput => ({
    input: "stored",
    seconds,
    ...(recordingUrl !== undefined && { recordingUrl }),
  }),
  late: ({ step }: { step: number }): TelnyxInput => ({ input: "due", step }),
  waitsSince: ({ waits }: TelnyxLine) => (waits.for === "queue" && !waits.user?.hasJoined ? waits.sinceMs : null),
  userRings({ name, supervises: nr }, ref): TelnyxInput {
    const happened = { type: "initiated", direction: "out", from: "", to: "" } as const;
    return nr === undefined ? { input: "user", name, ref, happened } : { input: "supervisor", nr, ref, happened };
  },
  userLost: ({ name, supervises: nr }): TelnyxInput =>
    nr === undefined ? { input: "userLost", name } : { input: "supervisorLost", nr },
};

/** What the line waits for that will not happen. Null: nothing. */
function heardOfRefusal(order: TelnyxOrder): TelnyxInput | null {
  switch (order.order) {
    case "command":
    case "bridge":
    case "enter":
      return { input: "refused", step: order.step };
    case "dial":
      return { input: "refused", step: order.step, leg: order.leg };
    default:
      return null;
  }
}

/** The call enters a conference, which it creates if no one has. */
async function enter(
  { account, send }: TelnyxConnection,
  callRef: string,
  { step, room }: Extract<TelnyxOrder, { order: "enter" }>,
  at: ReturnType<typeof telnyxPlaceOf>,
): Promise<Ordered> {
  const known = room.isOwn ? null : readConference(await send(buildFindConference(account, room.name)));
  const answer = await send(buildEnter(account, callRef, { step, room, conference: known }, at));
  const ordered = orderedBy(answer);
  // someone else has created it meanwhile
  if (ordered === "refused" && known === null && !room.isOwn) return "later";
  if (ordered !== "done" || "broken" in answer) return ordered;
  const id = readData(answer.body)?.["id"];
  const conference = known ?? (typeof id === "string" ? id : "");
  if (known === null && room.muted) await send(buildMute(account, callRef, conference));
  return { hears: { input: "entered", step, conference } satisfies TelnyxInput };
}

const urlOf = (urls: RecordingToFetch["urls"], format: RecordingToFetch["format"]): string =>
  urls[format] ?? urls.wav ?? urls.mp3 ?? "";

/** The present addresses of a recording. Null: the provider does not list it. */
async function findRecordingUrls(
  { account, send }: TelnyxConnection,
  { legId, startedAt }: RecordingToFetch,
): Promise<RecordingToFetch["urls"] | null> {
  const list = readList(await send(buildListRecordings(account, legId)));
  const listed = (list?.rows ?? []).flatMap((row) => readListedRecording(row) ?? []);
  const same = listed.find((one) => Date.parse(one.startedAt) === Date.parse(startedAt));
  return (same ?? (listed.length === 1 ? listed[0] : undefined))?.urls ?? null;
}

async function deleteRecordings({ account, send }: TelnyxConnection, legId: string): Promise<Ordered> {
  const list = readList(await send(buildListRecordings(account, legId)));
  if (list === null) return "later";
  for (const { id } of list.rows) {
    const ordered = orderedBy(await send(buildDeleteRecording(account, String(id))));
    if (ordered === "later") return ordered;
  }
  return "done";
}
