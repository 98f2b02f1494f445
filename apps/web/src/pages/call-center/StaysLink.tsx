import type { ListedFigure, LivePlace } from "@trunkline/contract/agents/callCenter.ts";
import type { ReactNode } from "react";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { readSwitches } from "./Switches.tsx";

/** In the address: calls without a disposition. */
export const none = "-";

/** A figure that opens the list of exactly its calls. */
export function StaysLink({
  figure,
  place,
  agent = null,
  disposition,
  from,
  to,
  children,
}: {
  figure: ListedFigure | "allAbandoned";
  /** Null: all places. */
  place: Pick<LivePlace, "kind" | "name"> | null;
  /** Null: all agents. */
  agent?: { userId: string; name: string } | null;
  /** Only calls with this disposition. Empty: without one. */
  disposition?: string;
  /** The counted time: from an instant, and before another one. */
  from: string;
  to?: string;
  children: ReactNode;
}) {
  const [address] = useAddress();
  const { abandons, short, released, seconds } = address;
  const { shortAbandons } = readSwitches(address);
  // no abandon is short where a short one is up to 0 seconds
  const isAll = figure === "allAbandoned" && shortAbandons === "true";
  return (
    <PathLink
      to={paths.stays}
      search={{
        figure: figure === "allAbandoned" ? "abandoned" : figure,
        ...(place && { kind: place.kind, name: place.name }),
        ...(agent && { user: agent.userId, agent: agent.name }),
        ...(disposition !== undefined && { disposition: disposition === "" ? none : disposition }),
        ...(to && { to }),
        // a caller who waits now may have come before midnight
        ...(figure !== "waiting" && { from }),
        ...(abandons && { abandons }),
        ...(short && { short }),
        ...(released && { released }),
        ...(isAll ? { seconds: "0" } : seconds && { seconds }),
      }}
    >
      {children}
    </PathLink>
  );
}
