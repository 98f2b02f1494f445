import type { AnyNodeKind } from "../nodeKind.ts";
import type { SavedNode } from "../savedNode.ts";
import type { Contact, Definition, Lookup } from "./world.ts";

/** Input of `advance` besides the journey. */
export interface World {
  definition: Definition;
  kindOf(node: SavedNode): AnyNodeKind;
  now: number;
  contact: Contact;
  lookup: Lookup;
  /** Visits before `advance` returns a journey that is due at once. Default 200. A benchmark of single steps sets 1. */
  visits?: number;
}
