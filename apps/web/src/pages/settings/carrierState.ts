import type { CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import type { Tone } from "../../ui/text/StatusBadge.tsx";

/** How a connection is, in words: bound, on its way, waiting for its next try and why, or nobody's. */
export function stateOf({ state, lastError }: CarrierHealth): { tone: Tone; words: string; why: string | null } {
  switch (state) {
    case "bound":
      return { tone: "done", words: "Bound", why: null };
    case "connecting":
      return { tone: "going", words: "Connecting", why: lastError };
    case "waiting":
      return { tone: "failed", words: "Not bound", why: lastError };
    case "unattended":
      return { tone: "waits", words: "No worker", why: "Waiting for a worker to connect." };
  }
}

/** How many of the submits that the carrier answered it refused. */
export const refusedShare = ({ refusedPercent }: CarrierHealth): string =>
  refusedPercent === null ? "---" : `${refusedPercent} %`;
