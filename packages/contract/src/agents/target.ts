import { z } from "zod";

const percent = "Service Level Target must be a whole number from 1 to 100";
const seconds = "Answered Within must be a whole number from 1 to 3600";

/** The service level that a queue, work group or live list is to reach: so many percent answered within so many seconds (decision 0097). */
export const target = { targetPercent: z.int(), targetSeconds: z.int() };

/** A target as it is written. What is left out stays as it is. At first it is 80 % in 20 seconds. */
export const targetBody = {
  targetPercent: z.int({ error: percent }).min(1, percent).max(100, percent).optional(),
  targetSeconds: z.int({ error: seconds }).min(1, seconds).max(3600, seconds).optional(),
};
