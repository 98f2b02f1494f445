import { availableParallelism } from "node:os";
import { isLoopback } from "./isLoopback.ts";

/** Connections of one worker that claim journeys, at most. */
export const mostClaimConnections = 4;

/** With one, a claim that takes long would hold up every other. */
const fewest = 2;

/**
 * How many connections of a worker claim journeys when no setting says it: one for each processor of the database. Two
 * claims on one processor take it from each other: with four on two processors a step cost a sixth more than with two.
 * The processors of another machine are not known.
 */
export function chooseClaimConnections(
  databaseUrl: string | undefined,
  processors: number = availableParallelism(),
): number {
  return isOnThisMachine(databaseUrl)
    ? Math.min(mostClaimConnections, Math.max(fewest, processors))
    : mostClaimConnections;
}

function isOnThisMachine(databaseUrl: string | undefined): boolean {
  if (databaseUrl === undefined) return true;
  const host = new URL(databaseUrl).hostname.replace(/^\[|\]$/g, "");
  // without a host it is a socket
  return host === "" || isLoopback(host);
}
