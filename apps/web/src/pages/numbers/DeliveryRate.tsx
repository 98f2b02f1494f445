import type { Number_ } from "@trunkline/contract/numbers/number.ts";
import { formatCount } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";

/** Percentage of a number's texts with a final status that were delivered. Null if there are none. */
export const deliveredPercent = ({ reputation: { delivered, failed } }: Number_): number | null =>
  delivered + failed === 0 ? null : Math.floor((delivered * 1_000) / (delivered + failed)) / 10;

/** The delivery rate of a number, with a warning if it is too low. */
export function DeliveryRate({ number }: { number: Number_ }) {
  const percent = deliveredPercent(number);
  const { status, delivered, failed } = number.reputation;
  if (percent === null && status !== "low") return "---";
  const figures = `${formatCount(delivered)} of ${formatCount(delivered + failed)} delivered`;
  const words = percent === null ? "---" : `${percent.toLocaleString("en-US", { minimumFractionDigits: 1 })} %`;
  if (status === "low")
    return (
      <StatusBadge tone="failed" why={`Too low: ${figures} in the time window of the account`}>
        {`${words}, too low`}
      </StatusBadge>
    );
  return (
    <span className="figures" title={figures}>
      {words}
    </span>
  );
}
