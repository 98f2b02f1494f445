import { emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { paths } from "../../paths.ts";
import { Page } from "../../ui/page/Page.tsx";
import { toastError, toastSuccess } from "../../ui/page/toast.tsx";
import { EmailTemplateForm } from "./EmailTemplateForm.tsx";
import { type EmailDraft, emptyEmail } from "./emailDraft.ts";
import { useReturn } from "./useReturn.ts";

/** Creates a template of e-mails over the account's own mail server. */
export function CreateEmailTemplatePage() {
  const refresh = useRefresh();
  const goBack = useReturn(paths.emailTemplates);
  const save = async (body: EmailDraft) => {
    try {
      const { templateTitle } = await callOne(emailTemplateRoutes.create, { body });
      toastSuccess("Template was created successfully", templateTitle);
    } catch (problem) {
      toastError("There was an error saving template(s)", problem);
      return false;
    }
    await refresh(emailTemplateRoutes.list.path);
    goBack();
    return true;
  };
  return (
    <Page
      title="Create Email Template"
      purpose="An e-mail that workflows send. Variables are filled in for each contact."
      crumbs={[{ label: "Email Templates", to: paths.emailTemplates }]}
    >
      <EmailTemplateForm initial={emptyEmail} save={save} />
    </Page>
  );
}
