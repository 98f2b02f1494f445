import { SegmentedControl } from "@mantine/core";
import {
  IconCheck,
  IconCircleCheck,
  IconMicrophone,
  IconPhoneOutgoing,
  IconRotate,
  IconTrash,
} from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { workGroupRoutes } from "@trunkline/contract/agents/workgroup.ts";
import { type Voicemail, voicemailRoutes } from "@trunkline/contract/calls/voicemail.ts";
import { userRoutes } from "@trunkline/contract/identity/user.ts";
import type { Input } from "../../api/call.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { listOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { LaterSelect } from "../../ui/form/LaterSelect.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import type { Assignees } from "./AssigneeMenu.tsx";
import { AssignVoicemail } from "./AssignVoicemail.tsx";
import { nameOf, useVoicemailActions } from "./useVoicemailActions.ts";
import { voicemailColumns } from "./voicemailColumns.tsx";

const refreshMs = 5000;

type ListQuery = Input<typeof voicemailRoutes.list>["query"];

/** What is shown, by its word in the address. */
const shown: readonly { value: string; label: string; query: ListQuery }[] = [
  { value: "open", label: "Open", query: { handled: "false" } },
  { value: "new", label: "New", query: { heard: "false" } },
  { value: "handled", label: "Handled", query: { handled: "true" } },
  { value: "all", label: "All", query: {} },
];

/** The voicemails of the account, as work (readings, Requests of our pages; decision 0109). */
export function VoicemailPage() {
  const [address, change] = useAddress();
  const search = address["q"] ?? "";
  const show = shown.find(({ value }) => value === address["show"]) ?? shown.at(-1);
  const whose = address["assigned"] ?? "";
  const assignees = useAssignees();
  const pages = useInfiniteQuery({
    ...pagesOf(voicemailRoutes.list, {
      query: { ...(search && { search }), ...show?.query, ...queryOf(whose) } as NonNullable<ListQuery>,
    }),
    refetchInterval: useLivePoll(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
  const sorting = useSort({ by: "created", descending: true });
  const actions = useVoicemailActions();
  const { update, transcribe } = actions;
  const isFiltered = search !== "" || show?.value !== "all" || whose !== "";
  const columns = voicemailColumns({
    ended: (row) => (row.heard === null ? void update(row, { heard: true }) : undefined),
    again: (row) => void transcribe(row),
    assigned: (row) => (
      <AssignVoicemail row={row} of={nameOf(row)} assignees={assignees} assign={(to) => void update(row, to)} />
    ),
  });
  return (
    <Page title="Voicemail" purpose="Messages that callers left. Each recording stays with its call." shape="table">
      <Table
        name="Voicemail"
        columns={columns}
        rows={{ ...pages, data: rows }}
        rowId={(row) => row.voicemailId}
        rowName={nameOf}
        {...sorting}
        filters={
          <>
            <SearchBox
              label="Search voicemails"
              placeholder="Search name, number or words"
              value={search}
              onSearch={(q) => change({ q: q || undefined })}
            />
            <SegmentedControl
              size="xs"
              aria-label="Filter voicemails"
              data={shown.map(({ value, label }) => ({ value, label }))}
              value={show?.value ?? "all"}
              onChange={(value) => change({ show: value === "all" ? undefined : value })}
            />
            <WhoseFilter whose={whose} assignees={assignees} choose={(assigned) => change({ assigned })} />
          </>
        }
        clearFilters={isFiltered ? () => change({ q: undefined, show: undefined, assigned: undefined }) : undefined}
        errorTitle="Error loading voicemails"
        {...(rows ? { count: plural(rows.length, "voicemail") } : {})}
        hasMore={pages.hasNextPage}
        onEndReached={() => void pages.fetchNextPage()}
        actionsWidth={124}
        rowActions={(row) => actionsOf(row, actions)}
        empty={
          <EmptyState icon={IconMicrophone} title="No voicemails yet">
            Callers routed to voicemail are recorded after the greeting. Their messages appear here as soon as they
            finish.
          </EmptyState>
        }
      />
    </Page>
  );
}

function actionsOf(row: Voicemail, { update, remove, callBack }: ReturnType<typeof useVoicemailActions>): RowAction[] {
  return [
    { label: "Call back", icon: IconPhoneOutgoing, run: () => void callBack(row) },
    row.handled === null
      ? { label: "Mark handled", icon: IconCircleCheck, run: () => void update(row, { handled: true }) }
      : { label: "Reopen", icon: IconRotate, run: () => void update(row, { handled: false }) },
    ...(row.handled !== null
      ? []
      : [
          row.heard === null
            ? { label: "Mark heard", icon: IconCheck, run: () => void update(row, { heard: true }) }
            : { label: "Mark new", icon: IconRotate, run: () => void update(row, { heard: false }) },
        ]),
    { label: "Delete", icon: IconTrash, run: () => void remove(row), destructive: true },
  ];
}

const groupPrefix = "group:";

const queryOf = (whose: string) =>
  whose === ""
    ? {}
    : whose.startsWith(groupPrefix)
      ? { workGroup: whose.slice(groupPrefix.length) }
      : { assigned: whose };

function WhoseFilter({
  whose,
  assignees: { users, groups },
  choose,
}: {
  whose: string;
  assignees: Assignees;
  choose: (whose: string | undefined) => void;
}) {
  return (
    <LaterSelect
      size="xs"
      w={190}
      aria-label="Assigned to"
      placeholder="Assigned to anyone"
      clearable
      searchable
      data={[
        { value: "me", label: "Me and my groups" },
        { value: "nobody", label: "No one" },
        { group: "Users", items: users.map(({ userId, name }) => ({ value: userId, label: name })) },
        {
          group: "Work groups",
          items: groups.map(({ workGroupId, name }) => ({ value: groupPrefix + workGroupId, label: name })),
        },
      ]}
      value={whose || null}
      onChange={(value) => choose(value ?? undefined)}
    />
  );
}

function useAssignees(): Assignees {
  const users = useQuery({ ...listOf(userRoutes.list), staleTime: 60_000 });
  const groups = useQuery({ ...listOf(workGroupRoutes.list), staleTime: 60_000 });
  return {
    users: (users.data ?? [])
      .filter(({ state }) => state === "active")
      .map(({ userId, name, email }) => ({ userId, name: name ?? email })),
    groups: groups.data ?? [],
  };
}
