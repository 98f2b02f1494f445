import type { Egress } from "../../egress/egress.ts";
import type { CallWorld } from "../../inbound/callWorld.ts";
import { Recent } from "../../links/recent.ts";
import type { Secrets } from "../../secrets/secrets.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import type { Traces } from "../../tracing/traces.ts";
import { closePhones } from "../agents/closePhones.ts";
import { connectCallBacks } from "../agents/connectCallBacks.ts";
import { followCallbacks } from "../agents/followCallbacks.ts";
import { giveDefaultOutcomes } from "../agents/giveDefaultOutcomes.ts";
import { offerCallers } from "../agents/offerCallers.ts";
import { ServiceWatch } from "../carriers/serviceWatch.ts";
import type { Found, Job } from "../repeat.ts";
import type { LaneRing } from "../runs/laneRing.ts";
import { moveDueCalls, openSimulatedVoice } from "../simulator/runSimulatedCalls.ts";
import { CallTurns } from "./callTurns.ts";
import { performCallTasks } from "./performCallTasks.ts";
import { placeCalls, resolveDoubtfulCalls } from "./placeCalls.ts";
import { VoiceCarriers } from "./voiceCarriers.ts";

/** What the jobs of calls work with. */
export interface VoiceParts {
  db: Database;
  ring: LaneRing;
  workerId: string;
  isAlive(): boolean;
  world: CallWorld;
  /** The way out to scripts and callbacks. */
  egress: Egress;
  /** Opens the tokens of connections. */
  secrets: Secrets;
  /** After which the simulated carrier is given up. */
  timeoutMs?: number | undefined;
  unknownAfterMs?: number | undefined;
  traces?: Traces | undefined;
  /** Accounts that own numbers. */
  senders(): Promise<readonly string[]>;
  /** Those of them that have something to do. */
  busy(): Promise<readonly string[]>;
}

const callsAtOnce = 100;
const accountsAtOnce = 64;
const soundFoundForMs = 60_000;
const soundsKept = 1_000;

/** Everything that is done for calls in the background: placing, the simulated exchange, doubt. */
export function voiceJobs(parts: VoiceParts): Job[] {
  const { db, ring, world } = parts;
  const carrier = openSimulatedVoice(db, world, parts.timeoutMs);
  const { egress, secrets } = parts;
  const web = { egress, secrets, sounds: new Recent<true>(soundFoundForMs, soundsKept) };
  const turns = new CallTurns();
  const watch = new ServiceWatch("calls");
  const carriers = new VoiceCarriers(carrier, { db, egress, secrets, publicUrl: world.publicUrl });
  return [
    {
      name: "calls",
      everyMs: 250,
      run: async () => (await placeCalls(db, ring.calls(callsAtOnce), { ...parts, carriers, turns, watch })) > 0,
    },
    {
      name: "lines",
      everyMs: 100,
      quietMs: 1_000,
      run: () => eachGroup(parts, (group) => moveDueCalls(db, group, world)),
    },
    {
      name: "callers",
      everyMs: 250,
      quietMs: 1_000,
      run: () => eachGroup(parts, (group) => offerCallers(db, group, world)),
    },
    {
      name: "callBacks",
      everyMs: 250,
      quietMs: 1_000,
      run: () => eachGroup(parts, (group) => connectCallBacks(db, group, world)),
    },
    {
      name: "followCallbacks",
      everyMs: 1_000,
      run: () => eachGroup(parts, (group) => followCallbacks(db, group)),
    },
    {
      name: "phones",
      everyMs: 5_000,
      run: () => eachGroup(parts, (group) => closePhones(db, group)),
    },
    {
      name: "outcomes",
      everyMs: 1_000,
      run: () => eachGroup(parts, (group) => giveDefaultOutcomes(db, group)),
    },
    {
      name: "callTasks",
      everyMs: 250,
      quietMs: 1_000,
      run: () => eachGroup(parts, (group) => performCallTasks(db, web, group, world)),
    },
    {
      name: "callDoubt",
      everyMs: 2_000,
      run: () =>
        eachGroup({ db, busy: parts.senders }, async (group) => {
          await resolveDoubtfulCalls(db, group, carriers, parts.unknownAfterMs);
          return false;
        }),
    },
  ];
}

/** Asks the accounts, some at a time; returns the most that one of them found. */
async function eachGroup(
  { db, busy }: Pick<VoiceParts, "db" | "busy">,
  run: (accountIds: readonly string[]) => Promise<Found>,
): Promise<Found> {
  const accounts = await busy();
  const found = new Set<Found>();
  await eachInTurn(accountGroups(db, accounts, accountsAtOnce), async (some) => {
    found.add(await run(some));
  });
  return found.has(true) || (found.has(false) ? false : "nothing");
}
