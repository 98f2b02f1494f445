import { Anchor, Button, Group } from "@mantine/core";
import { IconCopy, IconPlus, IconTrash, IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { noEventType, type Webhook, webhookRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { useState } from "react";
import { call } from "../../api/call.ts";
import { notAllowed } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { later, overThePage } from "../../ui/page/lazyPart.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { refusalOf, toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { usePreload } from "../../ui/page/usePreload.ts";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import type { Section } from "./useSection.ts";

const loadCloneWebhook = () => import("./CloneWebhook.tsx");
const CloneWebhook = later(async () => (await loadCloneWebhook()).CloneWebhook, { frame: overThePage });
const soon = [loadCloneWebhook];

const columnsOf = (section: Section): Column<Webhook>[] => [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={section.edit(row.id)} inherit fw={500}>
        {row.name}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 200,
    always: true,
  },
  {
    id: "connection",
    header: "Connection",
    cell: (row) =>
      row.callbackServerConfigId ? (
        <Anchor component={PathLink} to={section.editConnection(row.callbackServerConfigId)} inherit c="inherit">
          {row.connectionName ?? "---"}
        </Anchor>
      ) : (
        "---"
      ),
    value: (row) => row.connectionName,
    width: 170,
  },
  {
    id: "recent",
    header: "Last request",
    cell: ({ id, recent }) => (recent === null ? "---" : <Recent id={id} recent={recent} section={section} />),
    value: ({ recent }) => recent?.lastAt ?? null,
    width: 190,
    spare: true,
  },
  { id: "method", header: "HTTP Method", cell: (row) => row.httpMethod, value: (row) => row.httpMethod, width: 120 },
  {
    id: "eventType",
    header: "Event Type",
    cell: (row) => row.eventType || "---",
    value: (row) => row.eventType,
    width: 230,
  },
  {
    id: "url",
    header: "URL",
    cell: (row) => <span title={row.url}>{row.url || "---"}</span>,
    value: (row) => row.url,
    width: 320,
  },
];

interface RecentProps {
  id: string;
  recent: NonNullable<Webhook["recent"]>;
  section: Section;
}

/** How the requests of the last days went, with a link to their log. */
const Recent = ({ id, recent: { requests, failed, lastAt, lastOk }, section }: RecentProps) => (
  <Group gap={8} wrap="nowrap" miw={0}>
    <StatusBadge
      tone={lastOk ? "done" : "failed"}
      why={failed === 0 ? null : `${failed} of the last ${plural(requests, "request")} failed`}
    >
      {lastOk ? "Succeeded" : "Failed"}
    </StatusBadge>
    <Anchor component={PathLink} to={section.deliveries} search={{ webhook: id }} inherit c="inherit">
      <Time at={lastAt} ago />
    </Anchor>
  </Group>
);

/** The tab Webhooks (spec 2 §2.3). */
export function WebhooksTable({ section, mayEdit }: { section: Section; mayEdit: boolean }) {
  usePreload(soon);
  const webhooks = useQuery(listOf(webhookRoutes.list));
  const sorting = useSort({ by: "name", descending: false });
  const [cloning, setCloning] = useState<Webhook | null>(null);
  const remove = useDeleteWebhook(section);
  const { search, searchBar } = useListSearch({
    label: `Search ${section.word.toLowerCase()}s`,
    placeholder: "Search name, event or URL",
  });
  const found = webhooks.data?.filter((row) =>
    `${row.name} ${row.connectionName ?? ""} ${row.eventType} ${row.url}`.toLowerCase().includes(search.toLowerCase()),
  );
  const disabled = mayEdit ? undefined : notAllowed;
  return (
    <>
      <Table
        name="Webhooks"
        columns={columnsOf(section)}
        rows={{ ...webhooks, data: found }}
        rowId={(row) => row.id}
        rowName={(row) => row.name}
        {...sorting}
        {...searchBar}
        errorTitle="There was an error getting callbacks"
        {...(found ? { count: plural(found.length, section.word.toLowerCase()) } : {})}
        rowActions={(row) => [
          { label: "Clone", icon: IconCopy, run: () => setCloning(row), disabled },
          { label: "Delete", icon: IconTrash, destructive: true, run: () => void remove(row), disabled },
        ]}
        empty={
          <EmptyState
            icon={IconWebhook}
            title={`No ${section.word.toLowerCase()}s yet`}
            action={
              mayEdit ? (
                <Button component={PathLink} to={section.create} leftSection={<IconPlus size={16} />}>
                  {section.word}
                </Button>
              ) : null
            }
          >
            A webhook notifies another system when a contact reaches its node in a workflow, or when an event such as an
            inbound text occurs.
          </EmptyState>
        }
      />
      {cloning && <CloneWebhook section={section} source={cloning} close={() => setCloning(null)} />}
    </>
  );
}

/** Deletes a webhook after a confirmation that names its workflows (spec 2 §5.4, §8). */
function useDeleteWebhook(section: Section): (webhook: Webhook) => Promise<void> {
  const refresh = useRefresh();
  return async ({ id, name, eventType, usedBy }) => {
    const isSure = await confirm({
      title: `Delete "${name}"?`,
      consequence:
        usedBy.length === 0
          ? "No workflow uses it. This cannot be undone."
          : `It is in use. Contacts of ${usedBy.map((use) => use.campaignName).join(", ")} will fail at it. This cannot be undone.`,
      confirm: `Delete ${section.word.toLowerCase()}`,
    });
    if (!isSure) return;
    try {
      await call(webhookRoutes.remove, { params: { id, eventType: eventType || noEventType } });
      if (section.isCallbacks) toastSuccess("Callback deleted", "Callback deleted successfully.");
      else toastSuccess("Successfully deleted webhook", name);
    } catch (problem) {
      const refusal = refusalOf(problem);
      if (!section.isCallbacks) toastError("Error deleting webhook.", problem);
      else if (refusal === undefined) toastError("There was an error deleting this callback", problem);
      else toastError("There was an error deleting callback.", refusal);
    }
    await refresh(webhookRoutes.list.path);
  };
}
