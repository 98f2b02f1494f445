import type { NumberTrend } from "@trunkline/contract/numbers/number.ts";
import { Sparkline } from "../../ui/chart/Sparkline.tsx";
import { shortDay } from "../../ui/text/dayNames.ts";
import { formatCount, formatShare } from "../../ui/text/formatFigure.ts";
import classes from "./Delivery.module.css";
import { isLowDay } from "./isLowDay.ts";

/** How much of a number's texts was delivered on each of the last days. Days far under its average are red. */
export function DeliveryTrend({ trend: { days } }: { trend: NumberTrend }) {
  const bars = days.map((one) => {
    const { day, sent, delivered } = one;
    const figures = sent === 0 ? "nothing sent" : `${formatShare(delivered, sent)} of ${formatCount(sent)} delivered`;
    const isBad = isLowDay(one, days);
    return {
      key: day,
      title: `${shortDay(day)}: ${figures}${isBad ? ", far under the average" : ""}`,
      value: sent === 0 ? null : delivered / sent,
      isBad,
    };
  });
  const label = `Delivered by day. ${bars.map(({ title }) => title).join("; ")}`;
  return (
    <div className={classes["trend"]}>
      <Sparkline label={label} bars={bars} top={1} />
    </div>
  );
}
