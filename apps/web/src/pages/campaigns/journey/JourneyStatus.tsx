import type { Journey } from "@trunkline/contract/journeys/journey.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";

const statuses: Record<Journey["status"], { tone: Tone; label: string }> = {
  moving: { tone: "going", label: "Moving" },
  asking: { tone: "going", label: "Sending" },
  waiting: { tone: "waits", label: "Waiting" },
  done: { tone: "done", label: "Done" },
  failed: { tone: "failed", label: "Failed" },
};

/** Status labels for filters. */
export const journeyStatusOptions = Object.entries(statuses).map(([value, { label }]) => ({ value, label }));

/** The status badge of a journey, with its reason on hover. */
export const JourneyStatus = ({ journey }: { journey: Pick<Journey, "status" | "reasonText"> }) => (
  <StatusBadge tone={statuses[journey.status].tone} why={journey.reasonText}>
    {statuses[journey.status].label}
  </StatusBadge>
);
