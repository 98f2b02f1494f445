import { numberRule } from "../../numberRule.ts";

/** The number called or texted. */
export const toNumber = numberRule(
  "To Number",
  "to",
  "Matches your number that is called or texted, such as +12025550100.",
);
