import type { DistributionSettings } from "../distribution/settings.ts";
import type { Instruction } from "./script.ts";

/** The caller hears speech and audio until a user of a live list answers (telecom §8). */
export const liveListScript = (
  listName: string,
  { playUrl, sayText }: { playUrl?: string | undefined; sayText?: string | undefined } = {},
): readonly Instruction[] => [
  ...(sayText ? [{ do: "say" as const, text: sayText }] : []),
  ...(playUrl ? [{ do: "play" as const, url: playUrl }] : []),
  { do: "enqueue", queue: listName, place: { kind: "liveList" }, ...(playUrl && { music: playUrl }) },
];

/** Connects a called-back caller to the user who called. */
export const personScript = (userId: string): readonly Instruction[] => [
  { do: "enqueue", queue: userId, place: { kind: "person" } },
];

/** The caller waits while members of a work group are rung. Default limits are the group's. */
export const workGroupScript = (
  name: string,
  settings?: Partial<DistributionSettings>,
  music?: string,
): readonly Instruction[] => [
  { do: "enqueue", queue: name, place: { kind: "workGroup", ...(settings && { settings }) }, ...(music && { music }) },
];
