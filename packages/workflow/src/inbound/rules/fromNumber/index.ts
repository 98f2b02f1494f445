import { numberRule } from "../../numberRule.ts";

/** The number of the caller or sender. */
export const fromNumber = numberRule(
  "From Number",
  "from",
  "Matches the number of the caller or sender, such as +12025550123.",
);
