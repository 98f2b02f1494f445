import { useQuery } from "@tanstack/react-query";
import { type EmailTemplate, emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { callOne } from "../../api/call.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { EmailTemplateForm } from "./EmailTemplateForm.tsx";
import type { EmailDraft } from "./emailDraft.ts";
import { LoadedTemplate } from "./LoadedTemplate.tsx";
import { useSaveTemplate } from "./useSaveTemplate.ts";

/** Edits a template of e-mails over the account's own mail server. */
export function EditEmailTemplatePage() {
  const templateId = usePathPart("templateId") ?? "";
  const template = useQuery({
    ...oneOf(emailTemplateRoutes.find, { params: { templateId } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title="Edit Email Template"
      purpose="Workflows that use it will send the new content."
      crumbs={[{ label: "Email Templates", to: paths.emailTemplates }]}
    >
      <LoadedTemplate template={template}>{(row) => <Form template={row} />}</LoadedTemplate>
    </Page>
  );
}

function Form({ template: { templateId, templateTitle, subject, html, text } }: { template: EmailTemplate }) {
  const save = useSaveTemplate<EmailDraft>({
    update: (body) => callOne(emailTemplateRoutes.update, { params: { templateId }, body }),
    listPath: emailTemplateRoutes.list.path,
    listTo: paths.emailTemplates,
  });
  return <EmailTemplateForm initial={{ templateTitle, subject, html, text }} save={save} />;
}
