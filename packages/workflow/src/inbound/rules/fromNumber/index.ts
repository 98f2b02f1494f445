import { numberRule } from "../../numberRule.ts";

/** The number of who calls or texts. */
export const fromNumber = numberRule(
  "From Number",
  "from",
  "Looks at the number of who calls or texts, such as +12025550123.",
);
