import { useSyncExternalStore } from "react";

/** How soon the stream announces a change, or null while there is none and pages poll. */
let withinMs: number | null = null;
const readers = new Set<() => void>();

export function setLive(within: number | null): void {
  if (withinMs === within) return;
  withinMs = within;
  for (const read of readers) read();
}

const subscribe = (read: () => void) => {
  readers.add(read);
  return () => void readers.delete(read);
};

/** Pages poll less while changes are announced as soon as they would learn of them by polling. */
const soonMs = 2_000;
const calmPollMs = 30_000;

/** The poll interval of a query that changes reload (decision 0112): its own while there is no stream, otherwise a long one. */
export function useLivePoll(ownMs: number, calmMs = calmPollMs): number {
  const within = useSyncExternalStore(subscribe, () => withinMs);
  return within !== null && within <= soonMs ? Math.max(ownMs, calmMs) : ownMs;
}
