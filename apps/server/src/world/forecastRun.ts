import { networks } from "@trunkline/carriers/registry/registry.ts";
import type { Effect } from "@trunkline/workflow/engine/effects.ts";
import { type Asked, type Response, simulate, simulatedWorld } from "@trunkline/workflow/engine/simulate.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { sampleText } from "@trunkline/workflow/parts/text/links.ts";
import { countSegments } from "@trunkline/workflow/parts/text/segments.ts";
import { pacificDayOf } from "../rules/pacificDay.ts";
import { stickyNumber } from "../rules/stickyNumber.ts";
import { listCarrierPaces } from "../store/carriers/carrierConnection.ts";
import type { Query } from "../store/database.ts";
import { listBrandLoads, listNumberRegistrations } from "../store/registration/tenDlcTraffic.ts";
import { type ActiveRun, listActiveRuns } from "../store/runs/activeRuns.ts";
import { type PreviewSelection, type RunPreview, readRunPreview } from "../store/runs/runPreview.ts";
import { bucketKey, CarrierCapacity, type SampledRun, type Slowest } from "./carrierCapacity.ts";
import { type JourneyWorld, JourneyWorlds } from "./journeyWorld.ts";

/** A run that is not made yet. */
export interface PlannedRun extends PreviewSelection {
  version: number;
  periodMs: number;
  /** Epoch ms of its start. */
  startMs: number;
}

/** The expected result. */
export interface Forecast extends Omit<RunPreview, "sample"> {
  /** How many contacts were played to the end. */
  sampled: number;
  texts: number;
  segments: number;
  rcs: number;
  calls: number;
  emails: number;
  costMicros: number;
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
/** A limit of messages a minute may delay a large run for years; its texts are still counted. */
const longestMs = 10 * 365 * 86_400_000;

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
  const beginMs = run.periodMs > 0 ? Math.max(0, preview.enrolled - 1) * run.periodMs : 0;
  const weight = sample.length > 0 ? preview.enrolled / sample.length : 0;
  const plan: SampledRun = { startMs: run.startMs, weight, apartMs: Math.max(0, run.periodMs) };
  const numbers = (world?.numbers ?? []).map(({ phone }) => ({ accountId: account, phone }));
  const registered = numbers.length === 0 ? [] : await listNumberRegistrations(q, numbers);
  const capped = registered.filter(({ terms }) => terms.some(({ perDay }) => perDay !== null));
  const brandIds = [...new Set(capped.map(({ brandId }) => brandId))];
  const loads = brandIds.length === 0 ? [] : await listBrandLoads(q, account, brandIds, pacificDayOf(now));
  const room = new CarrierCapacity(
    await listCarrierPaces(q, account),
    plan,
    new Map(registered.map((row) => [row.phone, row])),
    { loads, now, demanded: world?.settings.registrationDemanded ?? false },
  );
  // what runs now may be over by the time of one that comes later
  if (run.startMs <= now + soonMs) room.shareWith(await listOthers(q, account, sample, now));
  const sums = world ? playSample(world, sample, plan, beginMs, room) : nothing;
  const of = (count: number): number => Math.round(count * weight);
  const { texts, segments, rcs, calls, emails } = sums;
  const { segmentPriceMicros = 0, minutePriceMicros = 0 } = world?.settings ?? {};
  const { slowest, seconds, sharedBy } = room.slowest();
  return {
    ...preview,
    sampled: world ? sample.length : 0,
    texts: of(texts),
    segments: of(segments),
    rcs: of(rcs),
    calls: of(calls),
    emails: of(emails),
    costMicros: (of(segments) + of(rcs)) * segmentPriceMicros + of(calls) * minutePriceMicros,
    beginSeconds: beginMs / 1000,
    carrierSeconds: seconds,
    slowest,
    sharedBy,
    lastSendMs: sums.lastSendMs,
    numbers: world?.numbers.length ?? 0,
    dayCaps: room.cappedBrands().map(({ brandId, network, ...cap }) => {
      const { brandName = "", used = {}, waiting = 0 } = loads.find((one) => one.brandId === brandId) ?? {};
      return { ...cap, brandName, carrier: networks[network].name, usedToday: used[network] ?? 0, waiting };
    }),
  };
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
      playSample(world, few, plan, 0, room);
      for (const [key, units] of room.sent()) left.set(key, (left.get(key) ?? 0) + units);
    }
    for (const [key, units] of left) others.set(key, [...(others.get(key) ?? []), units]);
  }
  return others;
}

const nothing = { texts: 0, segments: 0, rcs: 0, calls: 0, emails: 0, lastSendMs: null as number | null };

function playSample(
  world: JourneyWorld,
  contacts: readonly Contact[],
  plan: SampledRun,
  beginMs: number,
  room: CarrierCapacity,
): typeof nothing {
  const sums = { ...nothing };
  const played = simulate({
    definition: world.definition,
    lookup: world.lookup,
    kindOf,
    contacts,
    startMs: plan.startMs,
    // the sample begins as far apart as the whole run does
    periodMs: contacts.length > 1 ? beginMs / (contacts.length - 1) : 0,
    respond: countedWorld(world, plan, room, sums),
    untilMs: plan.startMs + beginMs + longestMs,
  });
  let steps = 0;
  for (const { advance } of played) {
    steps += advance.steps.length;
    if (steps > mostSteps) break;
  }
  return sums;
}

/** A world without accidents in which what is sent is counted, and goes when the carrier has room for it. */
function countedWorld(
  { numbers, links }: JourneyWorld,
  { weight }: SampledRun,
  room: CarrierCapacity,
  sums: typeof nothing,
): (effect: Effect, asked: Asked) => Response {
  const respond = simulatedWorld();
  /** What is sent when there is room; what would go after its window has closed waits for the next one, or its turn. */
  const go = (
    effect: Effect & { openUntil?: number },
    asked: Asked,
    at: number | null,
    count: () => void,
  ): Response => {
    const againAt = at === null ? (effect.openUntil ?? 0) : at;
    if (at === null || at > (effect.openUntil ?? at))
      return { answer: { ok: false, again: true }, afterMs: againAt - asked.now };
    count();
    sums.lastSendMs = Math.max(at, sums.lastSendMs ?? at);
    const { afterMs, ...answered } = respond(effect, asked);
    return { ...answered, afterMs: at - asked.now + afterMs };
  };
  return (effect, asked) => {
    const { now, contact } = asked;
    const number = stickyNumber(numbers, contact.contactId);
    switch (effect.do) {
      case "sendSms": {
        const segments = countSegments(sampleText(effect, links.base));
        return go(
          effect,
          asked,
          room.sendText(now, number, segments, { to: contact.phone ?? "", openUntil: effect.openUntil }),
          () => {
            sums.texts += 1;
            sums.segments += segments;
          },
        );
      }
      case "sendRcs":
        return go(effect, asked, room.sendText(now, number, 1, { openUntil: effect.openUntil }), () => {
          sums.rcs += 1;
        });
      case "placeCall":
        return go(effect, asked, room.placeCall(now, number, effect.openUntil), () => {
          sums.calls += 1;
        });
      case "sendEmail":
        sums.emails += 1;
        return respond(effect, asked);
      case "claimTurn":
        // each sampled contact takes the turns of all the contacts that it represents
        return respond({ ...effect, perMinute: effect.perMinute / weight }, asked);
      case "callWebhook":
      case "lookUpCarrier":
      case "askModel":
      case "holdForAgent":
      case "drawMeme":
        return respond(effect, asked);
    }
  };
}
