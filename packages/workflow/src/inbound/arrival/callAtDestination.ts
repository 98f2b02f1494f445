import { type DistributionType, distributionTypes } from "../../distribution/settings.ts";
import { listOf } from "../../parts/operations.ts";
import { isSip } from "../../parts/phone/dialTarget.ts";
import { type Ivr, ivrNameOf } from "../../voice/ivr/ivr.ts";
import { ivrPlan, type LiveListScript } from "../../voice/ivr/ivrPlan.ts";
import { readCallXml } from "../../voice/readCallXml.ts";
import type { CallPlan, Dial, DialTarget, Instruction } from "../../voice/script.ts";
import { liveListScript, workGroupScript } from "../../voice/waitScripts.ts";
import { distributions } from "../distribution.ts";
import type { DestType, RouteDestination } from "../route.ts";
import { type Delivered, delivered, refused } from "./delivered.ts";

/** What a call does at its destination. */
export interface CallAtDestination extends Delivered {
  plan: CallPlan;
}

/** What the account has of what a destination names. Each kind of destination reads only its own. */
export interface FoundForCall {
  /** Null if there is none of this name. */
  ivr?: Ivr | null;
  hasLiveList?: boolean;
  hasWorkGroup?: boolean;
  /** Whether the caller was enrolled in the workflow. */
  enrolled?: Delivered;
}

/** The script of an inbound call. Its caller is always a person. */
const planOf = (script: readonly Instruction[]): CallPlan => ({ human: script, machine: script });

/** What callers hear if nothing answers the call. */
export const noAnswerPlan = planOf([
  { do: "say", text: "No one answers calls on this number yet. Goodbye." },
  { do: "hangUp" },
]);

/** A call that cannot reach its destination: an announcement, then it ends. */
const cannotRoute = (because: string): CallAtDestination => ({
  ...refused(because),
  plan: planOf([
    { do: "say", text: "We cannot take your call at the moment. Please call again later." },
    { do: "hangUp" },
  ]),
});

type AtDestination = (destination: RouteDestination, found: FoundForCall) => CallAtDestination;

const kinds: Readonly<Partial<Record<DestType, AtDestination>>> = {
  call: customCall,
  "call-relay": ({ dest }) => ({ ...delivered, plan: dialPlan([dest]) }),
  groupcall: groupCall,
  ivr: phoneMenu,
  "live-list": liveList,
  voicemail,
  workflow: enrolled,
  workgroup,
};

/** What a call does at the destination of its route. The destination's callback receives the result of the call (spec 1 §3.3). */
export function callAtDestination(destination: RouteDestination, found: FoundForCall): CallAtDestination {
  const { destType, callbackUrl } = destination;
  const answer = kinds[destType]?.(destination, found) ?? cannotRoute(`Calls cannot be routed to ${destType} yet`);
  return callbackUrl
    ? { ...answer, plan: { ...answer.plan, statusCallback: { url: callbackUrl, method: "POST" } } }
    : answer;
}

/** The IVR that a destination names. */
export const ivrOfDestination = ({ options, dest }: RouteDestination): string => ivrNameOf(options.ivr ?? dest);

/** The call does what the destination's own script says. */
function customCall({ options }: RouteDestination): CallAtDestination {
  const read = readCallXml(options.callXml ?? "");
  if ("problem" in read) return cannotRoute(`The call script cannot be read: ${read.problem}`);
  return { ...delivered, plan: planOf(read.script) };
}

/** Several phones ring, all at once or one after another. The first that answers has the call. */
function groupCall({ dest, distributionType }: RouteDestination): CallAtDestination {
  const phones = listOf(dest);
  if (phones.length === 0) return cannotRoute("The group has no phones");
  const ring = distributionType === distributions.ringAll ? "all" : "oneByOne";
  return { ...delivered, plan: dialPlan(phones, { ring }) };
}

/** A caller who chooses a live list waits in it, and returns to the menu if no one answers. */
const liveListOfMenu: LiveListScript = (queue, music) => [
  { do: "enqueue", queue, place: { kind: "liveList" }, ...(music && { music }) },
];

/** The caller walks through the menus of an IVR as it is now. What is saved later is heard by later callers (spec 3 §2, §3). */
function phoneMenu(destination: RouteDestination, { ivr }: FoundForCall): CallAtDestination {
  if (!ivr) return cannotRoute(`There is no IVR menu named "${ivrOfDestination(destination)}"`);
  return { ...delivered, plan: planOfIvr(ivr, destination.options.mohUrl) };
}

/** Callers of one IVR share its plan. */
const plansOfIvrs = new WeakMap<Ivr, Map<string | undefined, CallPlan>>();

function planOfIvr(ivr: Ivr, music: string | undefined): CallPlan {
  const plans = plansOfIvrs.get(ivr) ?? new Map<string | undefined, CallPlan>();
  plansOfIvrs.set(ivr, plans);
  const plan = plans.get(music) ?? ivrPlan(ivr, { music, liveList: liveListOfMenu });
  plans.set(music, plan);
  return plan;
}

const sorry = {
  do: "say" as const,
  text: "No one is available to take your call at the moment. Please call again later.",
};

/** The caller hears an announcement and a sound until a user of the live list answers (telecom §8). */
function liveList({ dest, options }: RouteDestination, { hasLiveList }: FoundForCall): CallAtDestination {
  if (!hasLiveList) return cannotRoute(`There is no live list "${dest}"`);
  return { ...delivered, plan: planOf([...liveListScript(dest, options), sorry]) };
}

/** The members of a work group are rung as the route says, until one of them answers (telecom §8). */
function workgroup(
  { dest, distributionType, options }: RouteDestination,
  { hasWorkGroup }: FoundForCall,
): CallAtDestination {
  if (!hasWorkGroup) return cannotRoute(`There is no work group "${dest}"`);
  const { delayNextCall, tryCallTimeout, maxDials } = options;
  const settings = {
    ...(isDistribution(distributionType) && { distributionType }),
    ...(delayNextCall !== undefined && { delayNextCall }),
    ...(tryCallTimeout !== undefined && { tryCallTimeout }),
    ...(maxDials !== undefined && { maxDials }),
  };
  return { ...delivered, plan: planOf([...workGroupScript(dest, settings, options.mohUrl), sorry]) };
}

const isDistribution = (type: number | undefined): type is DistributionType =>
  Object.values(distributionTypes).some((one) => one === type);

/** Spec 1 §3.7. */
const silenceSeconds = 5;
const maxSeconds = 30;

/** The caller hears a greeting and is recorded. The recording is published as a voicemail and belongs to the call. */
function voicemail({ options }: RouteDestination): CallAtDestination {
  const greeting = options.playUrl
    ? { do: "play" as const, url: options.playUrl }
    : { do: "say" as const, text: "Please leave a message." };
  const record = {
    do: "record" as const,
    voicemail: true as const,
    maxSeconds: options.recordMaxLengthSec ?? maxSeconds,
    silenceSeconds: options.recordTimeoutSec ?? silenceSeconds,
    finishOnKey: "#",
    beep: options.recordPlayBeep ?? false,
    format: "wav" as const,
  };
  return { ...delivered, plan: planOf([greeting, record, { do: "hangUp" }]) };
}

/** The caller enters a workflow and hears an announcement. Then the call ends. */
function enrolled(_: RouteDestination, { enrolled: answer = delivered }: FoundForCall): CallAtDestination {
  return { ...answer, plan: planOf([{ do: "say", text: "Thank you for calling. Goodbye." }, { do: "hangUp" }]) };
}

/** How long phones are rung (readings, Voice: 60 seconds of ringing). */
const ringSeconds = 60;
const limitSeconds = 4 * 3_600;

const targetOf = (to: string): DialTarget =>
  isSip(to) ? { to: "sip", address: to.trim() } : { to: "number", number: to.trim() };

/** The call is forwarded to other phones, which see the caller's number. */
const dialPlan = (phones: readonly string[], how: Partial<Pick<Dial, "ring">> = {}): CallPlan =>
  planOf([
    {
      do: "dial",
      targets: phones.map(targetOf),
      ring: "all",
      callerId: "contact",
      timeoutSeconds: ringSeconds,
      limitSeconds,
      ...how,
    },
  ]);
