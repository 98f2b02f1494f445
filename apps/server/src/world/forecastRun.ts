import { networks } from "@trunkline/carriers/registry/registry.ts";
import type { Contact, Lookup } from "@trunkline/workflow/engine/world.ts";
import { pacificDayOf } from "../rules/pacificDay.ts";
import { type CarrierPaceRow, listCarrierPaces } from "../store/carriers/carrierConnection.ts";
import type { Query } from "../store/database.ts";
import { listCappedTexts } from "../store/messages/frequencyCap.ts";
import {
  type BrandLoad,
  listBrandLoads,
  listNumberRegistrations,
  type NumberRegistration,
} from "../store/registration/tenDlcTraffic.ts";
import { type ActiveRun, listActiveRuns } from "../store/runs/activeRuns.ts";
import { type PreviewSelection, type RunPreview, readRunPreview } from "../store/runs/runPreview.ts";
import { bucketKey, CarrierCapacity, type SampledRun, type Slowest } from "./carrierCapacity.ts";
import { Estimate } from "./estimate.ts";
import { type EstimateSums, newSums } from "./estimateSums.ts";
import { type JourneyWorld, JourneyWorlds } from "./journeyWorld.ts";
import { withAudiences } from "./withAudiences.ts";

/** A run that is not made yet. */
export interface PlannedRun extends PreviewSelection {
  version: number;
  periodMs: number;
  /** Epoch ms of its start. */
  startMs: number;
}

/** The expected result. */
export interface Forecast extends Omit<RunPreview, "sample">, RunPace {
  /** How many contacts were played to the end. */
  sampled: number;
  texts: number;
  segments: number;
  rcs: number;
  calls: number;
  emails: number;
  costMicros: number;
  /** What would not be sent, by reason. */
  blocked: { reason: string; count: number }[];
}

/** How long a run takes, at its rate and at the carriers' limits. */
export interface RunPace {
  /** Until the last contact has begun, at this rate. */
  beginSeconds: number;
  /** What the carriers need for all that is sent, and which of them needs longest; null if none sets a limit. */
  carrierSeconds: number;
  slowest: Slowest | null;
  /** Other runs under way that send there as well. */
  sharedBy: number;
  /** Epoch ms of the last text, RCS message or call; null where there is none. */
  lastSendMs: number | null;
  /** Numbers to send from. */
  numbers: number;
  /** The day caps of carriers that apply to the run, how much of them is used already, and what the run sends. */
  dayCaps: {
    brandName: string;
    carrier: string;
    perDay: number;
    usedToday: number;
    waiting: number;
    segments: number;
    days: number;
  }[];
}

/** Contacts that are played: enough for a figure in two digits, few enough for an answer at once. */
const sampled = 200;
/** How many of the sample are simulated through each of the other runs. */
const fewOfOthers = 10;
/** A run that starts within this time competes with those that are under way. */
const soonMs = 10 * 60_000;
/** No workflow delays an answer: what a few contacts do after this many steps is ignored. */
const mostSteps = 8_000;
const fewestSteps = 40;

/**
 * Simulates a sample of the run's contacts on a virtual clock, with no replies and everything delivered, and
 * estimates what they are sent, as fast as the carriers accept it. A call is estimated at one minute.
 */
export async function forecastRun(
  q: Query,
  account: string,
  run: PlannedRun,
  now: number = Date.now(),
): Promise<Forecast> {
  const { sample, ...preview } = await readRunPreview(q, account, run, sampled);
  const key = { accountId: account, campaignId: run.campaignId, version: run.version, ignoresWindow: false };
  const [world] = await new JourneyWorlds().load(q, [key]);
  const weight = sample.length > 0 ? preview.enrolled / sample.length : 0;
  const limits = await readCarrierLimits(q, account, { run, world: world ?? null, sample, now });
  const { plan, room } = openRoom(limits, run, weight);
  const beginMs = beginMsOf(run, preview.enrolled);
  const texted = await readTexted(q, account, world ?? null, sample);
  const lookup = world && (await withAudiences(q, account, world, sample));
  const { sums } = playSample(world ?? null, sample, { plan, beginMs, room, texted, ...(lookup && { lookup }) });
  const of = (count: number): number => Math.round(count * weight);
  const { texts, segments, rcs, calls, minutes, emails } = sums.totals;
  const { segmentPriceMicros = 0, minutePriceMicros = 0 } = world?.settings ?? {};
  return {
    ...preview,
    sampled: world ? sample.length : 0,
    texts: of(texts),
    segments: of(segments),
    rcs: of(rcs),
    calls: of(calls),
    emails: of(emails),
    costMicros: (of(segments) + of(rcs)) * segmentPriceMicros + of(minutes) * minutePriceMicros,
    blocked: blockedBy(sums).map(({ reason, count }) => ({ reason, count: of(count) })),
    ...readPace(limits, room, beginMs),
    lastSendMs: sums.lastSendMs,
    numbers: world?.numbers.length ?? 0,
  };
}

/** When contacts were sent texts that count for the account's frequency cap. Empty without a cap. */
export const readTexted = async (
  q: Query,
  account: string,
  world: JourneyWorld | null,
  contacts: readonly Contact[],
): Promise<Map<string, number[]>> => {
  const { frequencyCapTexts = null, frequencyCapDays = 0 } = world?.settings ?? {};
  if (frequencyCapTexts === null || contacts.length === 0) return new Map();
  const ids = contacts.map(({ contactId }) => contactId);
  return listCappedTexts(q, account, ids, frequencyCapDays);
};

/** Until the last contact has begun. */
export const beginMsOf = ({ periodMs }: Pick<PlannedRun, "periodMs">, enrolled: number): number =>
  periodMs > 0 ? Math.max(0, enrolled - 1) * periodMs : 0;

/** The limits of the carriers that a run sends over. Plain data, so that it passes from thread to thread. */
export interface CarrierLimits {
  paces: CarrierPaceRow[];
  registered: NumberRegistration[];
  loads: BrandLoad[];
  others: Map<string, number[]>;
  demanded: boolean;
  now: number;
}

/** Reads what carriers allow, and what other runs under way have still to send. */
export async function readCarrierLimits(
  q: Query,
  account: string,
  {
    run,
    world,
    sample,
    now,
  }: { run: Pick<PlannedRun, "startMs">; world: JourneyWorld | null; sample: readonly Contact[]; now: number },
): Promise<CarrierLimits> {
  const numbers = (world?.numbers ?? []).map(({ phone }) => ({ accountId: account, phone }));
  const registered = numbers.length === 0 ? [] : await listNumberRegistrations(q, numbers);
  const capped = registered.filter(({ terms }) => terms.some(({ perDay }) => perDay !== null));
  const brandIds = [...new Set(capped.map(({ brandId }) => brandId))];
  return {
    paces: await listCarrierPaces(q, account),
    registered,
    loads: brandIds.length === 0 ? [] : await listBrandLoads(q, account, brandIds, pacificDayOf(now)),
    // what runs now may be over by the time of one that comes later
    others: run.startMs <= now + soonMs ? await listOthers(q, account, sample, now) : new Map(),
    demanded: world?.settings.registrationDemanded ?? false,
    now,
  };
}

/** What is free of the carriers' limits. `weight`: how many contacts each one that is played represents. */
export function openRoom(
  { paces, registered, loads, others, demanded, now }: CarrierLimits,
  { startMs, periodMs }: Pick<PlannedRun, "startMs" | "periodMs">,
  weight: number,
): { plan: SampledRun; room: CarrierCapacity } {
  const plan: SampledRun = { startMs, weight, apartMs: Math.max(0, periodMs) };
  const byPhone = new Map(registered.map((row) => [row.phone, row]));
  const room = new CarrierCapacity(paces, plan, byPhone, { loads, now, demanded });
  room.shareWith(others);
  return { plan, room };
}

/** How long it takes, once everything is played. */
export function readPace(
  { loads }: CarrierLimits,
  room: CarrierCapacity,
  beginMs: number,
): Omit<RunPace, "lastSendMs" | "numbers"> {
  const { slowest, seconds, sharedBy } = room.slowest();
  return {
    beginSeconds: beginMs / 1000,
    carrierSeconds: seconds,
    slowest,
    sharedBy,
    dayCaps: room.cappedBrands().map(({ brandId, network, ...cap }) => {
      const { brandName = "", used = {}, waiting = 0 } = loads.find((one) => one.brandId === brandId) ?? {};
      return { ...cap, brandName, carrier: networks[network].name, usedToday: used[network] ?? 0, waiting };
    }),
  };
}

/** What would not be sent, by reason, whichever node it is of. */
function blockedBy({ lists }: EstimateSums): { reason: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const [name, { count }] of lists) {
    const [kind, , ...reason] = name.split(":");
    if (kind === "blocked") counts.set(reason.join(":"), (counts.get(reason.join(":")) ?? 0) + count);
  }
  return [...counts].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}

/**
 * What each of the account's other runs under way has still to send, by bucket: the texts that wait, and what contacts
 * are sent who have not begun, estimated from a few of the same sample.
 */
async function listOthers(
  q: Query,
  account: string,
  sample: readonly Contact[],
  now: number,
): Promise<Map<string, number[]>> {
  const others = new Map<string, number[]>();
  const runs = await listActiveRuns(q, account);
  if (runs.length === 0) return others;
  const paces = await listCarrierPaces(q, account);
  const keyOf = ({ campaignId, version }: ActiveRun) => ({
    accountId: account,
    campaignId,
    version,
    ignoresWindow: false,
  });
  const worlds = await new JourneyWorlds().load(q, runs.map(keyOf));
  for (const [index, { toBegin, queued }] of runs.entries()) {
    const waits = queued.flatMap(({ carrier, segments }) => {
      const pace = paces.find((one) => one.carrier === carrier);
      return pace?.perSecond
        ? [[bucketKey({ what: "connection", name: pace.name, unit: "segments" }), segments] as const]
        : [];
    });
    const left = new Map(waits);
    const world = worlds[index];
    const few = sample.slice(0, fewOfOthers);
    if (world && toBegin > 0 && few.length > 0) {
      const plan: SampledRun = { startMs: now, weight: toBegin / few.length, apartMs: 0 };
      const room = new CarrierCapacity(paces, plan);
      playSample(world, few, { plan, beginMs: 0, room });
      for (const [key, units] of room.sent()) left.set(key, (left.get(key) ?? 0) + units);
    }
    for (const [key, units] of left) others.set(key, [...(others.get(key) ?? []), units]);
  }
  return others;
}

function playSample(
  world: JourneyWorld | null,
  contacts: readonly Contact[],
  {
    plan: { startMs },
    beginMs,
    room,
    texted = new Map(),
    lookup = world?.lookup,
  }: {
    plan: SampledRun;
    beginMs: number;
    room: CarrierCapacity;
    texted?: ReadonlyMap<string, number[]>;
    lookup?: Lookup | undefined;
  },
): { sums: EstimateSums } {
  if (world === null) return { sums: newSums() };
  const estimate = new Estimate(world, room, { mostSteps: Math.max(fewestSteps, mostSteps / contacts.length) });
  // the sample begins as far apart as the whole run does
  const apartMs = contacts.length > 1 ? beginMs / (contacts.length - 1) : 0;
  for (const [index, contact] of contacts.entries())
    estimate.play(contact, startMs + index * apartMs, {
      texted: texted.get(contact.contactId) ?? [],
      ...(lookup && { lookup }),
    });
  return estimate;
}
