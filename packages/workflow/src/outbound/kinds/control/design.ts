import type { Design } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

export type Draft = Record<never, never>;

export const design: Design<Own, Draft> = {
  label: "Stop",
  help: "The contact's journey ends here. Put one at the end of every path, so that it is plain to see where the workflow is meant to end.",
  hue: "logic",
  icon: "player-stop",
  source: false,
  defaults: {},
  fields: [],
  card: () => [],
  exits: () => [],
  retarget: (draft) => draft,
  validate: () => [],
  read: () => ({}),
  write: () => ({}),
};
