import type { Performer } from "./performer.ts";

/** Everything that a worker can do for journeys besides sending texts. */
export const performers: readonly Performer[] = [];
