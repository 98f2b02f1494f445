import type { Envelope } from "@trunkline/contract/envelope.ts";

/** Statuses of a server, or a proxy before it, that is busy or starts again. */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504]);
const firstWaitMs = 250;
const longestWaitMs = 30_000;

/** Whether a refusal passes by itself. */
export async function isWorthRepeating(response: Response): Promise<boolean> {
  if (passing.has(response.status)) return true;
  if (response.status !== 409) return false;
  // the first attempt is still being performed
  const envelope = (await response
    .clone()
    .json()
    .catch(() => undefined)) as Partial<Envelope<unknown>> | undefined;
  return envelope?.error?.[0]?.code === "idempotency_in_progress";
}

/** How long to wait before the next attempt, in milliseconds: as the answer says, else twice as long each time. */
export function waitMsOf(response: Response | undefined, repeated: number): number {
  const said = Number(response?.headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(said) && said >= 0) return Math.min(longestWaitMs, said * 1000);
  // clients that were refused together come back apart
  return Math.min(longestWaitMs, firstWaitMs * 2 ** repeated * (0.5 + Math.random()));
}
