import { Anchor, Group, Text, Title } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type AgentHold, type AgentQueue, agentQueueRoutes, agentRoutes } from "@trunkline/contract/agentqueue.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/EmptyState.tsx";
import { formatPhone, plural } from "../../ui/formatFigure.ts";
import { PathLink } from "../../ui/PathLink.tsx";
import { ReasonButton } from "../../ui/ReasonButton.tsx";
import { SearchBox } from "../../ui/SearchBox.tsx";
import { useSort } from "../../ui/sort.ts";
import { type Column, Table } from "../../ui/Table.tsx";
import { Time } from "../../ui/Time.tsx";
import { toastError, toastSuccess } from "../../ui/toast.tsx";

/** What a contact is called here. */
export const holdName = ({ name, phone }: AgentHold): string => name ?? (phone === null ? "---" : formatPhone(phone));

/** Who waits in a queue, the longest first; an agent takes the next one, or somebody in particular. */
export function WaitingContacts({ queue, refreshMs }: { queue: AgentQueue; refreshMs: number }) {
  const { queueId, name } = queue;
  const waiting = useQuery({
    ...listOf(agentQueueRoutes.waiting, { params: { queueId } }),
    refetchInterval: refreshMs,
  });
  const agent = useQuery(oneOf(agentRoutes.find));
  const [search, setSearch] = useState("");
  const sorting = useSort({ by: "since", descending: false });
  const take = useTake(queueId);
  const may = useMay()("inbox-use");
  const reason = !may
    ? notAllowed
    : agent.data?.status === "away"
      ? "You are away: say that you take contacts first."
      : undefined;
  const found = waiting.data?.filter((row) =>
    `${row.name} ${row.phone} ${row.campaignName}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const columns: Column<AgentHold>[] = [
    {
      id: "contact",
      header: "Contact",
      cell: (row) => (
        <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit fw={500}>
          {holdName(row)}
        </Anchor>
      ),
      value: holdName,
      width: 140,
      always: true,
    },
    {
      id: "phone",
      header: "Phone",
      cell: (row) => <span className="figures">{row.phone ? formatPhone(row.phone) : "---"}</span>,
      value: (row) => row.phone,
      width: 160,
    },
    {
      id: "workflow",
      header: "Workflow",
      cell: (row) => row.campaignName,
      value: (row) => row.campaignName,
      width: 130,
    },
    {
      id: "since",
      header: "Waits since (UTC)",
      cell: (row) => <Time at={row.since} />,
      value: (row) => row.since,
      width: 170,
    },
    {
      id: "until",
      header: "Until (UTC)",
      cell: (row) => <Time at={row.until} />,
      value: (row) => row.until,
      width: 170,
    },
    {
      id: "take",
      header: "Take",
      cell: (row) => (
        <ReasonButton
          size="compact-xs"
          variant="default"
          reason={reason}
          aria-label={`Take ${holdName(row)}`}
          onClick={() => take.mutate(row.holdId)}
        >
          Take
        </ReasonButton>
      ),
      width: 90,
      always: true,
    },
  ];
  return (
    <div>
      <Group justify="space-between" mb={8}>
        <Title order={2} fz={16}>
          Waiting in {name}
        </Title>
        <ReasonButton
          leftSection={<IconUserCheck size={16} />}
          loading={take.isPending}
          reason={reason ?? (waiting.data?.length === 0 ? "Nobody waits in this queue." : undefined)}
          onClick={() => take.mutate(undefined)}
        >
          Take next
        </ReasonButton>
      </Group>
      <Table
        name={`Waiting in ${name}`}
        columns={columns}
        rows={{ ...waiting, data: found }}
        rowId={(row) => row.holdId}
        rowName={holdName}
        {...sorting}
        maxHeight={420}
        filters={<SearchBox label="Search waiting contacts" value={search} onSearch={setSearch} />}
        clearFilters={search ? () => setSearch("") : undefined}
        errorTitle="Error loading waiting contacts"
        {...(found ? { count: plural(found.length, "contact") } : {})}
        empty={
          <EmptyState icon={IconUserCheck} title="Nobody waits">
            Contacts show up here when they reach an Agent Queue node with this name.
          </EmptyState>
        }
      />
      {queue.open ? null : (
        <Text size="sm" c="dimmed" mt={8}>
          The queue is closed: whoever comes goes on at once.
        </Text>
      )}
    </div>
  );
}

function useTake(queueId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (holdId: string | undefined) =>
      callOne(agentRoutes.take, { body: { queueId, ...(holdId !== undefined && { holdId }) } }),
    onSuccess: (hold) => toastSuccess("Contact taken", holdName(hold)),
    onError: (problem) => toastError("The contact could not be taken", problem),
    onSettled: () => refresh("/v4/agent"),
  });
}
