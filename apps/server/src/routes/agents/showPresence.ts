import type { PresenceRow } from "../../store/agents/agentPresence.ts";

/** An agent's availability in wire form. */
export const showPresence = ({ status, reasonId, reason, since }: PresenceRow) => ({
  status,
  reason: reasonId === null ? null : { reasonId, name: reason ?? "" },
  since: since?.toISOString() ?? null,
});
