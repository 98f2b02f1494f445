import { Text, Tooltip } from "@mantine/core";
import { formatLocal, formatUtc } from "./formatTime.ts";

/** An instant in UTC, with the reader's own time on hover; '---' for none. */
export function Time({ at, dimmed = false }: { at: string | null | undefined; dimmed?: boolean }) {
  if (!at) return <span data-none>---</span>;
  return (
    <Tooltip label={`${formatLocal(at)} (your time)`}>
      <Text
        component="time"
        dateTime={at}
        inherit
        span
        c={dimmed ? "dimmed" : undefined}
        style={{ whiteSpace: "nowrap" }}
      >
        {formatUtc(at)}
      </Text>
    </Tooltip>
  );
}
