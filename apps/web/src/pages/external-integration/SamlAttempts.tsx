import { Alert, Modal, Stack, Title } from "@mantine/core";
import { IconEye, IconLogin } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type SamlAttempt, samlRoutes } from "@trunkline/contract/identity/saml.ts";
import { useState } from "react";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { Choice } from "../../ui/form/Choice.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { Column } from "../../ui/table/column.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useSearchBox } from "../../ui/table/useListSearch.tsx";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { Details } from "./ServiceProviderDetails.tsx";

const refreshMs = 5_000;

const columns: Column<SamlAttempt>[] = [
  {
    id: "at",
    header: "Time",
    cell: (row) => <Time at={row.at} />,
    value: (row) => row.at,
    width: 165,
    always: true,
  },
  {
    id: "outcome",
    header: "Outcome",
    cell: ({ refused }) =>
      refused === null ? (
        <StatusBadge tone="done">Signed in</StatusBadge>
      ) : (
        <StatusBadge tone="failed">Refused</StatusBadge>
      ),
    value: ({ refused }) => refused ?? "signed in",
    width: 110,
  },
  { id: "email", header: "Email", cell: (row) => row.email ?? "---", value: (row) => row.email, width: 185 },
  {
    id: "words",
    header: "What happened",
    cell: (row) => <span title={row.words}>{row.words}</span>,
    value: (row) => row.words,
    width: 315,
    always: true,
  },
  {
    id: "from",
    header: "Started from",
    cell: ({ solicited }) => (solicited === null ? "---" : solicited ? "Trunkline" : "Identity provider"),
    value: ({ solicited }) => solicited,
    width: 130,
  },
  { id: "address", header: "IP address", cell: (row) => row.address ?? "---", value: (row) => row.address, width: 120 },
  {
    id: "issuer",
    header: "Issuer",
    cell: (row) => row.issuer ?? "---",
    value: (row) => row.issuer,
    width: 220,
    hidden: true,
  },
  {
    id: "agent",
    header: "Browser",
    cell: (row) => row.agent ?? "---",
    value: (row) => row.agent,
    width: 220,
    hidden: true,
  },
  {
    id: "id",
    header: "Attempt ID",
    cell: (row) => row.attemptId,
    value: (row) => row.attemptId,
    width: 300,
    hidden: true,
  },
];

/** Sign-in attempts with their outcomes and how to fix failures. */
export function SamlAttempts() {
  const [address, change] = useAddress();
  const { search, searchBox } = useSearchBox({
    label: "Search attempts",
    placeholder: "Search email, IP address or reason",
  });
  const outcome = address["outcome"] === "in" || address["outcome"] === "refused" ? address["outcome"] : undefined;
  const attemptId = address["attempt"];
  const attempts = useInfiniteQuery({
    ...pagesOf(samlRoutes.attempts, {
      query: { limit: 100, ...(search && { search }), ...(outcome && { outcome }), ...(attemptId && { attemptId }) },
    }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
  const [open, setOpen] = useState<SamlAttempt | null>(null);
  const isFiltered = search !== "" || outcome !== undefined || attemptId !== undefined;
  return (
    <Stack gap={12}>
      <Title order={2}>Sign-in attempts</Title>
      <Table
        name="SignOnAttempts"
        columns={columns}
        rows={{ ...attempts, data: rowsOf(attempts.data) }}
        rowId={(row) => row.attemptId}
        rowName={(row) => `attempt at ${row.at}`}
        sort={{ by: "at", descending: true }}
        onSort={() => undefined}
        sortedByServer
        filters={
          <>
            {searchBox}
            <Choice
              label="Outcome"
              none="Any outcome"
              width={140}
              data={[
                { value: "in", label: "Signed in" },
                { value: "refused", label: "Refused" },
              ]}
              value={outcome}
              onChange={(value) => change({ outcome: value })}
            />
          </>
        }
        clearFilters={isFiltered ? () => change({ q: undefined, outcome: undefined, attempt: undefined }) : undefined}
        rowActions={(row) => [{ label: "Show", icon: IconEye, run: () => setOpen(row) }]}
        errorTitle="Error loading sign-in attempts"
        hasMore={attempts.hasNextPage}
        onEndReached={() => (attempts.isFetchingNextPage ? undefined : void attempts.fetchNextPage())}
        maxHeight={420}
        empty={
          <EmptyState icon={IconLogin} title="No sign-in attempts yet">
            Single sign-on attempts appear here. Refused attempts show the reason.
          </EmptyState>
        }
      />
      <Modal opened={open !== null} onClose={() => setOpen(null)} title="Attempt" size="lg">
        {open ? <Shown attempt={open} /> : null}
      </Modal>
    </Stack>
  );
}

/** All details of one attempt. */
function Shown({ attempt }: { attempt: SamlAttempt }) {
  const { refused, words, email, issuer, fingerprint, address, agent, attemptId } = attempt;
  const known = [
    ["Email", email],
    ["Issuer", issuer],
    ["Certificate", fingerprint],
    ["IP address", address],
    ["Browser", agent],
    ["Attempt ID", attemptId],
  ] as const;
  return (
    <Stack gap={16}>
      <Alert color={refused === null ? "green" : "red"}>{words}</Alert>
      <Details of={known.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))} />
    </Stack>
  );
}
