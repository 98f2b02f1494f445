import { type SmsTemplate, smsTemplateRoutes } from "@trunkline/contract/templates/smstemplate.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  findSmsTemplate,
  insertSmsTemplate,
  listSmsTemplates,
  removeSmsTemplate,
  updateSmsTemplate,
} from "../../store/templates/smsTemplate.ts";
import { checkTemplate } from "./checkedTemplate.ts";
import { showUsed } from "./showUsed.ts";

/** Message templates (spec 2 §7.2). */
export function registerSmsTemplate(api: Api): void {
  handle(api, smsTemplateRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => showUsed(q, account, await listSmsTemplates(q, account))),
  );
  handle(api, smsTemplateRoutes.find, ({ db, account, params }) =>
    db.tx([account], (q) => findShown(q, account, params.templateId)),
  );
  handle(api, smsTemplateRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      checkTemplate(call.body);
      const templateId = await insertSmsTemplate(q, call.account, call.body);
      await audit(q, call, "template.create", templateId, { title: call.body.templateTitle });
      return findShown(q, call.account, templateId);
    }),
  );
  handle(api, smsTemplateRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateId } = call.params;
      checkTemplate(call.body);
      const before = await findSmsTemplate(q, call.account, templateId);
      if (before === null || !(await updateSmsTemplate(q, call.account, { ...call.body, templateId })))
        throw notFound("template");
      const shown = await findShown(q, call.account, templateId);
      await auditChange(q, call, "template.update", templateId, {
        about: { title: call.body.templateTitle },
        before,
        after: shown.map(({ usedBy: _, created: __, ...row }) => row)[0] ?? before,
      });
      return shown;
    }),
  );
  handle(api, smsTemplateRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { templateId } = call.params;
      if (!(await removeSmsTemplate(q, call.account, templateId))) throw notFound("template");
      await audit(q, call, "template.delete", templateId);
      return [{ id: templateId }];
    }),
  );
}

async function findShown(q: Query, account: string, templateId: string): Promise<SmsTemplate[]> {
  const row = await findSmsTemplate(q, account, templateId);
  if (!row) throw notFound("template");
  return showUsed(q, account, [row]);
}
