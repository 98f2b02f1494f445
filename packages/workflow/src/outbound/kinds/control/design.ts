import type { Design } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

export type Draft = Record<never, never>;

export const design: Design<Own, Draft> = {
  label: "Stop",
  help: "Ends the contact's journey. Put one at the end of every path to show where the workflow ends.",
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
