import { Modal } from "@mantine/core";
import { IconEye, IconHistory, IconRoute } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type Delivery, deliveryRoutes, webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { useState } from "react";
import { listOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Choice } from "../../ui/form/Choice.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { Table } from "../../ui/table/Table.tsx";
import { formatCount } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { DeliveryDetail, DeliveryStatus } from "./DeliveryDetail.tsx";
import { useSection } from "./useSection.ts";

const refreshMs = 5_000;

const columns: Column<Delivery>[] = [
  {
    id: "at",
    header: "Time",
    cell: (row) => <Time at={row.at} />,
    value: (row) => row.at,
    width: 170,
    always: true,
  },
  {
    id: "webhook",
    header: "Webhook",
    cell: (row) => `${row.webhookName ?? "---"}${row.test ? " (test)" : ""}`,
    value: (row) => row.webhookName,
    width: 170,
  },
  {
    id: "event",
    header: "Event Type",
    cell: (row) => row.eventType || "---",
    value: (row) => row.eventType,
    width: 210,
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: (row) => <DeliveryStatus ok={row.ok} />,
    value: (row) => row.ok,
    width: 120,
  },
  {
    id: "status",
    header: "Response",
    cell: (row) => row.status ?? "---",
    value: (row) => row.status,
    right: true,
    width: 90,
  },
  {
    id: "elapsed",
    header: "Duration",
    cell: (row) => `${formatCount(row.elapsedMs)} ms`,
    value: (row) => row.elapsedMs,
    right: true,
    width: 100,
  },
  { id: "attempt", header: "Attempt", cell: (row) => row.attempt, value: (row) => row.attempt, right: true, width: 70 },
  {
    id: "reason",
    header: "Reason",
    cell: (row) => <span title={row.reason ?? undefined}>{row.reason ?? "---"}</span>,
    value: (row) => row.reason,
    width: 320,
  },
  {
    id: "id",
    header: "Message id",
    cell: (row) => row.messageId,
    value: (row) => row.messageId,
    width: 300,
    hidden: true,
  },
];

/** The journey whose node made the request. */
const journeyOf = ({ journeyId }: Delivery, go: (path: string) => void): RowAction[] =>
  journeyId === null ? [] : [{ label: "Open journey", icon: IconRoute, run: () => go(paths.journey(journeyId)) }];

/** The delivery log of webhooks. */
export function DeliveriesPage() {
  const section = useSection();
  const go = useGo();
  const [address, change] = useAddress();
  const [open, setOpen] = useState<Delivery | null>(null);
  const webhooks = useQuery(listOf(webhookRoutes.list));
  const outcome = address["outcome"] === "ok" || address["outcome"] === "failed" ? address["outcome"] : undefined;
  const webhookId = address["webhook"];
  const deliveries = useInfiniteQuery({
    ...pagesOf(deliveryRoutes.list, {
      query: { limit: 100, ...(webhookId && { webhookId }), ...(outcome && { outcome }) },
    }),
    refetchInterval: refreshMs,
  });
  const isFiltered = outcome !== undefined || webhookId !== undefined;
  return (
    <Page
      title="Delivery log"
      purpose="Requests sent by webhooks, with responses and durations."
      crumbs={[{ label: `${section.word}s`, to: section.list }]}
      shape="table"
    >
      <Table
        name="Deliveries"
        columns={columns}
        rows={{ ...deliveries, data: rowsOf(deliveries.data) }}
        rowId={(row) => row.deliveryId}
        rowName={(row) => `${row.webhookName ?? row.eventType} at ${row.at}`}
        sort={{ by: "at", descending: true }}
        onSort={() => undefined}
        sortedByServer
        filters={
          <>
            <Choice
              label="Webhook"
              none="All webhooks"
              width={200}
              data={(webhooks.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
              value={webhookId}
              onChange={(value) => change({ webhook: value })}
            />
            <Choice
              label="Outcome"
              none="Any outcome"
              width={140}
              data={[
                { value: "ok", label: "Succeeded" },
                { value: "failed", label: "Failed" },
              ]}
              value={outcome}
              onChange={(value) => change({ outcome: value })}
            />
          </>
        }
        clearFilters={isFiltered ? () => change({ webhook: undefined, outcome: undefined }) : undefined}
        rowActions={(row) => [{ label: "Show", icon: IconEye, run: () => setOpen(row) }, ...journeyOf(row, go)]}
        errorTitle="There was an error getting the delivery log"
        hasMore={deliveries.hasNextPage}
        onEndReached={() => void deliveries.fetchNextPage()}
        empty={
          <EmptyState icon={IconHistory} title="Nothing sent yet">
            Every webhook attempt appears here with its request and response, including tests.
          </EmptyState>
        }
      />
      <Modal opened={open !== null} onClose={() => setOpen(null)} title="Delivery" size="xl">
        {open ? <DeliveryDetail delivery={open} /> : null}
      </Modal>
    </Page>
  );
}
