import type { Advance, Journey } from "@trunkline/workflow/engine/journey.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import type { ClaimedRow, ClaimLane } from "../../store/journeys/journey.ts";
import type { JourneyWorld } from "../../world/journeyWorld.ts";

/** A claimed journey after its walk. */
export interface AdvancedJourney {
  row: ClaimedRow;
  /** The class it was claimed in. */
  class: number;
  lane: ClaimLane;
  world: JourneyWorld | null;
  before: Journey;
  after: Journey;
  advances: readonly Advance[];
  /** The texts in that the workflow has answered, by their ids. */
  answered: readonly string[];
  contact: Contact;
  now: number;
}

/** When the journey is due next. A journey that keeps moving keeps its due time, so that its row is not moved. */
export function dueAfter({ row, before, after, now }: AdvancedJourney): number | null | undefined {
  switch (after.status) {
    case "moving":
      return row.inbox === null && before.status === "moving" ? undefined : now;
    case "asking":
    case "waiting":
      return after.wakeAt ?? null;
    default:
      return null;
  }
}
