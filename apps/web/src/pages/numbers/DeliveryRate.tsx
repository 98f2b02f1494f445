import type { Number_, NumberTrend } from "@trunkline/contract/numbers/number.ts";
import { formatPercent } from "@trunkline/contract/reports/formatPercent.ts";
import { formatCount } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import classes from "./Delivery.module.css";
import { DeliveryTrend } from "./DeliveryTrend.tsx";

interface Delivery {
  delivered: number;
  of: number;
  /** The time that is counted. */
  during: string;
}

/** Texts within the time window of the account, or, if there are none, of the last 14 days. */
function deliveryOf({ reputation: { delivered, failed } }: Number_, trend: NumberTrend | undefined): Delivery {
  if (delivered + failed > 0 || trend === undefined)
    return { delivered, of: delivered + failed, during: "in the time window of the account" };
  const sum = (of: "sent" | "delivered"): number => trend.days.reduce((total, day) => total + day[of], 0);
  return { delivered: sum("delivered"), of: sum("sent"), during: "on the last 14 days" };
}

/** Percentage of a number's texts that were delivered. Null if there are none. */
export function deliveredPercent(number: Number_, trend: NumberTrend | undefined): number | null {
  const { delivered, of } = deliveryOf(number, trend);
  return of === 0 ? null : Math.floor((delivered * 1_000) / of) / 10;
}

/** The delivery rate of a number, with a warning if it is too low, and its last days. */
export function DeliveryRate({ number, trend }: { number: Number_; trend: NumberTrend | undefined }) {
  const { status } = number.reputation;
  const percent = deliveredPercent(number, trend);
  if (percent === null && status !== "low" && trend === undefined) return <span data-none>---</span>;
  const { delivered, of, during } = deliveryOf(number, trend);
  const figures = `${formatCount(delivered)} of ${formatCount(of)} delivered ${during}`;
  const words = percent === null ? "---" : formatPercent(percent);
  return (
    <>
      {status === "low" ? (
        <StatusBadge tone="failed" why={`Too low: ${figures}`}>
          {`${words} low`}
        </StatusBadge>
      ) : (
        <span className={`figures ${classes["rate"]}`} title={figures}>
          {words}
        </span>
      )}
      {trend === undefined ? null : <DeliveryTrend trend={trend} />}
    </>
  );
}
