import type { DncEntry } from "@trunkline/contract/doNotContact/dnc.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

export const typeNames = { all: "Everything", sms: "Texts", call: "Calls", rcs: "RCS" } as const;

/** Labels for the source of an entry. */
const sources: Readonly<Record<string, string>> = {
  reply: "Replied STOP",
  key: "Opted out by key press",
  page: "Added by a user",
  api: "Added through the API",
  import: "Imported",
  node: "Added by a workflow",
  disposition: "Added by a disposition",
};
export const sourceName = (source: string): string => ownValue(sources, source) ?? source;

/** Why an entry cannot be removed. Each party can only undo its own entries (readings, STOP). */
export const whyLocked = ({ party }: DncEntry): string | undefined =>
  party === "contact" ? "The contact opted out. Only a START reply can undo this." : undefined;
