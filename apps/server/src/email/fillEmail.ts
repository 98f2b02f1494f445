import type { OutgoingEmail } from "@trunkline/workflow/engine/effects.ts";
import type { EmailTemplate } from "@trunkline/workflow/engine/world.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { renderText } from "@trunkline/workflow/parts/text/text.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (one) => ownValue(entities, one) ?? one);

/** The content of an e-mail from a template of ours. Values are escaped in HTML. Throws a `TemplateError`. */
export function fillEmail(
  template: Omit<EmailTemplate, "templateId">,
  email: Pick<OutgoingEmail, "subject" | "replacements" | "zone">,
  nowMs: number,
): { subject: string; html: string; text: string } {
  const context = { nowMs, zone: email.zone };
  const value = (name: string): string | undefined => ownValue(email.replacements, name);
  const fill = (part: string): string => renderText(part, value, context).text;
  const escaped = (name: string): string | undefined => {
    const found = value(name);
    return found === undefined ? undefined : escapeHtml(found);
  };
  return {
    // the node's subject replaces the template's
    subject: email.subject === "" ? fill(template.subject) : email.subject,
    html: renderText(template.html, escaped, context).text,
    text: fill(template.text),
  };
}
