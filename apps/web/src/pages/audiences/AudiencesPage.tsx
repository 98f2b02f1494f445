import { Anchor, Button } from "@mantine/core";
import { IconPencil, IconPlayerPlay, IconPlus, IconTarget, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type Audience, audienceRoutes } from "@trunkline/contract/contacts/audience.ts";
import { useRemoveOne } from "../../actions/useRemoveOne.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { draftsOf } from "../../fields/run/runRequest.ts";
import { useDescribeFilter } from "../../fields/run/useDescribeFilter.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { useGo } from "../../ui/page/useGo.ts";
import type { Column } from "../../ui/table/column.ts";
import type { RowAction } from "../../ui/table/RowActions.tsx";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";

/** An audience with its statements as text. */
interface Listed extends Audience {
  filter: string;
}

/** The statements in one sentence: "City equals Miami and tags contains vip". */
const joined = (statements: readonly string[]): string =>
  statements.map((text, index) => (index === 0 ? text : text.charAt(0).toLowerCase() + text.slice(1))).join(" and ");

const namesOf = ({ usedBy }: Audience): string => usedBy.map(({ name }) => name).join(", ");

const columns: Column<Listed>[] = [
  {
    id: "name",
    header: "Name",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editAudience(row.audienceId)} inherit fw={500}>
        {row.name}
      </Anchor>
    ),
    value: (row) => row.name,
    width: 220,
    always: true,
  },
  {
    id: "contacts",
    header: "Contacts",
    cell: (row) => (
      <Anchor
        component={PathLink}
        to={paths.contacts}
        search={{ statements: JSON.stringify(row.statements) }}
        title={row.filter}
        inherit
      >
        {row.filter}
      </Anchor>
    ),
    value: (row) => row.filter,
    width: 360,
  },
  {
    id: "usedBy",
    header: "Used by",
    cell: (row) => (row.usedBy.length === 0 ? "---" : <span title={namesOf(row)}>{describeUsers(row)}</span>),
    value: (row) => row.usedBy.length,
    width: 130,
  },
  {
    id: "updated",
    header: "Last changed",
    cell: (row) => <Time at={row.updated} />,
    value: (row) => row.updated,
    width: 170,
  },
];

function describeUsers({ usedBy }: Audience): string {
  const kinds = Map.groupBy(usedBy, ({ kind }) => kind);
  return [...kinds].map(([kind, users]) => plural(users.length, kind)).join(", ");
}

/** Saved audiences of the account (decision 0095). */
export function AudiencesPage() {
  const audiences = useQuery(listOf(audienceRoutes.list));
  const { search, searchBar } = useListSearch({ label: "Search audiences", placeholder: "Search name or filter" });
  const sorting = useSort({ by: "name", descending: false });
  const may = useMay();
  const mayAdmin = may("contact-admin");
  const go = useGo();
  const remove = useRemove();
  const found = useListed(audiences.data)?.filter((row) =>
    `${row.name} ${row.filter}`.toLowerCase().includes(search.toLowerCase()),
  );
  const create = mayAdmin ? (
    <Button component={PathLink} to={paths.createAudience} leftSection={<IconPlus size={16} />}>
      Audience
    </Button>
  ) : null;
  const actionsOf = (row: Audience): RowAction[] => [
    { label: "Edit", icon: IconPencil, run: () => go(paths.editAudience(row.audienceId)) },
    {
      label: "Run a workflow",
      icon: IconPlayerPlay,
      run: () => go(paths.createRunner, { audienceId: row.audienceId }),
      disabled: may("workflow-run") ? undefined : notAllowed,
    },
    {
      label: "Delete",
      icon: IconTrash,
      run: () => void remove(row),
      destructive: true,
      disabled: !mayAdmin
        ? notAllowed
        : row.usedBy.length > 0
          ? `Used by ${namesOf(row)}. Stop, cancel or change them first.`
          : undefined,
    },
  ];
  return (
    <Page
      title="Audiences"
      purpose="Saved filters of contacts. Runs and schedules contact everyone who matches when they start, and conditions ask who is in one."
      shape="table"
      actions={create}
    >
      <Table
        name="Audiences"
        columns={columns}
        rows={{ ...audiences, data: found }}
        rowId={(row) => row.audienceId}
        rowName={(row) => row.name}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading audiences"
        {...(found ? { count: plural(found.length, "audience") } : {})}
        rowActions={actionsOf}
        empty={
          <EmptyState icon={IconTarget} title="No audiences yet" action={create}>
            Save a filter of contacts under a name, then choose it when you run a workflow.
          </EmptyState>
        }
      />
    </Page>
  );
}

function useListed(audiences: readonly Audience[] | undefined): Listed[] | undefined {
  const drafts = new Map((audiences ?? []).map((row) => [row.audienceId, draftsOf(row.statements)]));
  const describe = useDescribeFilter([...drafts.values()].flat());
  return audiences?.map((row) => ({ ...row, filter: joined((drafts.get(row.audienceId) ?? []).map(describe)) }));
}

function useRemove(): (audience: Audience) => Promise<void> {
  const remove = useRemoveOne(audienceRoutes.list.path);
  return ({ audienceId, name }) =>
    remove({
      ask: {
        title: `Delete the audience "${name}"?`,
        consequence: "Its contacts stay. This cannot be undone.",
        confirm: "Delete audience",
      },
      remove: () => call(audienceRoutes.remove, { params: { audienceId } }),
      done: ["Audience deleted", name],
      failed: "Error deleting audience",
    });
}
