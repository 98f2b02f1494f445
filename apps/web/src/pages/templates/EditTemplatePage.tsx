import { useQuery } from "@tanstack/react-query";
import { type SmsTemplate, smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { callOne } from "../../api/call.ts";
import { oneOf } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { LoadedTemplate } from "./LoadedTemplate.tsx";
import { TemplateForm } from "./TemplateForm.tsx";
import type { TemplateDraft } from "./templateDraft.ts";
import { useSaveTemplate } from "./useSaveTemplate.ts";

/** Edit Template (spec 2 §2.2). */
export function EditTemplatePage() {
  const templateId = usePathPart("templateId") ?? "";
  const template = useQuery({
    ...oneOf(smsTemplateRoutes.find, { params: { templateId } }),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Page
      title="Edit Template"
      purpose="Workflows that use it will send the new content."
      crumbs={[{ label: "Message Templates", to: paths.templates }]}
    >
      <LoadedTemplate template={template}>{(row) => <Form template={row} />}</LoadedTemplate>
    </Page>
  );
}

function Form({ template }: { template: SmsTemplate }) {
  const { templateId, templateTitle, templateText, templateMediaUrl, shortenLinks } = template;
  const save = useSaveTemplate<TemplateDraft>({
    update: (body) => callOne(smsTemplateRoutes.update, { params: { templateId }, body }),
    listPath: smsTemplateRoutes.list.path,
    listTo: paths.templates,
  });
  return (
    <TemplateForm
      templateId={templateId}
      initial={{ templateTitle, templateText, templateMediaUrl: templateMediaUrl ?? "", shortenLinks }}
      save={save}
    />
  );
}
