import { on } from "node:events";
import { setPriority } from "node:os";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Contact, Lookup } from "@trunkline/workflow/engine/world.ts";
import { type ClaimDialect, openDatabase, type Query } from "../../store/database.ts";
import { listFederalAnswers } from "../../store/doNotContact/federalDnc.ts";
import { type DryRunAudience, listContactsOf } from "../../store/runs/dryRunAudience.ts";
import { AssumedWorld } from "../../world/assumedWorld.ts";
import { Estimate } from "../../world/estimate.ts";
import type { EstimateSums } from "../../world/estimateSums.ts";
import { type CarrierLimits, openRoom, readPace, readTexted } from "../../world/forecastRun.ts";
import { type JourneyWorld, JourneyWorlds } from "../../world/journeyWorld.ts";
import { withAudiences } from "../../world/withAudiences.ts";
import { readContact } from "../journeys/claimedJourney.ts";
import { type DryRunPlan, mostStepsEach } from "./dryRunPlan.ts";
import { likenessOf, playAlike } from "./playAlike.ts";

/** What a thread is given. */
export interface ThreadTask {
  url: string;
  claims: ClaimDialect;
  account: string;
  publicUrl: string | undefined;
  hasModel: boolean;
  audience: DryRunAudience;
  plan: DryRunPlan;
  limits: CarrierLimits;
  /** Of so many threads: each has its share of the carriers' limits. */
  threads: number;
}

/** What a thread is asked: to play the contacts of these keys, of which the first begins after so many others; or to end. */
export type ThreadOrder = { keys: Uint8Array; before: number } | { isLast: true };

/** What a thread says: how many contacts a part had, and at the end the sums of all. */
export type ThreadMessage = { played: number } | { sums: EstimateSums; pace: ReturnType<typeof readPace> };

const task = workerData as ThreadTask;
const orders = parentPort as MessagePort;

/** Plays what it is ordered to. Contacts are read in short transactions, and nothing is written. */
async function play(): Promise<void> {
  const { account, audience, plan, limits, threads } = task;
  const db = openDatabase(task.url, { connections: 1, claims: task.claims, applicationName: "trunkline dry run" });
  try {
    const key = { accountId: account, campaignId: audience.campaignId, version: 0, ignoresWindow: false };
    const worlds = new JourneyWorlds({
      hasModel: task.hasModel,
      ...(task.publicUrl !== undefined && { publicUrl: task.publicUrl }),
    });
    const world = await db.tx([account], (q) => worlds.loadDrawn(q, key, plan.drawn));
    if (world === null) throw new Error("The workflow of the dry run is gone");
    const { room } = openRoom(limits, plan, threads);
    const { assumptions } = plan;
    const likeness = likenessOf(world);
    const mayGroup = plan.periodMs <= 0 && limits.registered.length === 0 && !new AssumedWorld(assumptions).isDrawn;
    const estimate = new Estimate(world, room, { assumptions, mostSteps: mostStepsEach });
    // the next part is read while one is played
    let next: Promise<ReadPart> | undefined;
    for await (const [order] of on(orders, "message") as AsyncIterable<[ThreadOrder]>) {
      const part = next;
      next = "isLast" in order ? undefined : db.tx([account], (q) => readPart(q, world, order));
      // its failure is found when it is played
      next?.catch(() => {});
      if (part !== undefined) {
        const { contacts, before, ...known } = await part;
        playAlike(estimate, contacts, likeness, { ...known, mayGroup, startMs: (index) => startOf(before + index) });
        say({ played: contacts.length });
      }
      if (next === undefined) break;
    }
    say({ sums: estimate.sums, pace: readPace(limits, room, 0) });
  } finally {
    await db.close();
  }
}

/** Contacts with what the workflow asks about them. */
interface ReadPart {
  contacts: Contact[];
  before: number;
  lookup: Lookup;
  texted: Map<string, number[]>;
}

async function readPart(
  q: Query,
  world: JourneyWorld,
  { keys, before }: Exclude<ThreadOrder, { isLast: true }>,
): Promise<ReadPart> {
  const { account } = task;
  const contacts = (await listContactsOf(q, account, keys)).map(readContact);
  const lookup = await withAudiences(q, account, world, contacts);
  return {
    contacts,
    before,
    texted: await readTexted(q, account, world, contacts),
    lookup: world.asksFederal ? await withFederal(q, account, contacts, lookup) : lookup,
  };
}

const startOf = (place: number): number => task.plan.startMs + place * Math.max(0, task.plan.periodMs);
const say = (message: ThreadMessage): void => orders.postMessage(message);

/** The look-ups with the federal list for these contacts. */
async function withFederal(q: Query, account: string, contacts: readonly Contact[], lookup: Lookup): Promise<Lookup> {
  const asked = contacts.flatMap(({ phone }) => (phone === null ? [] : [{ accountId: account, phone }]));
  const answers = await listFederalAnswers(q, asked);
  const found = new Map(asked.map(({ phone }, index) => [phone, answers[index]]));
  return {
    ...lookup,
    federalDnc: (phone) => {
      const answer = found.get(phone);
      if (answer === undefined || answer === "no_list") return undefined;
      return answer === "too_old" ? answer : answer === "listed";
    },
  };
}

try {
  // the journeys that are real go first
  setPriority(10);
} catch {
  // not everywhere may a process do so
}
await play();
