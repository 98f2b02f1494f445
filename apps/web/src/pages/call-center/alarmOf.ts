import type { LivePlace } from "@trunkline/contract/agents/callCenter.ts";

/** How urgent a place is, and why. */
interface Alarm {
  tone: "calm" | "amber" | "red";
  why: string;
}

/** Service level that many points below the target is red. */
const redPoints = 10;

/** Amber below the target or with a wait beyond it, red 10 points below it or with a wait twice as long. */
export function alarmOf(
  {
    serviceLevel: { rate },
    targetPercent,
    targetSeconds,
  }: Pick<LivePlace, "serviceLevel" | "targetPercent" | "targetSeconds">,
  longestWaitSeconds: number | null,
): Alarm {
  const missing = rate === null ? 0 : targetPercent - 100 * rate;
  const wait = longestWaitSeconds ?? 0;
  if (wait > 2 * targetSeconds) return { tone: "red", why: "Long wait" };
  if (missing >= redPoints) return { tone: "red", why: "Far below target" };
  if (wait > targetSeconds) return { tone: "amber", why: "Wait over target" };
  if (missing > 0) return { tone: "amber", why: "Below target" };
  return { tone: "calm", why: rate === null ? "No rate yet" : "On target" };
}
