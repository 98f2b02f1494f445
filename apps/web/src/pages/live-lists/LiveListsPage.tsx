import { Anchor, Button } from "@mantine/core";
import { IconPlus, IconTrash, IconUserHeart } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type LiveList, liveListRoutes } from "@trunkline/contract/agents/livelist.ts";
import { call } from "../../api/call.ts";
import { useMe, viewersChangeNothing } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";

const namesOf = ({ users }: LiveList): string =>
  users.map(({ firstName, lastName }) => `${firstName} ${lastName}`.trim()).join(", ");

/** Why a list can't be deleted. */
const whyInUse = ({ routedBy }: LiveList): string | undefined =>
  routedBy.length === 0 ? undefined : `Callers are routed to it by ${routedBy.join(", ")}. Remove it there first.`;

const columns: Column<LiveList>[] = [
  {
    id: "listName",
    header: "Live List Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editLiveList(row.listName)} inherit fw={500}>
        {row.listName}
      </Anchor>
    ),
    value: (row) => row.listName,
    width: 200,
    always: true,
  },
  {
    id: "users",
    header: "Users",
    cell: (row) => (row.users.length === 0 ? "---" : namesOf(row)),
    value: namesOf,
    width: 400,
  },
  {
    id: "routedBy",
    header: "Callers come from",
    cell: ({ routedBy }) => <span title={routedBy.join(", ")}>{routedBy.join(", ") || "---"}</span>,
    value: ({ routedBy }) => routedBy.join(", "),
    width: 240,
    spare: true,
  },
];

/** Live lists (spec 3 §2). */
export function LiveListsPage() {
  const lists = useQuery(listOf(liveListRoutes.list));
  const sorting = useSort({ by: "listName", descending: false });
  const mayEdit = useMe().role !== "viewer";
  const remove = useRemove();
  const { search, searchBar } = useListSearch({ label: "Search live lists", placeholder: "Search list or user" });
  const found = lists.data?.filter((row) =>
    [row.listName, namesOf(row)].some((text) => text.toLowerCase().includes(search.toLowerCase())),
  );
  const create = mayEdit ? (
    <Button component={PathLink} to={paths.createLiveList} leftSection={<IconPlus size={16} />}>
      Live List
    </Button>
  ) : null;
  return (
    <Page
      title="Live Lists"
      purpose="Waiting callers, shown to several users at once. The first to answer gets the call."
      shape="table"
      actions={create}
    >
      <Table
        name="LiveLists"
        columns={columns}
        rows={{ ...lists, data: found }}
        rowId={(row) => row.listName}
        rowName={(row) => row.listName}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading live lists"
        {...(found ? { count: plural(found.length, "live list") } : {})}
        rowActions={(row) => [
          {
            label: "Delete",
            icon: IconTrash,
            run: () => void remove(row),
            destructive: true,
            disabled: mayEdit ? whyInUse(row) : viewersChangeNothing,
          },
        ]}
        empty={
          <EmptyState icon={IconUserHeart} title="No live lists yet" action={create}>
            Add users to a live list and route callers to it. Callers hear your message until a user answers.
          </EmptyState>
        }
      />
    </Page>
  );
}

function useRemove(): (list: LiveList) => Promise<void> {
  const refresh = useRefresh();
  return async ({ listName, users }) => {
    const isSure = await confirm({
      title: `Delete the live list "${listName}"?`,
      consequence: `No workflow or menu routes callers to it. Its ${plural(users.length, "user")} will stay in the account. This cannot be undone.`,
      confirm: "Delete live list",
    });
    if (!isSure) return;
    try {
      await call(liveListRoutes.remove, { body: { listName } });
      toastSuccess("Deleted Live List", listName);
    } catch (problem) {
      toastError("Failed to delete Live List", problem);
    }
    await refresh(liveListRoutes.list.path);
  };
}
