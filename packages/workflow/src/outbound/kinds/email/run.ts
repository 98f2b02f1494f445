import type { EmailParty } from "../../../engine/effects.ts";
import type { EmailTemplate } from "../../../engine/world.ts";
import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { ownValue, setOwnValue } from "../../../parts/ownValue.ts";
import { isEmailAddress } from "../../../parts/text/emailAddress.ts";
import { renderText, textContextOf } from "../../../parts/text/text.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { SavedNode } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

// if an e-mail cannot be sent, the journey continues with the reason on the step (readings, Failure of an effect)
function run(node: SavedNode & Own, at: Moment): Outcome {
  const missing = new Set<string>();
  const fill = (text: string): string => {
    const made = renderText(text, (name) => readVariable(at, name), textContextOf(at));
    for (const name of made.missing) missing.add(name);
    return made.text.trim();
  };
  const party = ({ email, name }: { email: string; name: string }): EmailParty => ({
    email: fill(email),
    name: fill(name).replace(/\s+/g, " "),
  });
  const to = party(node.toVariable);
  if (node.toVariable.email.trim() === "") to.email = at.contact.email ?? "";
  if (to.email === "") return { go: nextOf(node), because: "no_email" };
  if (!isEmailAddress(to.email)) return { go: nextOf(node), because: `invalid_email: ${to.email}` };
  const replacements = Object.fromEntries(Object.entries(node.replacements).map(([key, value]) => [key, fill(value)]));
  const templateId = fill(node.templateId);
  let subject = fill(node.subject);
  if (node.provider === "smtp") {
    const template = at.lookup.emailTemplate?.(templateId);
    if (template === undefined) return { go: nextOf(node), because: "template_deleted" };
    const added = addValues(template, replacements, at);
    for (const name of added.missing) missing.add(name);
    // one on the node replaces the template's
    if (subject === "") subject = added.subject;
  }
  const others = (list: Own["cc"]): EmailParty[] => list.map(party).filter(({ email }) => isEmailAddress(email));
  const email = {
    provider: node.provider,
    templateId,
    subject,
    from: party(node.from),
    to,
    cc: others(node.cc),
    bcc: others(node.bcc),
    replacements,
    ...(node.provider === "smtp" && at.contact.zones[0] !== undefined && { zone: at.contact.zones[0] }),
  };
  return { ask: { do: "sendEmail", email, ...(missing.size > 0 && { missing: [...missing] }) } };
}

/** Adds the values of the template's variables to the replacements, so that sending needs no contact. Returns the subject and the names without a value. */
function addValues(
  { subject, html, text }: EmailTemplate,
  replacements: Record<string, string>,
  at: Moment,
): { subject: string; missing: string[] } {
  const read = (name: string): string | undefined => {
    const value = ownValue(replacements, name) ?? readVariable(at, name);
    if (value !== undefined) setOwnValue(replacements, name, value);
    return value;
  };
  const filled = [subject, html, text].map((part) => renderText(part, read, textContextOf(at)));
  return { subject: filled[0]?.text ?? "", missing: filled.flatMap(({ missing }) => missing) };
}

export const behaviour: Behaviour<Own> = {
  run,
  // a simulated e-mail counts as sent, and the step says where to find it
  answer: (node, answer) => ({ go: nextOf(node), assign: answer.vars, because: answer.reason }),
};
