import { Anchor } from "@mantine/core";
import { IconArrowDownLeft, IconArrowUpRight, IconMessages } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type Message, messageRoutes } from "@trunkline/contract/message.ts";
import { useMemo } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatDollars, formatPhone } from "../../ui/formatFigure.ts";
import { PathLink } from "../../ui/PathLink.tsx";
import { StatusBadge, type Tone } from "../../ui/StatusBadge.tsx";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";

const refreshMs = 5000;
const tones: Record<Message["status"], Tone> = {
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

const columns: Column<Message>[] = [
  {
    id: "direction",
    header: "Direction",
    cell: (row) => (
      <>
        {row.direction === "in" ? (
          <IconArrowDownLeft size={14} aria-hidden />
        ) : (
          <IconArrowUpRight size={14} aria-hidden />
        )}
        {row.direction === "in" ? "In" : "Out"}
      </>
    ),
    value: (row) => row.direction,
    width: 90,
    always: true,
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
      <StatusBadge tone={tones[row.status]} why={row.reasonText ?? row.reason}>
        {row.status}
      </StatusBadge>
    ),
    value: (row) => row.status,
    width: 120,
  },
  {
    id: "number",
    header: "Number",
    cell: (row) => <span className="figures">{formatPhone(row.direction === "in" ? row.to : row.from)}</span>,
    value: (row) => (row.direction === "in" ? row.to : row.from),
    width: 150,
  },
  {
    id: "segments",
    header: "Segments",
    cell: (row) => `${row.segments} ${row.encoding}`,
    value: (row) => row.segments,
    right: true,
    width: 110,
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
    id: "journey",
    header: "Journey",
    cell: (row) =>
      row.journeyId ? (
        <Anchor component={PathLink} to={paths.journey(row.journeyId)} inherit>
          {row.nodeId === null ? "Journey" : `Node ${row.nodeId}`}
        </Anchor>
      ) : (
        "---"
      ),
    value: (row) => row.journeyId,
    width: 90,
  },
  {
    id: "created",
    header: "Time (UTC)",
    cell: (row) => <Time at={row.created} />,
    value: (row) => row.created,
    width: 170,
  },
];

/** Texts to and from the contact. */
export function Texts({ contactId }: { contactId: string }) {
  const pages = useInfiniteQuery({
    ...pagesOf(messageRoutes.list, { query: { contactId } }),
    refetchInterval: refreshMs,
  });
  const rows = useMemo(() => rowsOf(pages.data), [pages.data]);
  const sorting = useSort({ by: "created", descending: true });
  return (
    <Table
      name="Texts"
      columns={columns}
      rows={{ ...pages, data: rows }}
      rowId={(row) => row.messageId}
      rowName={(row) => row.text}
      {...sorting}
      errorTitle="Error loading texts"
      maxHeight={520}
      hasMore={pages.hasNextPage}
      onEndReached={() => (pages.isFetchingNextPage ? undefined : void pages.fetchNextPage())}
      empty={
        <EmptyState icon={IconMessages} title="No texts yet">
          Texts to and from this contact are listed here.
        </EmptyState>
      }
    />
  );
}
