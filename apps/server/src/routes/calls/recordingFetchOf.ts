import type { Call } from "@trunkline/contract/calls/call.ts";

/** Whether recordings of a call are still being fetched from its provider, and why they are not there yet, by its events. */
export function recordingFetchOf(
  events: readonly { type: string; data: Record<string, unknown> | null }[],
): Pick<Call, "recordingFetch" | "recordingProblem"> {
  let late = 0;
  let problem: string | null = null;
  for (const { type, data } of events) {
    if (type === "recordingLate") late++;
    else if (type === "recordingFetched" || type === "recordingFailed") late = Math.max(0, late - 1);
    if (type === "recordingLate" || type === "recordingFailed") problem = String(data?.["problem"] ?? "");
  }
  if (late > 0) return { recordingFetch: "fetching", recordingProblem: problem };
  return events.some(({ type }) => type === "recordingFailed")
    ? { recordingFetch: "failed", recordingProblem: problem }
    : { recordingFetch: null, recordingProblem: null };
}
