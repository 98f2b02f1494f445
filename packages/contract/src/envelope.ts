import { z } from "zod";

export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  /** Place in the request: `body.phone`, `line 12, column 4`. */
  where: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;

/** The envelope of every answer (spec 2 §7). A single result is the first item of `payload`; `next` is the cursor of the next page. */
export interface Envelope<Item> {
  status: boolean;
  payload: Item[];
  error: ApiError[];
  next?: string | null;
  /** Total number of items, for lists that count them cheaply. */
  total?: number;
  /** For a search that stopped before the page was full: how many contacts it checked, out of about how many. `next` continues. */
  searched?: { contacts: number; of: number };
  /** The same for a list that is newest first: everything back to this instant was checked. `next` continues. */
  searchedTo?: string;
}

/** The message shown for a failed request (spec 2 §8). */
export const messageOf = (answer: Partial<Envelope<unknown>> | undefined, http: string | undefined): string =>
  answer?.error?.[0]?.message ?? http ?? "Undefined error";

/**
 * A false status, or a missing one with an error (readings, Envelope). A write with an error and no payload has failed too (spec 1 §7).
 */
export function isFailure({ status, payload, error }: Partial<Envelope<unknown>>, method: string): boolean {
  const hasError = (error ?? []).length > 0;
  if (status === true) return hasError && method !== "GET" && (payload ?? []).length === 0;
  return status === false || hasError;
}
