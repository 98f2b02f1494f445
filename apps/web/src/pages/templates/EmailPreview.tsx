import { Paper, Text } from "@mantine/core";
import classes from "./EmailTemplateForm.module.css";
import type { EmailBody, EmailDraft } from "./emailDraft.ts";
import { previewOf } from "./templateDraft.ts";

/** An e-mail as a sample contact receives it. The frame runs no scripts and opens no forms. */
export function EmailPreview({ draft: { subject, html, text }, body }: { draft: EmailDraft; body: EmailBody }) {
  return (
    <Paper withBorder radius="md" className={classes["mail"] ?? ""}>
      <Text fw={600} p={12} className={classes["subject"] ?? ""}>
        {previewOf(subject) || "No subject"}
      </Text>
      {body === "html" && html.trim() !== "" ? (
        <iframe title="Content of the e-mail" sandbox="" srcDoc={previewOf(html)} className={classes["frame"]} />
      ) : (
        <Text component="pre" p={12} className={classes["plain"] ?? ""}>
          {previewOf(body === "text" ? text : "") || "No content"}
        </Text>
      )}
    </Paper>
  );
}
