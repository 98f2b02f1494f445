import type { Design } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

export type Draft = Record<never, never>;

export const design: Design<Own, Draft> = {
  label: "Stop",
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
