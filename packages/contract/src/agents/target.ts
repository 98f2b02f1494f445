import { z } from "zod";

const percent = "Service Level Target must be a whole number from 1 to 100";
const seconds = "Answered Within must be a whole number from 1 to 3600";

/** The service level that a queue, work group or live list is to reach: so many percent answered within so many seconds (decision 0097). */
export const target = { targetPercent: z.int(), targetSeconds: z.int() };

const wrapUp = "Wrap-Up must be a whole number from 0 to 3600";

/** Seconds of wrap-up after a call. Null: as the account sets it. 0: none (decision 0100). */
export const wrapUpTime = { wrapUpSeconds: z.int().nullable() };

/** Seconds of wrap-up as they are written. Left out, they stay as they are. */
export const wrapUpBody = {
  wrapUpSeconds: z
    .union([z.literal("").transform(() => null), z.int({ error: wrapUp }).min(0, wrapUp).max(3600, wrapUp)], {
      error: wrapUp,
    })
    .nullable()
    .optional(),
};

/** Whether callers who wait are offered a call back (decision 0110). Null: as the account sets it. */
export const callbackOffer = { callbackOffer: z.boolean().nullable() };

/** The offer as it is written. Left out, it stays as it is. */
export const callbackOfferBody = {
  callbackOffer: z.boolean({ error: "callbackOffer must be true, false or null" }).nullable().optional(),
};

/** A target as it is written. What is left out stays as it is. At first it is 80 % in 20 seconds. */
export const targetBody = {
  targetPercent: z.int({ error: percent }).min(1, percent).max(100, percent).optional(),
  targetSeconds: z.int({ error: seconds }).min(1, seconds).max(3600, seconds).optional(),
};
