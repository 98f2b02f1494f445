import { Anchor, Button } from "@mantine/core";
import { IconMessage2, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type SmsTemplate, smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { shownAddress } from "../../api/assets.ts";
import { call } from "../../api/call.ts";
import { useMay } from "../../api/me.ts";
import { listOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { confirm } from "../../ui/dialog/confirm.tsx";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastDeletionError, toastSuccess } from "../../ui/page/toast.tsx";
import type { Column } from "../../ui/table/column.ts";
import { useSort } from "../../ui/table/sort.ts";
import { Table } from "../../ui/table/Table.tsx";
import { useListSearch } from "../../ui/table/useListSearch.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { Time } from "../../ui/text/Time.tsx";
import { stopsOf } from "./stopsOf.ts";
import { TemplateTabs } from "./TemplateTabs.tsx";

const columns: Column<SmsTemplate>[] = [
  {
    id: "title",
    header: "Message Title",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editTemplate(row.templateId)} inherit fw={500}>
        {row.templateTitle}
      </Anchor>
    ),
    value: (row) => row.templateTitle,
    width: 220,
    always: true,
  },
  {
    id: "text",
    header: "Message Content",
    cell: (row) => <span title={row.templateText}>{row.templateText || "---"}</span>,
    value: (row) => row.templateText,
    width: 420,
  },
  {
    id: "media",
    header: "Media URL",
    cell: (row) =>
      row.templateMediaUrl?.includes("${") ? (
        row.templateMediaUrl
      ) : row.templateMediaUrl ? (
        <img
          src={shownAddress(row.templateMediaUrl)}
          alt={`Media of ${row.templateTitle}`}
          height={28}
          style={{ borderRadius: 4, maxWidth: 80, objectFit: "cover" }}
          loading="lazy"
        />
      ) : (
        "---"
      ),
    value: (row) => row.templateMediaUrl,
    width: 110,
  },
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

/** Message Templates (spec 2 §2.2). */
export function TemplatesPage() {
  const templates = useQuery(listOf(smsTemplateRoutes.list));
  const { search, searchBar } = useListSearch({ label: "Search templates", placeholder: "Search title or content" });
  const sorting = useSort({ by: "created", descending: true });
  const mayEdit = useMay()("workflow-edit");
  const remove = useDeleteTemplates();
  const found = templates.data?.filter((row) =>
    `${row.templateTitle} ${row.templateText}`.toLowerCase().includes(search.toLowerCase()),
  );
  const create = mayEdit ? (
    <Button component={PathLink} to={paths.createTemplate} leftSection={<IconPlus size={16} />}>
      Create Template
    </Button>
  ) : null;
  return (
    <Page title="Message Templates" purpose="Reusable texts for your workflows." shape="table" actions={create}>
      <TemplateTabs open="messages" />
      <Table
        name="Templates"
        columns={columns}
        rows={{ ...templates, data: found }}
        rowId={(row) => row.templateId}
        rowName={(row) => row.templateTitle}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading SMS templates."
        {...(found ? { count: plural(found.length, "template") } : {})}
        {...(mayEdit
          ? {
              bulk: (selected: SmsTemplate[], clear: () => void) => (
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
        empty={
          <EmptyState icon={IconMessage2} title="No templates yet" action={create}>
            A template is a text with variables such as the contact's first name. This list shows which workflows use
            it.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Deletes templates after a confirmation, with one request each in parallel (spec 2 §7.2, §8). */
function useDeleteTemplates(): (templates: SmsTemplate[], done: () => void) => Promise<void> {
  const refresh = useRefresh();
  return async (templates, done) => {
    const [only] = templates;
    const isOne = templates.length === 1;
    const isSure = await confirm({
      title: `Delete ${isOne && only ? `"${only.templateTitle}"` : plural(templates.length, "template")}?`,
      consequence: stopsOf(templates.flatMap(({ usedBy }) => usedBy)),
      confirm: isOne ? "Delete template" : "Delete templates",
    });
    if (!isSure) return;
    const answers = await Promise.allSettled(
      templates.map(({ templateId }) => call(smsTemplateRoutes.remove, { params: { templateId } })),
    );
    await refresh(smsTemplateRoutes.list.path);
    const failed = answers.find((answer) => answer.status === "rejected");
    const title = "Error deleting message templates.";
    if (failed === undefined) {
      done();
      if (isOne) toastSuccess("Template was deleted successfully");
      else toastSuccess("Templates were deleted successfully", `Successfully deleted ${templates.length} templates`);
    } else if (isOne) {
      toastDeletionError(title, "There was an error deleting the template", failed.reason);
    } else {
      const some = "Some or all templates may have not been successfully deleted";
      toastDeletionError(title, "There was an error deleting template(s)", failed.reason, some);
    }
  };
}
