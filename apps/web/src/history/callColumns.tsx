import { Anchor } from "@mantine/core";
import type { Call } from "@trunkline/contract/calls/call.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import type { Column } from "../ui/table/column.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { formatLength, formatTime } from "../ui/text/formatTime.ts";
import { Time } from "../ui/text/Time.tsx";
import { CallStatus } from "./CallStatus.tsx";
import { Direction, partyColumns, theirNumber, unsorted } from "./historyCells.tsx";

/** Person or machine for an outbound call; the user or number that answered an inbound call. */
export const whoAnswered = ({ direction, answeredBy, answeredByName }: Call): string | null =>
  direction === "out" || answeredByName === null ? answeredBy : formatPhone(answeredByName);

const enders: Record<NonNullable<Call["endedBy"]>, string> = {
  caller: "Caller",
  agent: "Agent",
  transfer: "Transfer",
};

/** Who ended the talk with a user, or the wait for one. */
export const describeEnder = ({ endedBy }: Call): string => (endedBy === null ? "---" : enders[endedBy]);

const fetches: Record<NonNullable<Call["recordingFetch"]>, string> = { fetching: "Being fetched", failed: "Failed" };

/** Whether there is a recording, in a word. */
function describeRecording({ recordingUrl, recordingIsSilent, recordingFetch }: Call): string {
  if (recordingUrl !== null) return recordingIsSilent ? "Silent" : "Yes";
  return recordingFetch === null ? "---" : fetches[recordingFetch];
}

/** Columns of the calls table. */
export const callColumns: Column<Call>[] = unsorted<Call>([
  {
    id: "direction",
    header: "Direction",
    cell: ({ direction }) => <Direction of={direction} />,
    value: (row) => row.direction,
    width: 84,
  },
  {
    id: "created",
    header: "Time",
    cell: (row) => (
      <Anchor
        component={PathLink}
        to={paths.call(row.callId)}
        inherit
        fw={500}
        aria-label={`${formatTime(row.created)}, call with ${formatPhone(theirNumber(row))}`}
      >
        <Time at={row.created} />
      </Anchor>
    ),
    value: (row) => row.created,
    width: 168,
    always: true,
  },
  ...partyColumns<Call>(),
  { id: "status", header: "Status", cell: (row) => <CallStatus call={row} />, value: (row) => row.status, width: 126 },
  {
    id: "answeredBy",
    header: "Answered by",
    cell: (row) => whoAnswered(row) ?? "---",
    value: whoAnswered,
    width: 124,
  },
  {
    id: "length",
    header: "Length",
    cell: (row) => formatLength(row.durationSeconds),
    value: (row) => row.durationSeconds,
    right: true,
    width: 88,
  },
  {
    id: "queue",
    header: "Queue",
    cell: (row) => row.queue ?? "---",
    value: (row) => row.queue,
    width: 98,
    spare: true,
  },
  {
    id: "wait",
    header: "Wait",
    cell: (row) => formatLength(row.waitSeconds === null ? null : Math.round(row.waitSeconds)),
    value: (row) => row.waitSeconds,
    right: true,
    width: 80,
    spare: true,
  },
  {
    id: "disposition",
    header: "Disposition",
    cell: (row) => row.disposition ?? "---",
    value: (row) => row.disposition,
    width: 130,
    spare: true,
  },
  {
    id: "keys",
    header: "Keys",
    cell: (row) => row.digits || "---",
    value: (row) => row.digits,
    width: 80,
    spare: true,
  },
  {
    id: "recording",
    header: "Recording",
    cell: (row) => describeRecording(row),
    value: (row) => row.recordingUrl,
    width: 104,
    spare: true,
  },
  {
    id: "endedBy",
    header: "Ended by",
    cell: (row) => describeEnder(row),
    value: (row) => row.endedBy,
    width: 100,
    hidden: true,
  },
  {
    id: "missedPhones",
    header: "Missed rings",
    cell: (row) => (row.missedPhones === 0 ? "---" : String(row.missedPhones)),
    value: (row) => row.missedPhones,
    right: true,
    width: 110,
    hidden: true,
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
