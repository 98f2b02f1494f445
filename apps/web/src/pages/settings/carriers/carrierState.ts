import type { CarrierConnection, CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import type { Tone } from "../../../ui/text/StatusBadge.tsx";
import { kindOf } from "./carrierKinds.tsx";
import { describeFailing } from "./failingServices.ts";

interface State {
  tone: Tone;
  words: string;
  why: string | null;
  /** Since when something fails, while the connection is open. */
  since: string | null;
}

/** Describes the state of a connection. One that is open says what of it fails. */
export function stateOf(connection: CarrierConnection): State {
  const {
    kind,
    health: { state, lastError },
  } = connection;
  const words = kindOf(kind).states[state];
  switch (state) {
    case "bound": {
      const failing = describeFailing(connection);
      return failing === null ? { tone: "done", words, why: null, since: null } : { tone: "failed", ...failing };
    }
    case "connecting":
      return { tone: "going", words, why: lastError, since: null };
    case "waiting":
      return { tone: "failed", words, why: lastError, since: null };
    case "unattended":
      return { tone: "waits", words, why: "Waiting for a worker to connect.", since: null };
  }
}

/** The share of submits that the carrier refused. */
export const refusedShare = ({ refusedPercent }: CarrierHealth): string =>
  refusedPercent === null ? "---" : formatPercent(refusedPercent);
