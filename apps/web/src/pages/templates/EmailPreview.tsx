import { Paper, Text } from "@mantine/core";
import classes from "./EmailTemplateForm.module.css";
import type { EmailDraft } from "./emailDraft.ts";
import { previewOf } from "./templateDraft.ts";

/** An e-mail as a sample contact receives it. The frame runs no scripts and opens no forms. */
export function EmailPreview({ draft: { subject, html, text } }: { draft: EmailDraft }) {
  return (
    <Paper withBorder radius="md" className={classes["mail"] ?? ""}>
      <Text fw={600} p={12} className={classes["subject"] ?? ""}>
        {previewOf(subject) || "No subject"}
      </Text>
      {html.trim() !== "" ? (
        <iframe title="Content of the e-mail" sandbox="" srcDoc={previewOf(html)} className={classes["frame"]} />
      ) : (
        <Text component="pre" p={12} className={classes["plain"] ?? ""}>
          {previewOf(text) || "No content"}
        </Text>
      )}
    </Paper>
  );
}
