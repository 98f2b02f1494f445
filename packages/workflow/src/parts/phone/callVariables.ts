import type { NodeId } from "../../nodeKind.ts";

/** What a call leaves behind for later nodes. */
export const callVariables = (id: NodeId): string[] =>
  ["status", "answeredBy", "duration", "digits", "recordingUrl"].map((name) => `node${id}.${name}`);
