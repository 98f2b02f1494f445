import type { ProviderWay } from "../../carriers/readConnection.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { awaitsMessage, receiveCall } from "../../inbound/receiveCall.ts";
import { storeRecording } from "../../inbound/storeRecording.ts";
import { insertCallEvents } from "../../store/calls/call.ts";
import { delayCallTask, insertCallTasks, removeCallTask } from "../../store/calls/callTask.ts";
import type { Query } from "../../store/database.ts";
import { newId } from "../../store/newId.ts";
import { lockedPlaceOf, placeOf, type TaskOf, type TaskPlace } from "./taskPlace.ts";

type RecordingTask = TaskOf<"recording">;

/**
 * Tries after which a recording is late. A script waits about two minutes for what it recorded. The recording of a whole call
 * is expected some seconds after its end.
 */
const triesInTime = { verb: 7, call: 3 } as const;
/** Tries until a recording is given up: a bit more than a day. */
const mostTries = 36;
const retryAfterMs = (attempt: number): number => Math.min(3_600_000, 1_000 * 2 ** attempt);

const connectionGone = "the carrier connection of the call was removed, or its secret can no longer be read";

/** Fetches a recording from its provider, stores it and reports it to its call. One that is not there is fetched later. */
export async function fetchRecording(way: ProviderWay, task: RecordingTask, world: CallWorld): Promise<void> {
  const { accountId, callId, attempt, request } = task;
  const first = await placeOf(way, task);
  const provider = (await first?.tasks.open(way, accountId, first.row.connectionId)) ?? null;
  const file = provider === null ? { problem: connectionGone } : await provider.readRecording(request);
  await way.db.tx([accountId], async (q) => {
    const at = await lockedPlaceOf(q, task);
    if ("problem" in file && at !== null && provider !== null && attempt < mostTries) {
      await putOff(q, at, task, file.problem, world);
      return;
    }
    if (!(await removeCallTask(q, task)) || at === null) return;
    if ("problem" in file) {
      await giveUp(q, at, task, file.problem, world);
      return;
    }
    await keep(q, at, task, file.data, world);
    const deletes = provider?.deletes(request) ?? null;
    if (deletes !== null)
      await insertCallTasks(q, [{ accountId, callId, taskId: newId(), kind: "order", request: deletes }]);
  });
}

/** The recording is tried again later. Once it is late, the call continues without it, and its page says why. */
async function putOff(q: Query, at: TaskPlace, task: RecordingTask, problem: string, world: CallWorld): Promise<void> {
  const { attempt, request } = task;
  // the call only knows it before it continues
  const isVoicemail = request.isVoicemail ?? (request.of === "verb" && (await awaitsMessage(q, task)));
  const becomesLate = !request.isLate && attempt >= triesInTime[request.of];
  const known = { ...request, isVoicemail, ...(becomesLate && { isLate: true as const }) };
  if (!(await delayCallTask(q, task, retryAfterMs(attempt), known)) || !becomesLate) return;
  await continueWithout(q, at, task, world);
  await note(q, task, "recordingLate", problem);
}

/** The recording will never be there. */
async function giveUp(q: Query, at: TaskPlace, task: RecordingTask, problem: string, world: CallWorld): Promise<void> {
  await continueWithout(q, at, task, world);
  await note(q, task, "recordingFailed", problem);
}

async function continueWithout(q: Query, at: TaskPlace, task: RecordingTask, world: CallWorld): Promise<void> {
  if (lineAwaits(at, task))
    await at.tasks.lines.report(q, at.row, () => [at.tasks.stored(task.request, undefined)], world);
}

/** Whether the script still waits for it. */
const lineAwaits = ({ row, tasks }: TaskPlace, { request }: RecordingTask): boolean =>
  request.of === "verb" && !request.isLate && tasks.awaitsFile(row.line, request);

async function keep(q: Query, at: TaskPlace, task: RecordingTask, data: Buffer, world: CallWorld): Promise<void> {
  const { accountId, callId, request } = task;
  const { of, seconds, format, isVoicemail } = request;
  const recorded = { data, isSilent: false, format };
  const { url: recordingUrl } = await storeRecording(q, accountId, callId, recorded, world.publicUrl);
  if (lineAwaits(at, task))
    await at.tasks.lines.report(q, at.row, () => [at.tasks.stored(request, recordingUrl)], world);
  else if (of === "call" && !request.isLate)
    await receiveCall(q, task, { type: "callRecorded", seconds, recordingUrl });
  else
    await receiveCall(q, task, {
      type: "recordingFetched",
      of,
      seconds,
      recordingUrl,
      ...(isVoicemail && { isVoicemail }),
    });
}

const note = (q: Query, task: RecordingTask, type: string, problem: string): Promise<void> =>
  insertCallEvents(q, task, [{ type, data: { of: task.request.of, problem }, eventId: newId() }]);
