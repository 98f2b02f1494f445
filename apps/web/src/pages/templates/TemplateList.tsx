import { Anchor, Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useMay } from "../../api/me.ts";
import { useRefresh } from "../../api/queries.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastDeletionError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { TemplateTabs } from "./TemplateTabs.tsx";

/** What templates of texts and of e-mails have in common. */
interface Template {
  templateId: string;
  templateTitle: string;
  created: string | null;
  usedBy: { campaignId: string; campaignName: string }[];
}

interface Props<Row extends Template> {
  /** Of the page. */
  title: string;
  purpose: string;
  tab: "messages" | "email";
  /** Of the table. */
  name: string;
  rows: UseQueryResult<Row[]>;
  /** "Message Title" */
  titleHeader: string;
  /** Between the title and the day of creation. */
  columns: readonly Column<Row>[];
  /** What the search looks through. */
  textOf: (row: Row) => string;
  searchPlaceholder: string;
  createTo: string;
  editTo: (templateId: string) => string;
  errorTitle: string;
  empty: (create: ReactNode) => ReactNode;
  deletion: Deletion<Row>;
}

interface Deletion<Row extends Template> {
  remove: (templateId: string) => Promise<unknown>;
  /** The path of the list, which is loaded again. */
  listPath: string;
  consequence: (rows: readonly Row[]) => string;
  errorTitle: string;
}

/** A list of templates with search and deletion of several. */
export function TemplateList<Row extends Template>({ rows, textOf, deletion, ...props }: Props<Row>) {
  const { search, searchBar } = useListSearch({ label: "Search templates", placeholder: props.searchPlaceholder });
  const sorting = useSort({ by: "created", descending: true });
  const mayEdit = useMay()("workflow-edit");
  const remove = useDeleteTemplates(deletion);
  const found = rows.data?.filter((row) => textOf(row).toLowerCase().includes(search.toLowerCase()));
  const create = mayEdit ? (
    <Button component={PathLink} to={props.createTo} leftSection={<IconPlus size={16} />}>
      Create Template
    </Button>
  ) : null;
  return (
    <Page title={props.title} purpose={props.purpose} shape="table" actions={create}>
      <TemplateTabs open={props.tab} />
      <Table<Row>
        name={props.name}
        columns={[titleColumn(props.titleHeader, props.editTo), ...props.columns, ...lastColumns]}
        rows={{ ...rows, data: found }}
        rowId={(row) => row.templateId}
        rowName={(row) => row.templateTitle}
        {...sorting}
        {...searchBar}
        errorTitle={props.errorTitle}
        {...(found ? { count: plural(found.length, "template") } : {})}
        {...(mayEdit
          ? {
              bulk: (selected: Row[], clear: () => void) => (
                <Button
                  size="compact-sm"
                  color="red"
                  variant="light"
                  leftSection={<IconTrash size={14} />}
                  onClick={() => void remove(selected, clear)}
                >
                  Delete Templates
                </Button>
              ),
            }
          : {})}
        empty={props.empty(create)}
      />
    </Page>
  );
}

const titleColumn = (header: string, editTo: (templateId: string) => string): Column<Template> => ({
  id: "title",
  header,
  cell: (row) => (
    <Anchor component={PathLink} to={editTo(row.templateId)} inherit fw={500}>
      {row.templateTitle}
    </Anchor>
  ),
  value: (row) => row.templateTitle,
  width: 220,
  always: true,
});

const lastColumns: readonly Column<Template>[] = [
  {
    id: "created",
    header: "Created Date (UTC)",
    cell: (row) => <Time at={row.created} utc />,
    value: (row) => row.created,
    width: 180,
  },
  {
    id: "usedBy",
    header: "Used by",
    cell: (row) =>
      row.usedBy.length === 0 ? (
        "---"
      ) : (
        <span title={row.usedBy.map((use) => use.campaignName).join(", ")}>
          {plural(row.usedBy.length, "workflow")}
        </span>
      ),
    value: (row) => row.usedBy.length,
    right: true,
    width: 120,
    hidden: true,
  },
];

/** Deletes templates after a confirmation, with one request each in parallel (spec 2 §7.2, §8). */
function useDeleteTemplates<Row extends Template>({
  remove,
  listPath,
  consequence,
  errorTitle,
}: Deletion<Row>): (templates: Row[], done: () => void) => Promise<void> {
  const refresh = useRefresh();
  return async (templates, done) => {
    const [only] = templates;
    const isOne = templates.length === 1;
    const isSure = await confirm({
      title: `Delete ${isOne && only ? `"${only.templateTitle}"` : plural(templates.length, "template")}?`,
      consequence: consequence(templates),
      confirm: isOne ? "Delete template" : "Delete templates",
    });
    if (!isSure) return;
    const answers = await Promise.allSettled(templates.map(({ templateId }) => remove(templateId)));
    await refresh(listPath);
    const failed = answers.find((answer) => answer.status === "rejected");
    if (failed === undefined) {
      done();
      if (isOne) toastSuccess("Template was deleted successfully");
      else toastSuccess("Templates were deleted successfully", `Successfully deleted ${templates.length} templates`);
    } else if (isOne) {
      toastDeletionError(errorTitle, "There was an error deleting the template", failed.reason);
    } else {
      const some = "Some or all templates may have not been successfully deleted";
      toastDeletionError(errorTitle, "There was an error deleting template(s)", failed.reason, some);
    }
  };
}
