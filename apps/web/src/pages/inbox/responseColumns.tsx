import { Anchor } from "@mantine/core";
import type { InboxFigure, InboxLine } from "@trunkline/contract/inbox/inboxReport.ts";
import type { Column } from "../../ui/table/column.ts";
import { formatCount } from "../../ui/text/formatFigure.ts";
import { formatDuration } from "../../ui/text/formatTime.ts";
import { Time } from "../../ui/text/Time.tsx";

/** The line of conversations that belong to no work group or user. */
export const noneOf = "none";

/** The name of a line. */
export const lineName = ({ id, name }: InboxLine): string => name ?? (id === null ? "None" : "Removed");

const time = (id: "replyMedian" | "replyMost" | "closeMedian" | "closeMost", header: string): Column<InboxLine> => ({
  id,
  header,
  cell: (line) => (line[id] === null ? "---" : formatDuration(line[id])),
  value: (line) => line[id],
  right: true,
  width: 126,
});

/** Columns of the response times. Each count opens its conversations. */
export function responseColumns(open: (line: InboxLine, figure: InboxFigure) => void): Column<InboxLine>[] {
  const count = (figure: InboxFigure, header: string): Column<InboxLine> => ({
    id: figure,
    header,
    cell: (line) =>
      line[figure] === 0 ? (
        "0"
      ) : (
        <Anchor
          component="button"
          type="button"
          inherit
          aria-label={`${header} of ${lineName(line)}: ${formatCount(line[figure])}`}
          onClick={() => open(line, figure)}
        >
          {formatCount(line[figure])}
        </Anchor>
      ),
    value: (line) => line[figure],
    right: true,
    width: 84,
  });
  return [
    {
      id: "name",
      header: "Name",
      cell: (line) => <span style={{ fontWeight: 500 }}>{lineName(line)}</span>,
      value: lineName,
      width: 130,
      always: true,
    },
    count("answered", "Answered"),
    time("replyMedian", "First reply, median"),
    time("replyMost", "First reply, 90 %"),
    count("closed", "Closed"),
    time("closeMedian", "Close, median"),
    time("closeMost", "Close, 90 %"),
    count("open", "Open now"),
    {
      id: "waitingSince",
      header: "Longest wait since",
      cell: (line) => <Time at={line.waitingSince} />,
      value: (line) => line.waitingSince,
      width: 176,
    },
  ];
}
