import { Anchor } from "@mantine/core";
import type { Message } from "@trunkline/contract/messages/message.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import type { Column } from "../ui/table/column.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../ui/text/StatusBadge.tsx";
import { Time } from "../ui/text/Time.tsx";
import { describeRoute } from "./describeRoute.ts";
import { Direction } from "./historyCells.tsx";
import { NodeName } from "./NodeName.tsx";
import { RouteButton } from "./RouteButton.tsx";

/** Badge colors of message statuses. */
export const messageTones: Record<Message["status"], Tone> = {
  queued: "going",
  submitted: "going",
  delivered: "done",
  read: "done",
  undelivered: "failed",
  expired: "failed",
  rejected: "failed",
  blocked: "off",
  cancelled: "off",
  unknown: "waits",
};

/** The API has no status for inbound messages (readings, Data). */
const statusOf = ({ direction, status }: Message): string => (direction === "in" ? "received" : status);

/** Columns of the messages table. */
export const messageColumns: Column<Message>[] = [
  {
    id: "direction",
    header: "Direction",
    cell: ({ direction }) => <Direction of={direction} />,
    value: (row) => row.direction,
    width: 86,
    always: true,
  },
  {
    id: "created",
    header: "Time",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 168,
  },
  {
    id: "text",
    header: "Text",
    cell: (row) => <span title={row.text}>{row.text || "---"}</span>,
    value: (row) => row.text,
    width: 260,
  },
  {
    id: "status",
    header: "Status",
    cell: (row) => (
      <StatusBadge tone={messageTones[row.status]} why={row.reasonText ?? row.reason}>
        {statusOf(row)}
      </StatusBadge>
    ),
    value: statusOf,
    width: 120,
  },
  {
    id: "number",
    header: "Number",
    cell: (row) => <span className="figures">{formatPhone(row.direction === "in" ? row.to : row.from)}</span>,
    value: (row) => (row.direction === "in" ? row.to : row.from),
    width: 150,
    spare: true,
  },
  {
    id: "clicked",
    header: "Clicked",
    cell: (row) => (row.links.length === 0 ? "---" : row.clicked === null ? "Not yet" : <Time at={row.clicked} />),
    value: (row) => row.clicked,
    width: 168,
    spare: true,
  },
  {
    id: "segments",
    header: "Segments",
    cell: (row) => `${row.segments} ${row.encoding}`,
    value: (row) => row.segments,
    right: true,
    width: 100,
    spare: true,
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
  {
    id: "route",
    header: "Routed to",
    cell: ({ route }) => (route === null ? "---" : <RouteButton route={route} />),
    value: ({ route }) => route && describeRoute(route),
    width: 150,
    spare: true,
  },
  {
    id: "journey",
    header: "Journey",
    cell: (row) =>
      row.journeyId ? (
        <Anchor component={PathLink} to={paths.journey(row.journeyId)} inherit>
          {row.nodeId === null ? (
            "Journey"
          ) : (
            <NodeName campaignId={row.campaignName === null ? null : row.campaignId} node={row.nodeId} />
          )}
        </Anchor>
      ) : (
        "---"
      ),
    value: (row) => row.journeyId,
    width: 90,
    spare: true,
  },
];
