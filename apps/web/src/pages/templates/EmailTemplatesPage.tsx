import { Anchor, Button } from "@mantine/core";
import { IconMail, IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type EmailTemplate, emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
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
import { TemplateTabs } from "./TemplateTabs.tsx";

const columns: Column<EmailTemplate>[] = [
  {
    id: "title",
    header: "Title",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.editEmailTemplate(row.templateId)} inherit fw={500}>
        {row.templateTitle}
      </Anchor>
    ),
    value: (row) => row.templateTitle,
    width: 220,
    always: true,
  },
  {
    id: "subject",
    header: "Subject",
    cell: (row) => row.subject,
    value: (row) => row.subject,
    width: 420,
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

/** Templates of e-mails over the account's own mail server. */
export function EmailTemplatesPage() {
  const templates = useQuery(listOf(emailTemplateRoutes.list));
  const { search, searchBar } = useListSearch({ label: "Search templates", placeholder: "Search title or subject" });
  const sorting = useSort({ by: "created", descending: true });
  const mayEdit = useMay()("workflow-edit");
  const remove = useDeleteTemplates();
  const found = templates.data?.filter((row) =>
    `${row.templateTitle} ${row.subject}`.toLowerCase().includes(search.toLowerCase()),
  );
  const create = mayEdit ? (
    <Button component={PathLink} to={paths.createEmailTemplate} leftSection={<IconPlus size={16} />}>
      Create Template
    </Button>
  ) : null;
  return (
    <Page
      title="Email Templates"
      purpose="Reusable e-mails, sent over your own mail server."
      shape="table"
      actions={create}
    >
      <TemplateTabs open="email" />
      <Table
        name="EmailTemplates"
        columns={columns}
        rows={{ ...templates, data: found }}
        rowId={(row) => row.templateId}
        rowName={(row) => row.templateTitle}
        {...sorting}
        {...searchBar}
        errorTitle="Error loading e-mail templates"
        {...(found ? { count: plural(found.length, "template") } : {})}
        {...(mayEdit
          ? {
              bulk: (selected: EmailTemplate[], clear: () => void) => (
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
          <EmptyState icon={IconMail} title="No templates yet" action={create}>
            Email nodes with the provider SMTP send these templates over the mail server that you set up under External
            Integrations.
          </EmptyState>
        }
      />
    </Page>
  );
}

function consequenceOf(templates: readonly EmailTemplate[]): string {
  const names = [...new Set(templates.flatMap(({ usedBy }) => usedBy.map(({ campaignName }) => campaignName)))];
  return names.length === 0
    ? "No workflow uses it. You cannot undo this."
    : `Journeys of ${names.join(", ")} continue without this e-mail. You cannot undo this.`;
}

/** Deletes templates after a confirmation, with one request each in parallel (spec 2 §7.2, §8). */
function useDeleteTemplates(): (templates: EmailTemplate[], done: () => void) => Promise<void> {
  const refresh = useRefresh();
  return async (templates, done) => {
    const [only] = templates;
    const isOne = templates.length === 1;
    const isSure = await confirm({
      title: `Delete ${isOne && only ? `"${only.templateTitle}"` : plural(templates.length, "template")}?`,
      consequence: consequenceOf(templates),
      confirm: isOne ? "Delete template" : "Delete templates",
    });
    if (!isSure) return;
    const answers = await Promise.allSettled(
      templates.map(({ templateId }) => call(emailTemplateRoutes.remove, { params: { templateId } })),
    );
    await refresh(emailTemplateRoutes.list.path);
    const failed = answers.find((answer) => answer.status === "rejected");
    const title = "Error deleting e-mail templates.";
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
