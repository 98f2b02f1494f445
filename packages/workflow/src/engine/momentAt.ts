import type { Moment } from "../nodeKind.ts";
import { chanceOf } from "../parts/chance.ts";
import type { WindowRule } from "../parts/window.ts";
import type { Journey } from "./journey.ts";
import type { Contact, Lookup, World } from "./world.ts";

/** The `Moment` of a walk. Chance and window are computed when a kind looks at them: most never do. */
export class MomentAt implements Moment {
  readonly now: number;
  readonly lookup: Lookup;
  vars: Readonly<Record<string, string>>;
  contact: Contact;
  private readonly journey: Journey;
  private readonly world: World;

  constructor(journey: Journey, world: World) {
    this.now = world.now;
    this.lookup = world.lookup;
    this.vars = journey.vars;
    this.contact = world.contact;
    this.journey = journey;
    this.world = world;
  }

  get since(): number {
    return this.journey.since;
  }

  get chance(): number {
    return chanceOf(this.journey.journeyId, this.journey.at ?? 0);
  }

  get sendWindow(): WindowRule[] {
    return this.world.definition.sendWindow(this.contact);
  }
}
