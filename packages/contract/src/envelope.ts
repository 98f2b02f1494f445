import { z } from "zod";

export const apiError = z.object({
  code: z.string(),
  message: z.string(),
  /** Where in the request: `body.phone`, `line 12, column 4`. */
  where: z.string().optional(),
});
export type ApiError = z.infer<typeof apiError>;

/** What every call answers (spec 2 §7): a single result is the first item of `payload`; `next` is the cursor of a longer list. */
export interface Envelope<Item> {
  status: boolean;
  payload: Item[];
  error: ApiError[];
  next?: string | null;
  /** How many there are in all, where a list counts them cheaply. */
  total?: number;
  /** A search that stopped before its page was full: how many contacts it checked, of about how many. `next` continues it. */
  searched?: { contacts: number; of: number };
  /** The same of a list newest first: everything from now back to this instant was checked. `next` continues it. */
  searchedTo?: string;
}

/** The message that people read of a failed call (spec 2 §8). */
export const messageOf = (answer: Partial<Envelope<unknown>> | undefined, http: string | undefined): string =>
  answer?.error?.[0]?.message ?? http ?? "Undefined error";
