import type { NodeId } from "../../savedNode.ts";

/** Variables that a call sets for later nodes. */
export const callVariables = (id: NodeId): string[] =>
  ["status", "answeredBy", "duration", "digits", "recordingUrl"].map((name) => `node${id}.${name}`);
