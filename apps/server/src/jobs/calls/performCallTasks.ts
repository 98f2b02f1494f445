import { readCallXml } from "@trunkline/workflow/voice/readCallXml.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { readAssetAddress } from "../../assets/assetAddress.ts";
import { askAddress, callbackRetryAfterMs } from "../../egress/askAddress.ts";
import type { Egress } from "../../egress/egress.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { orderLine } from "../../inbound/orderLine.ts";
import { receiveCall } from "../../inbound/receiveCall.ts";
import type { Recent } from "../../links/recent.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { findAssetBySecret, readAsset } from "../../store/assets/asset.ts";
import { insertCallEvents } from "../../store/calls/call.ts";
import { type CallTask, claimCallTasks, delayCallTask, removeCallTask } from "../../store/calls/callTask.ts";
import type { Database } from "../../store/database.ts";
import { newId } from "../../store/newId.ts";
import type { Found } from "../repeat.ts";
import { fetchRecording } from "./fetchRecording.ts";
import { endWaiting, giveOrder, ringUser } from "./performProviderTasks.ts";

const tasksAtOnce = 50;
/** The lease of a task: afterwards another worker may have it. */
const retryInMs = 60_000;

/** The client for scripts and callbacks, and the external sounds that were just fetched. */
export interface CallWeb {
  egress: Egress;
  secrets: Secrets;
  sounds: Recent<true>;
}

/** Requests the scripts that calls ask for, and sends their callbacks. */
export async function performCallTasks(
  db: Database,
  web: CallWeb,
  accountIds: readonly string[],
  world: CallWorld,
): Promise<Found> {
  const tasks = await db.tx(accountIds, (q) => claimCallTasks(q, accountIds, tasksAtOnce, retryInMs));
  const orders = tasks
    .filter(({ kind }) => kind === "order")
    .sort((one, other) => (one.taskId < other.taskId ? -1 : 1));
  await Promise.all([
    ...tasks.filter(({ kind }) => kind !== "order").map((task) => performTask(db, web, task, world)),
    // the requests of one call in their order
    ...[...Map.groupBy(orders, ({ callId }) => callId).values()].map(async (ofCall) => {
      for (const task of ofCall) await performTask(db, web, task, world);
    }),
  ]);
  return tasks.length === 0 ? "nothing" : tasks.length === tasksAtOnce;
}

function performTask(db: Database, web: CallWeb, task: CallTask, world: CallWorld): Promise<void> {
  const way = { db, egress: web.egress, secrets: web.secrets };
  switch (task.kind) {
    case "callback":
      return notifyCallback(db, web.egress, task);
    case "fetch":
    case "sound":
      return answerCall(db, web, task, world);
    case "order":
      return giveOrder(way, task, world);
    case "recording":
      return fetchRecording(way, task, world);
    case "late":
    case "fileLate":
      return endWaiting(way, task, world);
    case "ringUser":
      return ringUser(way, task, world);
  }
}

/** A task whose request is an address. */
type AddressTask = Extract<CallTask, { kind: "fetch" | "callback" | "sound" }>;

/** Fetches what a call waits for, and continues the call. */
async function answerCall(db: Database, web: CallWeb, task: AddressTask, world: CallWorld): Promise<void> {
  const lineEvent = await (task.kind === "sound" ? findSound(db, web, task) : readScript(db, web.egress, task));
  const { accountId } = task;
  await db.tx([accountId], async (q) => {
    if (!(await removeCallTask(q, task))) return;
    await orderLine(
      q,
      task,
      async (ends) => {
        const verbs = await receiveCall(q, task, lineEvent);
        return ends === null || verbs.length === 0 ? [] : [{ input: "instructed", verbs }];
      },
      world,
    );
  });
}

/** The next script of a call, or why there is none. */
async function readScript(db: Database, egress: Egress, task: AddressTask): Promise<LineEvent> {
  const { url } = task.request;
  try {
    const text = (await readOwnAsset(db, task)) ?? (await askAddress(egress, task.taskId, task.request));
    const read = readCallXml(text, url);
    return "problem" in read
      ? { type: "broken", reason: `the call script ${url} cannot be read. ${read.problem}` }
      : { type: "document", script: read.script };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "broken", reason: `the call script ${url} cannot be had: ${why}` };
  }
}

/** Sounds are the size of uploaded ones at most. */
const mostSoundBytes = 10 * 1024 * 1024;
const soundTimeoutMs = 10_000;

/** Whether a sound of a call can be fetched, or why not. A run asks for the sound of all its calls once. */
async function findSound(db: Database, { egress, sounds }: CallWeb, task: AddressTask): Promise<LineEvent> {
  const { url } = task.request;
  const name = `${task.accountId} ${url}`;
  try {
    if (sounds.get(name)) return { type: "soundFound" };
    if ((await readOwnAsset(db, task)) !== null) return { type: "soundFound" };
    const answer = await egress.request({ method: "GET", url, timeoutMs: soundTimeoutMs, maxBytes: mostSoundBytes });
    if (answer.status < 200 || answer.status > 299) throw new Error(`it answered ${answer.status}`);
    sounds.set(name, true);
    return { type: "soundFound" };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { type: "broken", reason: `the sound ${url} cannot be fetched: ${why}` };
  }
}

/** Our own asset addresses are read from the store, never over HTTP (readings, Data). */
async function readOwnAsset(db: Database, { accountId, request }: AddressTask): Promise<string | null> {
  const named = readAssetAddress(request.url);
  if (named === null || named.account !== accountId) return null;
  return db.tx([accountId], async (q) => {
    const asset = await findAssetBySecret(q, accountId, named.secret);
    return asset === null ? null : (await readAsset(q, accountId, asset)).toString("utf8");
  });
}

/** Sends a status callback, with several attempts. */
async function notifyCallback(db: Database, egress: Egress, task: AddressTask): Promise<void> {
  const { accountId, attempt, request } = task;
  let problem: string | null = null;
  try {
    await askAddress(egress, task.taskId, request);
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error);
  }
  await db.tx([accountId], async (q) => {
    const waitMs = problem === null ? null : callbackRetryAfterMs(attempt);
    if (waitMs !== null) {
      await delayCallTask(q, task, waitMs);
      return;
    }
    if (!(await removeCallTask(q, task))) return;
    const data = { event: request.event, url: request.url, ...(problem !== null && { problem }) };
    await insertCallEvents(q, task, [{ type: problem === null ? "told" : "notTold", data, eventId: newId() }]);
  });
}
