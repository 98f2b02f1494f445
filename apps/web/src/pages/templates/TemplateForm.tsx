import { Image, Stack, Switch, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { useMediaQuery } from "@mantine/hooks";
import { templateBody } from "@trunkline/contract/templates/smstemplate.ts";
import { linkPath } from "@trunkline/workflow/parts/text/links.ts";
import { shownAddress } from "../../api/assets.ts";
import { sentText, useLinkBase } from "../../api/links.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { SuggestTexts } from "../../fields/SuggestTexts.tsx";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { PhonePreview } from "../../ui/text/PhonePreview.tsx";
import { MediaUpload } from "./MediaUpload.tsx";
import { faultOf, MessageText } from "./MessageText.tsx";
import { RewordButton } from "./RewordButton.tsx";
import { TemplateDrift } from "./TemplateDrift.tsx";
import classes from "./TemplateForm.module.css";
import { previewOf, type TemplateDraft, templateIssues } from "./templateDraft.ts";
import { useTemplateForm } from "./useTemplateForm.ts";

const resolve = schemaResolver(templateBody, { sync: true });

interface Props {
  initial: TemplateDraft;
  /** Set when editing. Saved templates can be reworded (spec 2 §2.2) and are compared with the approved samples. */
  templateId?: string;
  /** Saves; resolves to whether it was saved. */
  save: (draft: TemplateDraft) => Promise<boolean>;
}

/** The form of a template (spec 2 §4.5), with a phone preview on wide screens. */
export function TemplateForm({ initial, templateId, save }: Props) {
  const form = useForm<TemplateDraft>({
    initialValues: initial,
    validate: (values) => templateIssues(resolve(values)),
    validateInputOnBlur: ["templateTitle", "templateMediaUrl"],
  });
  const { submit, isSaving, problems, variables } = useTemplateForm(form, save);
  const mayEdit = useMay()("workflow-edit");
  const hasRoom = useMediaQuery("(min-width: 48em)", true, { getInitialValueInEffect: false });
  const { templateText, templateMediaUrl, shortenLinks } = form.values;
  const base = useLinkBase();
  // a URL with a variable differs for each contact
  const shownMedia = templateMediaUrl.includes("${") ? "" : shownAddress(templateMediaUrl.trim());
  const fault = faultOf(templateText);
  return (
    <div className={classes["columns"]}>
      <form onSubmit={submit} noValidate className={classes["form"]}>
        <Stack gap={16}>
          <FormProblems problems={problems} />
          <TextInput label="Title" required disabled={!mayEdit} {...form.getInputProps("templateTitle")} />
          <MessageText
            value={templateText}
            variables={variables}
            disabled={!mayEdit}
            shortens={shortenLinks}
            onChange={(text) => form.setFieldValue("templateText", text)}
            onBlur={() => undefined}
            error={form.errors["templateText"] === undefined ? undefined : String(form.errors["templateText"])}
          />
          {templateId !== undefined ? <TemplateDrift templateId={templateId} draft={form.values} /> : null}
          {templateId !== undefined && mayEdit ? (
            <RewordButton text={templateText} onReworded={(text) => form.setFieldValue("templateText", text)} />
          ) : null}
          {mayEdit ? (
            <SuggestTexts text={templateText} use={(text) => form.setFieldValue("templateText", text)} />
          ) : null}
          <Switch
            label="Shorten links"
            description={`Links are shortened to ${new URL(base).host}${linkPath}… so that clicks can be counted. Links that come from a variable are not shortened.`}
            disabled={!mayEdit}
            {...form.getInputProps("shortenLinks", { type: "checkbox" })}
          />
          <TextInput
            label="Media URL"
            inputMode="url"
            disabled={!mayEdit}
            description="gif, jpg or png; under 500 KB for toll-free numbers and 1 MB for long code numbers"
            {...form.getInputProps("templateMediaUrl")}
          />
          {mayEdit ? <MediaUpload onFilled={(url) => form.setFieldValue("templateMediaUrl", url)} /> : null}
          {shownMedia && !form.errors["templateMediaUrl"] && !hasRoom ? (
            <Image src={shownMedia} alt="Media of the message" mah={160} w="auto" fit="contain" radius="md" />
          ) : null}
          <FormActions saving={isSaving} reason={mayEdit ? fault : notAllowed} cancelTo={paths.templates} />
        </Stack>
      </form>
      {hasRoom ? (
        <aside className={classes["preview"]} aria-label="Preview">
          <PhonePreview
            text={previewOf(sentText(templateText, { text: templateText, shortens: shortenLinks }, base))}
            mediaUrl={shownMedia || null}
          />
        </aside>
      ) : null}
    </div>
  );
}
