import type { Design } from "../../../nodeKind.ts";
import { factVariables } from "../../../parts/factVariables.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import type { Own } from "./saved.ts";

export type Draft = OneExit;

export const design: Design<Own, Draft> = {
  label: "Carrier Lookup",
  hue: "logic",
  icon: "zoom-scan",
  defaults: { next: null },
  fields: [],
  card: () => [],
  ...oneExit,
  gives: () => [...factVariables],
  validate: () => [],
  read: (_, [next = null]) => ({ next }),
  write: () => ({}),
};
