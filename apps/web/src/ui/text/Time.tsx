import { Text } from "@mantine/core";
import { Tooltip } from "../tip/Tooltip.tsx";
import { formatAgo, formatClock, formatHour, formatTime, formatUtc, formatZonedTime } from "./formatTime.ts";

interface Props {
  at: string | null | undefined;
  /** Shows UTC where the specification says so; the reader's time is then in the tooltip. */
  utc?: boolean;
  /** Shows the time of day with seconds, without the date. */
  clock?: boolean;
  /** Shows the time of day without the date. */
  hour?: boolean;
  /** Shows how long ago it was; the time itself is then in the tooltip. */
  ago?: boolean;
  dimmed?: boolean;
}

/** A time in the reader's time zone, with UTC in a tooltip (look, Times); '---' without one. */
export function Time({ at, utc = false, clock = false, hour = false, ago = false, dimmed = false }: Props) {
  if (!at) return <span data-none>---</span>;
  const format = utc ? formatUtc : clock ? formatClock : hour ? formatHour : formatTime;
  const text = ago ? formatAgo(at, Date.now()) : format(at);
  const label = ago ? formatZonedTime(at) : utc ? `${formatZonedTime(at)} (your time)` : formatZonedTime(at, "UTC");
  return (
    <Tooltip label={label}>
      <Text
        component="time"
        dateTime={at}
        inherit
        span
        c={dimmed ? "dimmed" : undefined}
        style={{ whiteSpace: "nowrap" }}
      >
        {text}
      </Text>
    </Tooltip>
  );
}
