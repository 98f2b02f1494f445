import { IconMail } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type EmailTemplate, emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { call } from "../../api/call.ts";
import { listOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import type { Column } from "../../ui/table/column.ts";
import { TemplateList } from "./TemplateList.tsx";

const columns: Column<EmailTemplate>[] = [
  { id: "subject", header: "Subject", cell: (row) => row.subject, value: (row) => row.subject, width: 420 },
];

/** Templates of e-mails over the account's own mail server. */
export function EmailTemplatesPage() {
  const templates = useQuery(listOf(emailTemplateRoutes.list));
  return (
    <TemplateList
      title="Email Templates"
      purpose="Reusable e-mails, sent over your own mail server."
      tab="email"
      name="EmailTemplates"
      rows={templates}
      titleHeader="Title"
      columns={columns}
      textOf={(row) => `${row.templateTitle} ${row.subject}`}
      searchPlaceholder="Search title or subject"
      createTo={paths.createEmailTemplate}
      editTo={paths.editEmailTemplate}
      errorTitle="Error loading e-mail templates"
      empty={(create) => (
        <EmptyState icon={IconMail} title="No templates yet" action={create}>
          Email nodes with the provider SMTP send these templates over the mail server that you set up under External
          Integrations.
        </EmptyState>
      )}
      deletion={{
        remove: (templateId) => call(emailTemplateRoutes.remove, { params: { templateId } }),
        listPath: emailTemplateRoutes.list.path,
        consequence: consequenceOf,
        errorTitle: "Error deleting e-mail templates.",
      }}
    />
  );
}

/** A journey continues without an e-mail whose template is deleted, unlike without a text. */
function consequenceOf(templates: readonly EmailTemplate[]): string {
  const names = [...new Set(templates.flatMap(({ usedBy }) => usedBy.map(({ campaignName }) => campaignName)))];
  return names.length === 0
    ? "Not used by any workflow. This cannot be undone."
    : `Journeys of ${names.join(", ")} continue without this e-mail. This cannot be undone.`;
}
