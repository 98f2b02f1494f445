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
import type { Column } from "../../ui/table/column.ts";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

/** The display name of a waiting contact or caller. */
export const entryName = ({ name, phone }: Pick<AgentWaiting, "name" | "phone">): string =>
  name ?? (phone === null ? "---" : formatPhone(phone));

/** The row id: a queue entry for contacts, a call for callers. */
const idOf = ({ holdId, callId }: AgentWaiting): string => holdId ?? callId ?? "";
const originOf = ({ kind, campaignName }: AgentWaiting): string =>
  ({ contact: campaignName, queue: "Caller", workGroup: "Caller to work group" })[kind];

const membersOnly = "Only members of the work group can answer its callers.";

/** `reason` says why the agent cannot answer any of them. */
const columnsOf = (reason: string | undefined, onAnswer: (row: AgentWaiting) => void): Column<AgentWaiting>[] => [
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
    cell: originOf,
    value: originOf,
    width: 130,
  },
  {
    id: "since",
    header: "Waiting since",
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
    id: "answer",
    header: "Answer",
    cell: (row) => (
      <ReasonButton
        size="compact-xs"
        variant="default"
        reason={reason ?? (row.mayTake ? undefined : membersOnly)}
        aria-label={`Answer ${entryName(row)}`}
        onClick={() => onAnswer(row)}
      >
        Answer
      </ReasonButton>
    ),
    width: 90,
    always: true,
  },
];

/** Contacts and callers waiting in a queue, oldest first. An agent answers the next one or chooses one. */
export function WaitingContacts({ queue, refreshMs }: { queue: AgentQueue; refreshMs: number }) {
  const { queueId, name } = queue;
  const waiting = useQuery({
    ...listOf(agentQueueRoutes.waiting, { params: { queueId } }),
    refetchInterval: refreshMs,
  });
  const agent = useQuery(oneOf(agentRoutes.find));
  const [search, setSearch] = useState("");
  const sorting = useSort({ by: "since", descending: false });
  const answer = useAnswer(queueId);
  const may = useMay()("inbox-use");
  const reason = !may
    ? notAllowed
    : agent.data?.status === "away"
      ? "You are away. Turn on Available first."
      : undefined;
  const found = waiting.data?.filter((row) =>
    `${row.name} ${row.phone} ${originOf(row)}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const columns = columnsOf(reason, answer.mutate);
  return (
    <div>
      <Group justify="space-between" mb={8}>
        <Title order={2} fz={16}>
          Waiting in {name}
        </Title>
        <ReasonButton
          leftSection={<IconUserCheck size={16} />}
          loading={answer.isPending}
          reason={
            reason ??
            (waiting.data?.length === 0
              ? "This queue is empty."
              : waiting.data?.every(({ mayTake }) => !mayTake)
                ? membersOnly
                : undefined)
          }
          onClick={() => answer.mutate(undefined)}
        >
          Answer next
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
        filters={<SearchBox label="Search waiting contacts" value={search} onSearch={setSearch} />}
        clearFilters={search ? () => setSearch("") : undefined}
        errorTitle="Error loading waiting contacts"
        {...(found ? { count: plural(found.length, "person", "people") } : {})}
        empty={
          <EmptyState icon={IconUserCheck} title="No one is waiting">
            Contacts appear here when they reach an Agent Queue node with this name. Callers appear here when a call
            script or work group puts them in this queue.
          </EmptyState>
        }
      />
      {queue.open ? null : (
        <Text size="sm" c="dimmed" mt={8}>
          This queue is closed. New contacts continue without waiting.
        </Text>
      )}
    </div>
  );
}

function useAnswer(queueId: string) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (one: AgentWaiting | undefined) =>
      callOne(agentRoutes.take, {
        body: { queueId, ...(one?.holdId && { holdId: one.holdId }), ...(one?.callId && { callId: one.callId }) },
      }),
    onSuccess: (one) =>
      one.callId === null
        ? toastSuccess("Contact answered", entryName(one))
        : toastSuccess("Call answered", `${entryName(one)} is on your phone, at the top of the page.`),
    onError: (problem, one) =>
      toastError(
        one === undefined ? "Error answering" : `Error answering the ${one.callId ? "caller" : "contact"}`,
        problem,
      ),
    onSettled: () => refresh("/v4/agent"),
  });
}
