import { setTimeout as pause } from "node:timers/promises";
import type { Ivr, IvrMenu } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { callFromHandset } from "../apps/server/src/inbound/callFromHandset.ts";
import { moveCall } from "../apps/server/src/inbound/moveCall.ts";
import { enrolBatch } from "../apps/server/src/jobs/runs/enrolBatch.ts";
import { movingCall, startingCall } from "../apps/server/src/store/calls/callTransactions.ts";
import type { Database } from "../apps/server/src/store/database.ts";
import { insertDestination, insertRouteTag, putRouteNumbers } from "../apps/server/src/store/routing/inboundRoute.ts";
import { insertIvr } from "../apps/server/src/store/routing/ivr.ts";
import { makeContacts, makeFiveNodes, makeScene, type Scene, startOverAll } from "./scene.ts";
import { walkFiveNodes } from "./steps.ts";

const menus = 30;
/** What lies between two keys of one caller, who hears at least a few words. */
const thinksMs = 1_000;

/** Thirty menus of eight options, each of which leads on. */
function manyMenus(): Ivr {
  const menu = (at: number): IvrMenu => ({
    menuId: `menu-${at}`,
    say: `This is menu ${at} of the shop. Please choose from the options that follow.`,
    play: "",
    recording: false,
    version: 0,
    entry: at === 0,
    options: Array.from({ length: 8 }, (_, key) => ({
      dtmfKey: key,
      say: `For department ${(at * 7 + key) % menus}, press ${key}.`,
      actions: [
        { type: "say", value: "One moment please." },
        { type: "nextMenu", value: `menu-${(at * 7 + key * 11 + 1) % menus}` },
      ],
    })),
  });
  return {
    ivrName: "bench",
    version: 0,
    configurationOptions: {
      ttsVoice: "en-us-standard-female-1",
      maxAttempts: 3,
      timeout: 3,
      minDigits: 1,
      maxDigits: 1,
      say: "Sorry?",
      play: "",
      recording: false,
      ttsPlaybackSpeed: "110%",
      description: "",
      maxAttemptsPlay: "",
      maxAttemptsSay: "Goodbye.",
    },
    menus: Array.from({ length: menus }, (_, at) => menu(at)),
  };
}

/** From a key to the committed next action, and from a call to its first menu, milliseconds. */
export interface IvrFigures {
  p50: number;
  p99: number;
  answered: { p50: number; p99: number };
  actions: number;
  problems: string[];
}

/** Milliseconds of each key and of each call's beginning. */
interface Times {
  keys: number[];
  starts: number[];
}

/** So many calls at once, each with so many keys. */
interface Calls {
  calls: number;
  keys: number;
}

/** Calls that walk an IVR at once: from a key to the committed next action. */
export async function measureIvr(db: Database, scene: Scene, { calls, keys }: Calls): Promise<IvrFigures> {
  const { account } = scene;
  await makeContacts(db, account, calls);
  await routeToIvr(db, scene);
  const times: Times = { keys: [], starts: [] };
  await Promise.all(Array.from({ length: calls }, (_, caller) => walk(db, scene, { caller, calls, keys }, times)));
  const report = await db.tx([account], (q) =>
    q.one<{ n: number }>("select count(*)::int n from call_event where account_id = $1 and type = 'digits'", [account]),
  );
  const problems = report?.n === calls * keys ? [] : [`${report?.n} keys of ${calls * keys} moved an IVR on`];
  return { ...middleAndEnd(times.keys), answered: middleAndEnd(times.starts), actions: times.keys.length, problems };
}

function middleAndEnd(times: number[]): { p50: number; p99: number } {
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}

/** Contacts of a run that is under way beside the calls. */
const contactsOfRun = 100_000;

/** The same while runs of another account follow each other in the same process, from enrollment to the last step. */
export async function measureIvrBesideRun(db: Database, calls: Calls): Promise<IvrFigures & { steps: number }> {
  const running = await makeScene(db, 12);
  await makeContacts(db, running.account, contactsOfRun);
  const campaign = await makeFiveNodes(db, running);
  let isMeasuring = true;
  const measuring = measureIvr(db, await makeScene(db, 13), calls).finally(() => {
    isMeasuring = false;
  });
  let steps = 0;
  const problems: string[] = [];
  while (isMeasuring) {
    const batchId = await startOverAll(db, running.account, campaign);
    while (await enrolBatch(db, running.account, batchId, 920));
    const walked = await walkFiveNodes(db, new Set([batchId]), contactsOfRun, 1);
    steps += walked.steps;
    problems.push(...walked.problems);
  }
  const figures = await measuring;
  return { ...figures, steps, problems: [...figures.problems, ...problems] };
}

/** Routes calls to the first number of the scene to the menus. */
const routeToIvr = (db: Database, { account, numbers }: Scene): Promise<void> =>
  db.tx([account], async (q) => {
    await insertIvr(q, account, manyMenus(), "bench");
    await insertRouteTag(q, account, "bench", "");
    const rule = { name: "rule_bench_ivr", and: [], or: [] };
    const kind = { srcType: "call", dest: "ivr", destType: "ivr", distributionType: 1, status: 1 } as const;
    await insertDestination(
      q,
      account,
      {
        ...kind,
        name: "ivr-bench",
        routeTag: "bench",
        description: "",
        callbackUrl: "",
        priority: 0,
        options: { timezone: 0, ivr: "bench" },
        ruleDTO: rule,
      },
      true,
    );
    await putRouteNumbers(q, account, "bench", { phones: [numbers[0] as string], numberSetIds: [] });
  });

const world = { publicUrl: "https://trunkline.example", pace: 1 };

/** One caller, who presses keys and adds how long each took. */
async function walk(
  db: Database,
  { account, numbers }: Scene,
  { caller, calls, keys }: Calls & { caller: number },
  times: Times,
): Promise<void> {
  // they do not press in step
  await pause((caller * thinksMs) / calls);
  const from = `+1303${2_000_000 + caller}`;
  const to = numbers[0] as string;
  const began = performance.now();
  const [leg] = await startingCall(db, account, (q) => callFromHandset(q, account, { from, to }, world));
  times.starts.push(performance.now() - began);
  if (leg === undefined) return;
  const { callId, legId } = leg;
  for (let press = 0; press < keys; press += 1) {
    await pause(thinksMs);
    const at = performance.now();
    await movingCall(db, account, (q) =>
      moveCall(
        q,
        { accountId: account, callId },
        () => [{ legId, input: { input: "keys", keys: String((caller + press) % 8) } }],
        world,
      ),
    );
    times.keys.push(performance.now() - at);
  }
}
