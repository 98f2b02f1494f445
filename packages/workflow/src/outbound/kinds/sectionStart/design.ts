import type { Design } from "../../../nodeKind.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export type Draft = OneExit;

export const design: Design<Own, Draft> = {
  label: "Section Start",
  hue: "logic",
  icon: "player-play",
  placeable: false,
  target: false,
  defaults: { next: null },
  fields: [],
  card: () => [],
  ...oneExit,
  validate: () => [],
  read: (_own, [next = null]) => ({ next }),
  write: () => ({}),
};
