import { IconArrowDownRight, IconArrowUpRight, IconMinus } from "@tabler/icons-react";
import {
  type Change,
  type Counts,
  changeOf,
  describeChange,
  formatMeasure,
  type MeasureId,
  measures,
} from "@trunkline/contract/reports/measures.ts";
import classes from "./MeasureTiles.module.css";

interface Props {
  chosen: readonly MeasureId[];
  now: Counts;
  /** Null: nothing to compare with. */
  before: Counts | null;
  /** "10/01/2026 to 10/30/2026" */
  daysBefore: string;
}

const good: ReadonlySet<MeasureId> = new Set([
  "delivered",
  "replies",
  "clicks",
  "deliveryRate",
  "replyRate",
  "clickRate",
  "answerRate",
]);
const bad: ReadonlySet<MeasureId> = new Set([
  "failed",
  "optOuts",
  "optOutRate",
  "abandonedCalls",
  "abandonRate",
  "costPerReply",
]);

/** Whether a change is good news, where that can be said. */
function toneOf(id: MeasureId, { direction }: Change): "good" | "bad" | undefined {
  if (direction === "same" || (!good.has(id) && !bad.has(id))) return undefined;
  return good.has(id) === (direction === "up") ? "good" : "bad";
}

/** The measures of the whole period, each with its change since the period before. */
export function MeasureTiles({ chosen, now, before, daysBefore }: Props) {
  return (
    <dl className={classes["tiles"]}>
      {chosen.map((id) => {
        const { label, kind, of } = measures[id];
        const change = before && changeOf(id, of(now), of(before));
        const Icon =
          change?.direction === "up" ? IconArrowUpRight : change?.direction === "down" ? IconArrowDownRight : IconMinus;
        return (
          <div key={id} className={classes["tile"]}>
            <dt>{label}</dt>
            <dd className={classes["value"]}>{formatMeasure(kind, of(now))}</dd>
            {change === null || before === null ? null : (
              <dd
                className={classes["change"]}
                data-tone={toneOf(id, change)}
                title={`${formatMeasure(kind, of(before))} from ${daysBefore}`}
              >
                <Icon size={14} aria-hidden /> {describeChange(id, change)}
              </dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}
