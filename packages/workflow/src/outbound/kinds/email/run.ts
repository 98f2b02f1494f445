import type { EmailParty } from "../../../engine/effects.ts";
import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
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
  const others = (list: Own["cc"]): EmailParty[] => list.map(party).filter(({ email }) => isEmailAddress(email));
  const email = {
    provider: node.provider,
    templateId: fill(node.templateId),
    subject: fill(node.subject),
    from: party(node.from),
    to,
    cc: others(node.cc),
    bcc: others(node.bcc),
    replacements: Object.fromEntries(Object.entries(node.replacements).map(([key, value]) => [key, fill(value)])),
  };
  return { ask: { do: "sendEmail", email, ...(missing.size > 0 && { missing: [...missing] }) } };
}

export const behaviour: Behaviour<Own> = {
  run,
  // a simulated e-mail counts as sent, and the step says where to find it
  answer: (node, answer) => ({ go: nextOf(node), assign: answer.vars, because: answer.reason }),
};
