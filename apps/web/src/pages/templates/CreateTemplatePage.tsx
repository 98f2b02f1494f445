import { smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { useState } from "react";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { TemplateForm } from "./TemplateForm.tsx";
import { emptyDraft, type TemplateDraft } from "./templateDraft.ts";
import { useReturn } from "./useReturn.ts";

/** Create Template (spec 2 §2.2, §4.5). */
export function CreateTemplatePage() {
  const refresh = useRefresh();
  const goBack = useReturn(paths.templates);
  const [made, setMade] = useState(0);
  const save = async (body: TemplateDraft) => {
    try {
      const { templateTitle } = await callOne(smsTemplateRoutes.create, { body });
      toastSuccess("Template was created successfully", templateTitle);
    } catch (problem) {
      toastError("There was an error saving template(s)", problem);
      return false;
    }
    await refresh(smsTemplateRoutes.list.path);
    // the form resets after submit (spec 2 §4.5)
    setMade((count) => count + 1);
    goBack();
    return true;
  };
  return (
    <Page
      title="Create Template"
      purpose="A text that workflows send. Variables are filled in for each contact."
      crumbs={[{ label: "Message Templates", to: paths.templates }]}
    >
      <TemplateForm key={made} initial={emptyDraft} save={save} />
    </Page>
  );
}
