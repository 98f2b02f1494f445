import { Anchor, Group, Text, Title } from "@mantine/core";
import { IconUserCheck } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import {
  type AgentQueue,
  type AgentWaiting,
  agentQueueRoutes,
  agentRoutes,
} from "@trunkline/contract/agents/agentqueue.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { type Column, Table } from "../../ui/table/Table.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

/** What somebody who waits is called here. */
export const entryName = ({ name, phone }: Pick<AgentWaiting, "name" | "phone">): string =>
  name ?? (phone === null ? "---" : formatPhone(phone));

/** What names somebody who waits. */
const idOf = ({ holdId, callId }: AgentWaiting): string => holdId ?? callId ?? "";
const fromWhere = ({ kind, campaignName }: AgentWaiting): string =>
  ({ contact: campaignName, queue: "Caller", workGroup: "Caller for the work group" })[kind];

/** Who waits in a queue, contacts and callers, the longest first; an agent takes the next one, or somebody in particular. */
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
    `${row.name} ${row.phone} ${fromWhere(row)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const columns: Column<AgentWaiting>[] = [
    {
      id: "contact",
      header: "Contact",
      cell: (row) =>
        row.contactId === null ? (
          entryName(row)
        ) : (
          <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit fw={500}>
            {entryName(row)}
          </Anchor>
        ),
      value: entryName,
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
      id: "from",
      header: "From",
      cell: fromWhere,
      value: fromWhere,
      width: 130,
    },
    {
      id: "since",
      header: "Waits since",
      cell: (row) => <Time at={row.since} />,
      value: (row) => row.since,
      width: 170,
    },
    {
      id: "until",
      header: "Until",
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
          reason={reason ?? (row.mayTake ? undefined : "Callers of a work group are for its members.")}
          aria-label={`Take ${entryName(row)}`}
          onClick={() => take.mutate(row)}
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
          reason={
            reason ??
            (waiting.data?.length === 0
              ? "Nobody waits in this queue."
              : waiting.data?.every(({ mayTake }) => !mayTake)
                ? "Callers of a work group are for its members."
                : undefined)
          }
          onClick={() => take.mutate(undefined)}
        >
          Take next
        </ReasonButton>
      </Group>
      <Table
        name={`Waiting in ${name}`}
        columns={columns}
        rows={{ ...waiting, data: found }}
        rowId={idOf}
        rowName={entryName}
        {...sorting}
        maxHeight={420}
        filters={<SearchBox label="Search who waits" value={search} onSearch={setSearch} />}
        clearFilters={search ? () => setSearch("") : undefined}
        errorTitle="Error loading who waits"
        {...(found ? { count: plural(found.length, "person", "people") } : {})}
        empty={
          <EmptyState icon={IconUserCheck} title="Nobody waits">
            Contacts show up here when they reach an Agent Queue node with this name, callers when a call script or a
            work group of this name lets them wait.
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
    mutationFn: (one: AgentWaiting | undefined) =>
      callOne(agentRoutes.take, {
        body: { queueId, ...(one?.holdId && { holdId: one.holdId }), ...(one?.callId && { callId: one.callId }) },
      }),
    onSuccess: (one) =>
      one.callId === null
        ? toastSuccess("Contact taken", entryName(one))
        : toastSuccess("Caller taken", `${entryName(one)}: you talk on your phone, above.`),
    onError: (problem, one) =>
      toastError(
        one === undefined ? "Nobody was taken" : `The ${one.callId ? "caller" : "contact"} could not be taken`,
        problem,
      ),
    onSettled: () => refresh("/v4/agent"),
  });
}
