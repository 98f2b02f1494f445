import { Text } from "@mantine/core";
import { Tooltip } from "../tip/Tooltip.tsx";
import { formatAgo, formatClock, formatTime, formatUtc, formatZonedTime } from "./formatTime.ts";

interface Props {
  at: string | null | undefined;
  /** Shows UTC where the specification says so; the reader's time is then in the tooltip. */
  utc?: boolean;
  /** Shows the time of day with seconds, without the date. */
  clock?: boolean;
  /** Shows how long ago it was; the time itself is then in the tooltip. */
  ago?: boolean;
  dimmed?: boolean;
}

/** A time in the reader's time zone, with UTC in a tooltip (look, Times); '---' without one. */
export function Time({ at, utc = false, clock = false, ago = false, dimmed = false }: Props) {
  if (!at) return <span data-none>---</span>;
  const text = ago ? formatAgo(at, Date.now()) : utc ? formatUtc(at) : clock ? formatClock(at) : formatTime(at);
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
