import { Group, Stack, Tabs, Text, Textarea, TextInput } from "@mantine/core";
import { schemaResolver, type UseFormReturnType, useForm } from "@mantine/form";
import { emailTemplateBody } from "@trunkline/contract/templates/emailtemplate.ts";
import { textProblem } from "@trunkline/workflow/parts/text/compileText.ts";
import { useRef, useState } from "react";
import { notAllowed, useMay } from "../../api/me.ts";
import { useTextCheck } from "../../fields/useTextCheck.ts";
import { paths } from "../../paths.ts";
import { FormActions } from "../../ui/form/FormActions.tsx";
import { FormProblems } from "../../ui/form/FormProblems.tsx";
import { InsertVariable } from "../../ui/form/InsertVariable.tsx";
import { EmailPreview } from "./EmailPreview.tsx";
import classes from "./EmailTemplateForm.module.css";
import type { EmailBody, EmailDraft } from "./emailDraft.ts";
import type { Variable } from "./templateDraft.ts";
import { useTemplateForm } from "./useTemplateForm.ts";

type Part = "subject" | "html" | "text";
const labels: Readonly<Record<Part, string>> = { subject: "Subject", html: "HTML", text: "Plain text" };

const resolve = schemaResolver(emailTemplateBody, { sync: true });

interface Props {
  initial: EmailDraft;
  /** Saves; resolves to whether it was saved. */
  save: (draft: EmailDraft) => Promise<boolean>;
}

/** The form of an e-mail template, with a preview for a sample contact. */
export function EmailTemplateForm({ initial, save }: Props) {
  useTextCheck();
  const form = useForm<EmailDraft>({
    initialValues: initial,
    validate: resolve,
    validateInputOnBlur: ["templateTitle", "subject"],
  });
  const [body, setBody] = useState<EmailBody>(initial.html === "" && initial.text !== "" ? "text" : "html");
  const { submit, isSaving, problems, variables } = useTemplateForm(form, save);
  const mayEdit = useMay()("workflow-edit");
  const faultOf = (part: Part): string | undefined => {
    const problem = textProblem(form.values[part]);
    return problem === undefined ? undefined : `${labels[part]} is invalid: ${problem}`;
  };
  const fault = faultOf("subject") ?? faultOf("html") ?? faultOf("text");
  return (
    <div className={classes["columns"]}>
      <form onSubmit={submit} noValidate className={classes["form"]}>
        <Stack gap={16}>
          <FormProblems problems={problems} />
          <TextInput label="Title" required disabled={!mayEdit} {...form.getInputProps("templateTitle")} />
          <TextInput
            label="Subject"
            required
            disabled={!mayEdit}
            {...form.getInputProps("subject")}
            error={faultOf("subject") ?? form.errors["subject"]}
          />
          <Content
            body={body}
            onBody={setBody}
            form={form}
            variables={variables}
            faultOf={faultOf}
            disabled={!mayEdit}
          />
          <FormActions saving={isSaving} reason={mayEdit ? fault : notAllowed} cancelTo={paths.emailTemplates} />
        </Stack>
      </form>
      <aside className={classes["preview"]} aria-label="Preview">
        <Text size="sm" fw={500} mb={8}>
          Preview for a sample contact
        </Text>
        <EmailPreview draft={form.values} body={body} />
      </aside>
    </div>
  );
}

interface ContentProps {
  body: EmailBody;
  onBody: (body: EmailBody) => void;
  form: UseFormReturnType<EmailDraft>;
  variables: readonly Variable[];
  faultOf: (part: Part) => string | undefined;
  disabled: boolean;
}

/** HTML and plain text, with variables inserted at the cursor. */
function Content({ body, onBody, form, variables, faultOf, disabled }: ContentProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (name: string) => {
    const { selectionStart: from = form.values[body].length, selectionEnd: to = from } = area.current ?? {};
    const written = `\${${name}}`;
    form.setFieldValue(body, form.values[body].slice(0, from) + written + form.values[body].slice(to));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(from + written.length, from + written.length);
    });
  };
  return (
    <Tabs value={body} onChange={(value) => onBody(value === "text" ? "text" : "html")} keepMounted={false}>
      <Group justify="space-between" gap={8} mb={8}>
        <Tabs.List aria-label="Content">
          <Tabs.Tab value="html">HTML</Tabs.Tab>
          <Tabs.Tab value="text">Plain text</Tabs.Tab>
        </Tabs.List>
        {disabled ? null : <InsertVariable variables={variables} onInsert={insert} />}
      </Group>
      {(["html", "text"] as const).map((part) => (
        <Tabs.Panel key={part} value={part}>
          <Textarea
            ref={area}
            label={labels[part]}
            description={
              part === "html"
                ? "Values of variables are escaped. Leave empty to send plain text alone."
                : "Shown by readers that show no HTML. Mail without it is filtered more often."
            }
            autosize
            minRows={10}
            maxRows={24}
            spellCheck={part === "text"}
            disabled={disabled}
            {...form.getInputProps(part)}
            classNames={part === "html" ? { input: classes["code"] ?? "" } : {}}
            error={faultOf(part) ?? form.errors[part]}
          />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
