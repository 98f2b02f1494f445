import { Alert, Anchor, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type EmailTemplate, emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { EmailTemplateForm } from "./EmailTemplateForm.tsx";
import type { EmailDraft } from "./emailDraft.ts";
import { useReturn } from "./useReturn.ts";

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
      {template.isError ? (
        <ErrorState
          title="There was an error getting template(s)"
          problem={template.error}
          retry={() => template.refetch()}
        />
      ) : template.isPending || !template.isFetchedAfterMount ? (
        <Stack gap={16} maw={720} aria-busy>
          <Skeleton height={36} />
          <Skeleton height={140} />
          <Skeleton height={36} />
        </Stack>
      ) : (
        <Form template={template.data} />
      )}
    </Page>
  );
}

function Form({ template }: { template: EmailTemplate }) {
  const refresh = useRefresh();
  const goBack = useReturn(paths.emailTemplates);
  const { templateId, templateTitle, subject, html, text, usedBy } = template;
  const save = async (body: EmailDraft) => {
    try {
      await callOne(emailTemplateRoutes.update, { params: { templateId }, body });
    } catch (problem) {
      toastError("There was an error editing template", problem);
      return false;
    }
    toastSuccess("Template was edited successfully", body.templateTitle);
    void refresh(emailTemplateRoutes.list.path);
    goBack();
    return true;
  };
  return (
    <>
      {usedBy.length > 0 ? (
        <Alert color="gray" maw={720}>
          Used by{" "}
          {usedBy.map(({ campaignId, campaignName }, index) => (
            <span key={campaignId}>
              {index > 0 ? ", " : ""}
              <Anchor component={PathLink} to={paths.editCampaign(campaignId)} inherit underline="always">
                {campaignName}
              </Anchor>
            </span>
          ))}
        </Alert>
      ) : null}
      <EmailTemplateForm initial={{ templateTitle, subject, html, text }} save={save} />
    </>
  );
}
