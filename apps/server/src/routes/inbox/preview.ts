import { inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { TemplateError } from "@trunkline/workflow/freemarker/templateError.ts";
import { renderText } from "@trunkline/workflow/parts/text/text.ts";
import { readVariable } from "@trunkline/workflow/parts/variables.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import type { ContactRow } from "../../store/contacts/contact.ts";
import { findSmsTemplate } from "../../store/templates/smsTemplate.ts";
import { needContact } from "../contacts/needContact.ts";
import { needContactsOwn, zonesFromOf } from "./inbox.ts";
import { needReply } from "./savedReply.ts";

/** Templates and saved replies with the values of a contact, to be changed and sent. */
export function registerPreview(api: Api): void {
  handle(api, inboxRoutes.template, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const { contactId } = await needContactsOwn(q, account, params.contactId);
      const template = await findSmsTemplate(q, account, params.templateId);
      if (!template) throw notFound("template");
      return [fillIn(template, await needContact(q, account, contactId))];
    }),
  );
  handle(api, inboxRoutes.savedReply, ({ db, account, params }) =>
    db.tx([account], async (q) => {
      const { contactId } = await needContactsOwn(q, account, params.contactId);
      const { text } = await needReply(q, account, params.replyId);
      const source = { templateText: text, templateMediaUrl: null };
      const { mediaUrl: _, ...filled } = fillIn(source, await needContact(q, account, contactId), "path.replyId");
      return [filled];
    }),
  );
}

/** Fills a template with the contact's fields. */
function fillIn(
  template: { templateText: string; templateMediaUrl: string | null },
  contact: ContactRow,
  where = "path.templateId",
) {
  const at = { vars: {}, contact: { ...contact, zonesFrom: zonesFromOf(contact), dnc: contact.dncBits } };
  const missing = new Set<string>();
  const render = (source: string): string => {
    const made = renderText(source, (name) => readVariable(at, name), { nowMs: Date.now() });
    for (const name of made.missing) missing.add(name);
    return made.text;
  };
  const { templateText, templateMediaUrl } = template;
  try {
    const mediaUrl = templateMediaUrl === null ? null : render(templateMediaUrl);
    return { text: render(templateText), mediaUrl, missing: [...missing] };
  } catch (problem) {
    if (!(problem instanceof TemplateError)) throw problem;
    throw conflict(`The template cannot be filled for this contact: ${problem.message}`, where);
  }
}
