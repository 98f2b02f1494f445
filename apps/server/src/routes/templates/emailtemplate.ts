import { type EmailTemplate, emailTemplateRoutes } from "@trunkline/contract/templates/emailtemplate.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  findEmailTemplate,
  insertEmailTemplate,
  listEmailTemplates,
  removeEmailTemplate,
  updateEmailTemplate,
} from "../../store/templates/emailTemplate.ts";
import { checkEmailTemplate } from "./checkedTemplate.ts";
import { showUsed } from "./showUsed.ts";

/** Templates of e-mails over the account's own mail server (decision 0066). */
export function registerEmailTemplate(api: Api): void {
  handle(api, emailTemplateRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => showUsed(q, account, await listEmailTemplates(q, account))),
  );
  handle(api, emailTemplateRoutes.find, ({ db, account, params }) =>
    db.tx([account], (q) => findShown(q, account, params.templateId)),
  );
  handle(api, emailTemplateRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      checkEmailTemplate(call.body);
      const templateId = await insertEmailTemplate(q, call.account, call.body);
      await audit(q, call, "emailTemplate.create", templateId, { title: call.body.templateTitle });
      return findShown(q, call.account, templateId);
    }),
  );
  handle(api, emailTemplateRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateId } = call.params;
      checkEmailTemplate(call.body);
      const before = await findEmailTemplate(q, call.account, templateId);
      if (before === null || !(await updateEmailTemplate(q, call.account, { ...call.body, templateId })))
        throw notFound("e-mail template");
      const shown = await findShown(q, call.account, templateId);
      await auditChange(q, call, "emailTemplate.update", templateId, {
        about: { title: call.body.templateTitle },
        before,
        after: shown.map(({ usedBy: _, created: __, ...row }) => row)[0] ?? before,
      });
      return shown;
    }),
  );
  handle(api, emailTemplateRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateId } = call.params;
      if (!(await removeEmailTemplate(q, call.account, templateId))) throw notFound("e-mail template");
      await audit(q, call, "emailTemplate.delete", templateId);
      return [{ id: templateId }];
    }),
  );
}

async function findShown(q: Query, account: string, templateId: string): Promise<EmailTemplate[]> {
  const row = await findEmailTemplate(q, account, templateId);
  if (!row) throw notFound("e-mail template");
  return showUsed(q, account, [row]);
}
