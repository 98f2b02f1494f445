/** When a registration is synced again. `inMs` is null when only an event or a user starts the next sync. */
export interface Again {
  inMs: number | null;
  attempt: number;
}

/** Wait before the next request to a registry that did not answer: it doubles with each attempt, up to 10 minutes. */
export const retryMs = (attempt: number): number => Math.min(600_000, 2_000 * 2 ** attempt);
