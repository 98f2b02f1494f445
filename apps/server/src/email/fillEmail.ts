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

/** The body of an e-mail from a template of ours. Values are escaped in HTML. Throws a `TemplateError`. */
export function fillEmail(
  template: Pick<EmailTemplate, "html" | "text">,
  email: Pick<OutgoingEmail, "replacements" | "zone">,
  nowMs: number,
): { html: string; text: string } {
  const context = { nowMs, zone: email.zone };
  const value = (name: string): string | undefined => ownValue(email.replacements, name);
  const escaped = (name: string): string | undefined => {
    const found = value(name);
    return found === undefined ? undefined : escapeHtml(found);
  };
  return {
    html: renderText(template.html, escaped, context).text,
    text: renderText(template.text, value, context).text,
  };
}
