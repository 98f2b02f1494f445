import { Anchor } from "@mantine/core";
import type { Call } from "@trunkline/contract/call.ts";
import { paths } from "../paths.ts";
import { formatDollars, formatPhone } from "../ui/formatFigure.ts";
import { formatLength, formatUtc } from "../ui/formatTime.ts";
import { PathLink } from "../ui/PathLink.tsx";
import type { Column } from "../ui/Table.tsx";
import { Time } from "../ui/Time.tsx";
import { CallStatus } from "./CallStatus.tsx";
import { Direction, partyColumns, theirNumber, unsorted } from "./historyCells.tsx";

/** The columns of calls. */
export const callColumns: Column<Call>[] = unsorted<Call>([
  {
    id: "direction",
    header: "Direction",
    cell: ({ direction }) => <Direction of={direction} />,
    value: (row) => row.direction,
    width: 90,
  },
  {
    id: "created",
    header: "Time (UTC)",
    cell: (row) => (
      <Anchor
        component={PathLink}
        to={paths.call(row.callId)}
        inherit
        fw={500}
        aria-label={`${formatUtc(row.created)}, call with ${formatPhone(theirNumber(row))}`}
      >
        <Time at={row.created} />
      </Anchor>
    ),
    value: (row) => row.created,
    width: 170,
    always: true,
  },
  ...partyColumns<Call>(),
  { id: "status", header: "Status", cell: (row) => <CallStatus call={row} />, value: (row) => row.status, width: 130 },
  {
    id: "answeredBy",
    header: "Answered by",
    // a call in is taken by the product itself
    cell: (row) => (row.direction === "out" ? row.answeredBy : null) ?? "---",
    value: (row) => (row.direction === "out" ? row.answeredBy : null),
    width: 110,
  },
  {
    id: "length",
    header: "Length",
    cell: (row) => formatLength(row.durationSeconds),
    value: (row) => row.durationSeconds,
    right: true,
    width: 90,
  },
  { id: "keys", header: "Keys", cell: (row) => row.digits || "---", value: (row) => row.digits, width: 80 },
  {
    id: "recording",
    header: "Recording",
    cell: (row) => (row.recordingUrl === null ? "---" : row.recordingIsSilent ? "Silent" : "Yes"),
    value: (row) => row.recordingUrl,
    width: 90,
  },
  {
    id: "number",
    header: "Number",
    cell: (row) => <span className="figures">{formatPhone(row.direction === "in" ? row.to : row.from)}</span>,
    value: (row) => (row.direction === "in" ? row.to : row.from),
    width: 150,
    hidden: true,
  },
  {
    id: "cost",
    header: "Cost",
    cell: (row) => formatDollars(row.cost),
    value: (row) => row.cost,
    right: true,
    width: 80,
    hidden: true,
  },
]);
