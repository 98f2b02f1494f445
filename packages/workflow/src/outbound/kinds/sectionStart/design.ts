import type { Design } from "../../../nodeKind.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export type Draft = OneExit;

export const design: Design<Own, Draft> = {
  label: "Section Start",
  help: "Contacts that reach a Section node of this section continue here. Connect it to the section's first node.",
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
