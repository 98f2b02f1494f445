import { Alert, Anchor, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type SmsTemplate, smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { callOne } from "../../api/call.ts";
import { oneOf, useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { Page } from "../../ui/page/Page.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { usePathPart } from "../../ui/page/usePathPart.ts";
import { TemplateForm } from "./TemplateForm.tsx";
import type { TemplateDraft } from "./templateDraft.ts";
import { useReturn } from "./useReturn.ts";

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

function Form({ template }: { template: SmsTemplate }) {
  const refresh = useRefresh();
  const goBack = useReturn();
  const { templateId, templateTitle, templateText, templateMediaUrl, shortenLinks, usedBy } = template;
  const save = async (body: TemplateDraft) => {
    try {
      await callOne(smsTemplateRoutes.update, { params: { templateId }, body });
    } catch (problem) {
      toastError("There was an error editing template", problem);
      return false;
    }
    toastSuccess("Template was edited successfully", body.templateTitle);
    void refresh(smsTemplateRoutes.list.path);
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
      <TemplateForm
        templateId={templateId}
        initial={{ templateTitle, templateText, templateMediaUrl: templateMediaUrl ?? "", shortenLinks }}
        save={save}
      />
    </>
  );
}
