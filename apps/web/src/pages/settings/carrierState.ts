import type { CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import type { Tone } from "../../ui/text/StatusBadge.tsx";

/** Describes the state of a connection. */
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

/** The share of submits that the carrier refused. */
export const refusedShare = ({ refusedPercent }: CarrierHealth): string =>
  refusedPercent === null ? "---" : `${refusedPercent} %`;
