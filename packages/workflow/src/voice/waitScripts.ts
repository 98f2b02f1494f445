import type { DistributionSettings } from "../distribution/settings.ts";
import type { Instruction } from "./script.ts";

/** A caller waits until somebody of a live list takes them, and hears words and a sound meanwhile (telecom §8). */
export const liveListScript = (
  listName: string,
  { playUrl, sayText }: { playUrl?: string | undefined; sayText?: string | undefined } = {},
): readonly Instruction[] => [
  ...(sayText ? [{ do: "say" as const, text: sayText }] : []),
  ...(playUrl ? [{ do: "play" as const, url: playUrl }] : []),
  { do: "enqueue", queue: listName, place: { kind: "liveList" }, ...(playUrl && { music: playUrl }) },
];

/** Who was called back talks to the user who called. */
export const personScript = (userId: string): readonly Instruction[] => [
  { do: "enqueue", queue: userId, place: { kind: "person" } },
];

/** A caller waits while the members of a work group are rung, as the group says unless told. */
export const workGroupScript = (
  name: string,
  settings?: Partial<DistributionSettings>,
  music?: string,
): readonly Instruction[] => [
  { do: "enqueue", queue: name, place: { kind: "workGroup", ...(settings && { settings }) }, ...(music && { music }) },
];
