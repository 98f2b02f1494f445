import type { Journey } from "@trunkline/contract/journeys/journey.ts";
import { StatusBadge, type Tone } from "../../../ui/text/StatusBadge.tsx";

const faces: Record<Journey["status"], { tone: Tone; word: string }> = {
  moving: { tone: "going", word: "Moving" },
  asking: { tone: "going", word: "Sending" },
  waiting: { tone: "waits", word: "Waiting" },
  done: { tone: "done", word: "Done" },
  failed: { tone: "failed", word: "Failed" },
};

/** The statuses in words, for filters. */
export const journeyStatusOptions = Object.entries(faces).map(([value, { word }]) => ({ value, label: word }));

/** A journey's status in a word, its reason on hover. */
export const JourneyStatus = ({ journey }: { journey: Pick<Journey, "status" | "reasonText"> }) => (
  <StatusBadge tone={faces[journey.status].tone} why={journey.reasonText}>
    {faces[journey.status].word}
  </StatusBadge>
);
