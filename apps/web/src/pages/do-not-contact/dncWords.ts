import type { DncEntry } from "@trunkline/contract/doNotContact/dnc.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

export const typeNames = { all: "Everything", sms: "Texts", call: "Calls", rcs: "RCS" } as const;

/** Where a stop came from. */
const sources: Readonly<Record<string, string>> = {
  reply: "By its own text",
  key: "By its own key press",
  page: "By hand",
  api: "By a program",
  import: "By an import",
  node: "By a workflow",
  disposition: "By a disposition",
};
export const sourceName = (source: string): string => ownValue(sources, source) ?? source;

/** Why an entry cannot be taken off: each party lifts its own alone (readings, STOP). */
export const liftedBy = ({ party }: DncEntry): string | undefined =>
  party === "contact" ? "The contact itself refused: only its own START lifts this." : undefined;
