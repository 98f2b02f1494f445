import { rateOf } from "@trunkline/contract/runs/batch.ts";
import { formatCount } from "../../ui/text/formatFigure.ts";

/** A rate as tables show it: per minute, or Auto (spec 2 §9). */
export const rateText = (periodMs: number): string => {
  const rate = rateOf(periodMs);
  return rate === -1 ? "Auto" : `${formatCount(rate)} / min`;
};
