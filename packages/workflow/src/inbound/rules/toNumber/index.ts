import { numberRule } from "../../numberRule.ts";

/** The number that is called or texted. */
export const toNumber = numberRule(
  "To Number",
  "to",
  "Looks at the number of yours that is called or texted, such as +12025550100.",
);
