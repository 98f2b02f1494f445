import type { Query } from "../database.ts";
import { newId } from "../newId.ts";

export interface SmsTemplateRow {
  templateId: string;
  templateTitle: string;
  templateText: string;
  templateMediaUrl: string | null;
  shortenLinks: boolean;
}

/** What is written of a template; without `shortenLinks` it is off in a new one, and stays as it was in another. */
export type WrittenTemplate = Omit<SmsTemplateRow, "templateId" | "shortenLinks"> & {
  shortenLinks?: boolean | undefined;
};

const columns = `template_id "templateId", title "templateTitle", text "templateText", media_url "templateMediaUrl",
  shorten_links "shortenLinks"`;

/** Every message template of the account, newest first. */
export const listSmsTemplates = (q: Query, account: string): Promise<SmsTemplateRow[]> =>
  q.rows(`select ${columns} from sms_template where account_id = $1 order by template_id desc`, [account]);

/** One message template, or null. */
export const findSmsTemplate = (q: Query, account: string, templateId: string): Promise<SmsTemplateRow | null> =>
  q.one(`select ${columns} from sms_template where account_id = $1 and template_id = $2`, [account, templateId]);

/** Makes a message template and returns its id. */
export async function insertSmsTemplate(q: Query, account: string, template: WrittenTemplate): Promise<string> {
  const templateId = newId();
  await q.run(
    `insert into sms_template (account_id, template_id, title, text, media_url, shorten_links)
     values ($1, $2, $3, $4, $5, coalesce($6, false))`,
    [account, templateId, ...valuesOf(template)],
  );
  return templateId;
}

/** Changes a message template; journeys read it when they make their message. */
export const updateSmsTemplate = async (
  q: Query,
  account: string,
  template: WrittenTemplate & { templateId: string },
): Promise<boolean> =>
  (await q.run(
    `update sms_template set title = $3, text = $4, media_url = $5, shorten_links = coalesce($6, shorten_links), updated = now()
     where account_id = $1 and template_id = $2`,
    [account, template.templateId, ...valuesOf(template)],
  )) > 0;

const valuesOf = ({ templateTitle, templateText, templateMediaUrl, shortenLinks }: WrittenTemplate): unknown[] => [
  templateTitle,
  templateText,
  templateMediaUrl,
  shortenLinks ?? null,
];

/** Removes a message template; a journey that needs it fails with a reason. */
export const removeSmsTemplate = async (q: Query, account: string, templateId: string): Promise<boolean> =>
  (await q.run("delete from sms_template where account_id = $1 and template_id = $2", [account, templateId])) > 0;

/** Which of these ids are templates of the account. */
export const listKnownSmsTemplates = async (q: Query, account: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    (
      await q.rows<{ id: string }>(
        "select template_id::text id from sms_template where account_id = $1 and template_id::text = any ($2::text[])",
        [account, ids],
      )
    ).map((row) => row.id),
  );
