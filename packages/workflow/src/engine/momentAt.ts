import type { Moment } from "../nodeKind.ts";
import { chanceOf } from "../parts/chance.ts";
import type { WindowRule } from "../parts/time/window.ts";
import type { NodeId } from "../savedNode.ts";
import type { World } from "./advanceWorld.ts";
import type { Journey } from "./journey.ts";
import type { Contact, Lookup } from "./world.ts";

/** The `Moment` of a walk, mutated as it proceeds. Randomness and windows are computed on access, because most kinds never use them. */
export class MomentAt implements Moment {
  readonly now: number;
  readonly lookup: Lookup;
  vars: Readonly<Record<string, string>>;
  contact: Contact;
  since: number;
  private node: NodeId;
  private readonly journeyId: string;
  private readonly world: World;

  constructor(journey: Journey, world: World) {
    this.now = world.now;
    this.lookup = world.lookup;
    this.vars = journey.vars;
    this.contact = world.contact;
    this.since = journey.since;
    this.node = journey.at ?? 0;
    this.journeyId = journey.journeyId;
    this.world = world;
  }

  enter(node: NodeId): void {
    this.node = node;
    this.since = this.now;
  }

  get chance(): number {
    return chanceOf(this.journeyId, this.node);
  }

  get sendWindow(): WindowRule[] {
    return this.world.definition.sendWindow(this.contact);
  }
}
