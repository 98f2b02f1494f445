import { buildOrder, buildRingUser } from "@trunkline/carriers/twilio/calls.ts";
import { headersOf, readSend } from "@trunkline/carriers/twilio/messages.ts";
import type { TwilioInput } from "@trunkline/carriers/twilio/twilioLine.ts";
import { type ProviderWay, readTwilioConnection, type TwilioConnection } from "../../carriers/twilioConnection.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { moveProviderCall, userAddressesOf } from "../../inbound/moveProviderCall.ts";
import { receiveCall } from "../../inbound/receiveCall.ts";
import { storeRecording } from "../../inbound/storeRecording.ts";
import type { CallKey } from "../../store/calls/call.ts";
import { type CallTask, delayCallTask, insertCallTasks, removeCallTask } from "../../store/calls/callTask.ts";
import { lockProviderCall } from "../../store/calls/providerCall.ts";
import type { Query } from "../../store/database.ts";
import { newId } from "../../store/newId.ts";

type TaskOf<Kind extends CallTask["kind"]> = Extract<CallTask, { kind: Kind }>;

/** Tries of a request to a provider before it is given up: about two minutes. */
const mostTries = 7;
const retryAfterMs = (attempt: number): number => Math.min(60_000, 1_000 * 2 ** attempt);
/** Recordings are the size of an hour of telephone sound at most, and twice that for two channels. */
const mostRecordingBytes = 128 * 1024 * 1024;
const fetchTimeoutMs = 60_000;

/** Gives an order to the provider that has the call. Orders can be repeated; one for a call that has ended is done. */
export async function giveOrder(way: ProviderWay, task: TaskOf<"order">): Promise<void> {
  const { accountId, attempt, request } = task;
  const at = await placeOf(way, task);
  // the provider has not named the call yet
  const isTooEarly = at !== null && at.callRef === null;
  if (at !== null && !isTooEarly) {
    const answer = await at.connection.send(buildOrder(at.connection.account, at.callRef ?? "", request));
    const isDone = !("broken" in answer) && answer.status < 500 && answer.status !== 429;
    if (isDone) return void (await way.db.tx([accountId], (q) => removeCallTask(q, task)));
  }
  await way.db.tx([accountId], async (q) => {
    if (attempt >= mostTries || at === null) await removeCallTask(q, task);
    else await delayCallTask(q, task, retryAfterMs(attempt));
  });
}

/** Stores a recording of a provider, and reports it to its call. */
export async function fetchRecording(way: ProviderWay, task: TaskOf<"recording">, world: CallWorld): Promise<void> {
  const { accountId, callId, attempt, request } = task;
  const call = { accountId, callId };
  const { recordingSid, seconds, format } = request;
  const at = await placeOf(way, task);
  const data = at === null ? null : await readFile(way, at.connection, request);
  if (data === null && attempt < mostTries && at !== null) {
    await way.db.tx([accountId], (q) => delayCallTask(q, task, retryAfterMs(attempt)));
    return;
  }
  await way.db.tx([accountId], async (q) => {
    await lockProviderCall(q, call);
    if (!(await removeCallTask(q, task))) return;
    const stored =
      data === null
        ? null
        : await storeRecording(q, accountId, callId, { data, isSilent: false, format }, world.publicUrl);
    const found = stored && { recordingUrl: stored.url };
    if (request.of === "verb") await report(q, call, { input: "stored", recordingSid, seconds, ...found }, world);
    else if (stored !== null) await receiveCall(q, call, { type: "callRecorded", seconds, recordingUrl: stored.url });
    if (stored !== null && at?.connection.settings.deletesRecordings)
      await insertCallTasks(q, [
        { ...call, taskId: newId(), kind: "order", request: { order: "deleteRecording", recordingSid } },
      ]);
  });
}

/** A call that is over waits no longer for a recording that does not come. */
export async function endWithoutFile({ db }: ProviderWay, task: TaskOf<"fileLate">, world: CallWorld): Promise<void> {
  await db.tx([task.accountId], async (q) => {
    await lockProviderCall(q, task);
    if (await removeCallTask(q, task)) await report(q, task, { input: "fileLate" }, world);
  });
}

/** Rings the phone of a user who answered, once. One that cannot be rung lets the caller continue. */
export async function ringUser(way: ProviderWay, task: TaskOf<"ringUser">, world: CallWorld): Promise<void> {
  const { accountId, request } = task;
  const row = await way.db.tx([accountId], async (q) => {
    const locked = await lockProviderCall(q, task);
    return (await removeCallTask(q, task)) ? locked : null;
  });
  if (row === null) return;
  const connection = await readTwilioConnection(way, accountId, row.connectionId);
  const result =
    connection === null
      ? ({ outcome: "refused" } as const)
      : readSend(
          await connection.send(
            buildRingUser(connection.account, { to: request.at, from: row.own }, userAddressesOf(row, world, request)),
          ),
        );
  // without an answer, the first event of the phone says that it rings
  if (result.outcome === "in_doubt") return;
  const input: TwilioInput =
    result.outcome === "accepted" ? { input: "userRings", callSid: result.carrierRef } : { input: "userLost" };
  await way.db.tx([accountId], (q) => moveProviderCall(q, row, () => [input], world));
}

/** Reports to a line what was done for it. */
async function report(q: Query, call: CallKey, input: TwilioInput, world: CallWorld): Promise<void> {
  const row = await lockProviderCall(q, call);
  if (row !== null) await moveProviderCall(q, row, () => [input], world);
}

async function placeOf(
  way: ProviderWay,
  { accountId, callId }: CallTask,
): Promise<{ connection: TwilioConnection; callRef: string | null } | null> {
  const row = await way.db.tx([accountId], (q) => lockProviderCall(q, { accountId, callId }));
  if (row === null) return null;
  const connection = await readTwilioConnection(way, accountId, row.connectionId);
  return connection && { connection, callRef: row.callRef };
}

/** The file of a recording. Null: it is not there, or not yet. */
async function readFile(
  { egress }: ProviderWay,
  { account }: TwilioConnection,
  { url, format }: TaskOf<"recording">["request"],
): Promise<Buffer | null> {
  try {
    const { accept: _accept, ...headers } = headersOf(account);
    const answer = await egress.request({
      method: "GET",
      url: `${url.replace(/\.(wav|mp3|json)$/, "")}.${format}`,
      headers,
      timeoutMs: fetchTimeoutMs,
      maxBytes: mostRecordingBytes,
    });
    return answer.status === 200 && answer.body.length > 0 ? answer.body : null;
  } catch {
    return null;
  }
}
