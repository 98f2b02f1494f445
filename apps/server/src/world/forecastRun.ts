import { type Simulation, simulate, simulatedWorld } from "@trunkline/workflow/engine/simulate.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { sampleText } from "@trunkline/workflow/parts/links.ts";
import { countSegments } from "@trunkline/workflow/parts/segments.ts";
import type { Query } from "../store/database.ts";
import { type Outlook, type OutlookSelection, readOutlook } from "../store/outlook.ts";
import { JourneyWorlds } from "./journeyWorld.ts";

/** A run that is not made yet. */
export interface PlannedRun extends OutlookSelection {
  version: number;
  periodMs: number;
  /** Epoch ms of its start. */
  startMs: number;
}

/** What would come of it. */
export interface Forecast extends Omit<Outlook, "sample"> {
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
  /** Epoch ms of the last text, RCS message or call; null where there is none. */
  lastSendMs: number | null;
  /** Numbers to send from. */
  numbers: number;
}

/** Contacts that are played: enough for a figure in two digits, few enough for an answer at once. */
const sampled = 200;
/** No workflow holds up an answer: what a few contacts do after so many steps is not looked at. */
const mostSteps = 8_000;
const longestMs = 90 * 86_400_000;

/**
 * Plays a sample of those whom a run would take in on a clock of its own, nobody answering, everything delivered, and
 * reckons up what they are sent. A call is reckoned at one minute.
 */
export async function forecastRun(q: Query, account: string, run: PlannedRun): Promise<Forecast> {
  const { sample, ...outlook } = await readOutlook(q, account, run, sampled);
  const key = { accountId: account, campaignId: run.campaignId, version: run.version, ignoresWindow: false };
  const [world] = await new JourneyWorlds().load(q, [key]);
  const numbers = world?.numbers.length ?? 0;
  const beginMs = run.periodMs > 0 ? Math.max(0, outlook.enrolled - 1) * run.periodMs : 0;
  const nothing = { texts: 0, segments: 0, rcs: 0, calls: 0, emails: 0, costMicros: 0, lastSendMs: null };
  if (!world || sample.length === 0)
    return { ...outlook, sampled: 0, ...nothing, beginSeconds: beginMs / 1000, numbers };
  const { segmentPriceMicros, minutePriceMicros } = world.settings;
  const sums = playSample(world.links.base, {
    definition: world.definition,
    lookup: world.lookup,
    kindOf,
    contacts: sample,
    startMs: run.startMs,
    // the sample begins as far apart as the whole run does
    periodMs: sample.length > 1 ? beginMs / (sample.length - 1) : 0,
    respond: simulatedWorld(),
    untilMs: run.startMs + beginMs + longestMs,
  });
  const of = (count: number): number => Math.round((count / sample.length) * outlook.enrolled);
  const scaled = {
    texts: of(sums.texts),
    segments: of(sums.segments),
    rcs: of(sums.rcs),
    calls: of(sums.calls),
    emails: of(sums.emails),
  };
  return {
    ...outlook,
    sampled: sample.length,
    ...scaled,
    costMicros: (scaled.segments + scaled.rcs) * segmentPriceMicros + scaled.calls * minutePriceMicros,
    beginSeconds: beginMs / 1000,
    lastSendMs: sums.lastSendMs,
    numbers,
  };
}

function playSample(base: string, simulation: Simulation) {
  const sums = { texts: 0, segments: 0, rcs: 0, calls: 0, emails: 0, lastSendMs: null as number | null };
  let steps = 0;
  for (const { now, advance } of simulate(simulation)) {
    for (const { effect } of advance.effects) {
      if (effect.do === "sendSms") {
        sums.texts += 1;
        sums.segments += countSegments(sampleText(effect, base));
      } else if (effect.do === "sendRcs") sums.rcs += 1;
      else if (effect.do === "placeCall") sums.calls += 1;
      else {
        if (effect.do === "sendEmail") sums.emails += 1;
        continue;
      }
      sums.lastSendMs = Math.max(now, sums.lastSendMs ?? now);
    }
    steps += advance.steps.length;
    if (steps > mostSteps) break;
  }
  return sums;
}
