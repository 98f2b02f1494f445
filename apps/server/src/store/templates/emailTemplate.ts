import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

/** The content of an e-mail template. */
export interface WrittenEmailTemplate {
  templateTitle: string;
  subject: string;
  html: string;
  text: string;
}

export interface EmailTemplateRow extends WrittenEmailTemplate {
  templateId: string;
}

const columns = `template_id "templateId", title "templateTitle", subject, html, text`;

/** Every e-mail template of the account, newest first. */
export const listEmailTemplates = (q: Query, account: string): Promise<EmailTemplateRow[]> =>
  q.rows(`select ${columns} from email_template where account_id = $1 order by template_id desc`, [account]);

/** One e-mail template, or null. */
export const findEmailTemplate = (q: Query, account: string, templateId: string): Promise<EmailTemplateRow | null> =>
  q.one(`select ${columns} from email_template where account_id = $1 and template_id = $2`, [account, templateId]);

/** Creates an e-mail template and returns its id. */
export async function insertEmailTemplate(q: Query, account: string, template: WrittenEmailTemplate): Promise<string> {
  const templateId = newId();
  await q.run(
    "insert into email_template (account_id, template_id, title, subject, html, text) values ($1, $2, $3, $4, $5, $6)",
    [account, templateId, template.templateTitle, template.subject, template.html, template.text],
  );
  return templateId;
}

/** Changes an e-mail template. False if it does not exist. */
export const updateEmailTemplate = async (q: Query, account: string, template: EmailTemplateRow): Promise<boolean> =>
  (await q.run(
    `update email_template set title = $3, subject = $4, html = $5, text = $6, updated = now()
     where account_id = $1 and template_id = $2`,
    [account, template.templateId, template.templateTitle, template.subject, template.html, template.text],
  )) > 0;

/** Deletes an e-mail template. False if it does not exist. */
export const removeEmailTemplate = async (q: Query, account: string, templateId: string): Promise<boolean> =>
  (await q.run("delete from email_template where account_id = $1 and template_id = $2", [account, templateId])) > 0;

/** Which of these ids are e-mail templates of the account. */
export const listKnownEmailTemplates = async (
  q: Query,
  account: string,
  ids: readonly string[],
): Promise<Set<string>> =>
  new Set(
    (
      await q.rows<{ id: string }>(
        "select template_id::text id from email_template where account_id = $1 and template_id::text = any ($2::text[])",
        [account, ids],
      )
    ).map((row) => row.id),
  );
