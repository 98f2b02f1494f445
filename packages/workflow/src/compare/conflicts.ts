import type { NodeId } from "../savedNode.ts";

export type Side = "mine" | "theirs";

/** Something that both users changed differently. One of the two is used. */
export interface MergeConflict {
  /** The same for the same conflict, whatever else is decided. */
  id: string;
  /** The node, or null. */
  nodeId: NodeId | null;
  /** What it is about: the node, a note, or the workflow. */
  subject: string;
  /** The field, or what was done. */
  label: string;
  /** What each user made of it, in words. */
  mine: string;
  theirs: string;
}

/** Collects conflicts and decides them by the user's choices. Without a choice, mine is used. */
export class Conflicts {
  readonly found: MergeConflict[] = [];
  private readonly choices: ReadonlyMap<string, Side>;

  constructor(choices: ReadonlyMap<string, Side>) {
    this.choices = choices;
  }

  decide(conflict: MergeConflict): Side {
    if (this.found.every(({ id }) => id !== conflict.id)) this.found.push(conflict);
    return this.choices.get(conflict.id) ?? "mine";
  }
}
