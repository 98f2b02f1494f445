import type { CarrierConnection, CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import type { Tone } from "../../../ui/text/StatusBadge.tsx";
import { kindOf } from "./carrierKinds.tsx";

interface State {
  tone: Tone;
  words: string;
  why: string | null;
}

/** Describes the state of a connection. */
export function stateOf({ kind, health: { state, lastError } }: CarrierConnection): State {
  const words = kindOf(kind).states[state];
  switch (state) {
    case "bound":
      return { tone: "done", words, why: null };
    case "connecting":
      return { tone: "going", words, why: lastError };
    case "waiting":
      return { tone: "failed", words, why: lastError };
    case "unattended":
      return { tone: "waits", words, why: "Waiting for a worker to connect." };
  }
}

/** The share of submits that the carrier refused. */
export const refusedShare = ({ refusedPercent }: CarrierHealth): string =>
  refusedPercent === null ? "---" : `${refusedPercent} %`;
