import type { PhoneWalk } from "./phoneWalk.ts";

/** What has no end ends after this long. */
export const endlessMs = 600_000;

/** A phone that is answered by hand waits for its user, whom a faster pace does not make faster. */
export const paceOfHand = (pace: number): number => Math.max(1, pace);

/** How fast the user of the phone presses keys and speaks. */
export const paceOfUser = ({ line, pace }: PhoneWalk): number => (line.does === "rings" ? paceOfHand(pace) : pace);
