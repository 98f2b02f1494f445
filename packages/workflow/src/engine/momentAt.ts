import type { Moment } from "../nodeKind.ts";
import { chanceOf } from "../parts/chance.ts";
import type { Journey } from "./journey.ts";
import type { World } from "./world.ts";

/**
 * The `Moment` of a walk. Chance and window are computed when a kind looks at them: most never do. Own accessors rather
 * than a class's, so that a kind may spread the moment and lose nothing.
 */
export const momentAt = (journey: Journey, world: World): Moment => ({
  now: world.now,
  lookup: world.lookup,
  vars: journey.vars,
  contact: world.contact,
  get since() {
    return journey.since;
  },
  get chance() {
    return chanceOf(journey.journeyId, journey.at ?? 0);
  },
  get sendWindow() {
    // `this`: the contact of now, which an earlier node of the walk may have changed
    return world.definition.sendWindow(this.contact);
  },
});
