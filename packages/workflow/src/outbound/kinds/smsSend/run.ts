import type { Answer } from "../../../engine/effects.ts";
import type { Template } from "../../../engine/world.ts";
import type { Behaviour, Moment, Outcome, SavedNode } from "../../../nodeKind.ts";
import { blocks } from "../../../parts/dnc.ts";
import { linkOrigins } from "../../../parts/links.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { judgeRewording, rewordQuestion } from "../../../parts/reword.ts";
import { renderText } from "../../../parts/text.ts";
import { readVariable } from "../../../parts/variables.ts";
import { judgeWindow, windowWords } from "../../../parts/window.ts";
import type { Own } from "./saved.ts";

// whatever keeps a text from being sent stands on the step, what the contact refused among the messages as well, and the journey goes on (decisions, Failure of an effect)
function run(node: SavedNode & Own, at: Moment, reworded?: Answer): Outcome {
  if (at.contact.phone === null) return { go: nextOf(node), because: "no_phone" };
  const template = at.lookup.template(node.smsTemplateId);
  if (template === undefined) return { fail: "template_deleted" };
  if (blocks(at.contact.dnc, "sms")) {
    const { templateId, text, mediaUrl } = sendSms(template, undefined, at);
    const blocked = { do: "blockSms" as const, templateId, text, ...(mediaUrl && { mediaUrl }), reason: "opted_out" };
    return { go: nextOf(node), because: "opted_out", also: [blocked] };
  }
  const window = judgeWindow(at.now, at.sendWindow);
  if (window.open) {
    if (!node.useAiRewording) return { ask: sendSms(template, window.openUntil, at) };
    // rewording needs a language model; without one the text is sent as it is, and the step says so (decisions, aiAssist)
    if (!at.lookup.hasModel?.()) return { ask: sendSms(template, window.openUntil, at), because: "no_model" };
    if (reworded === undefined) return { ask: { do: "askModel", question: rewordQuestion(template.text, "sms") } };
    return sendReworded(template, reworded, window.openUntil, at);
  }
  if (window.opensAt === null) return { fail: `window_never_opens: ${window.because}` };
  return { wait: { until: window.opensAt }, because: window.because };
}

/** The model's words, when they may stand for the template's; else the template's own, and why stands on the step. */
function sendReworded(template: Template, answer: Answer, openUntil: number | undefined, at: Moment): Outcome {
  if (!answer.ok) return { ask: sendSms(template, openUntil, at), because: answer.reason };
  const made = judgeRewording(template.text, answer.text ?? "");
  if ("refused" in made) return { ask: sendSms(template, openUntil, at), because: `model_unusable: ${made.refused}` };
  return { ask: sendSms({ ...template, text: made.text }, openUntil, at, template.text), because: "reworded" };
}

/** `written`: the text that a person wrote, whose addresses are known; a model's words are not asked for any. */
function sendSms(template: Template, openUntil: number | undefined, at: Moment, written = template.text) {
  const window = windowWords(at.sendWindow);
  const read = (name: string): string | undefined => readVariable(at, name);
  const { text, missing } = renderText(template.text, read);
  const media = template.mediaUrl === null ? undefined : renderText(template.mediaUrl, read);
  if (media) missing.push(...media.missing);
  return {
    do: "sendSms" as const,
    templateId: template.templateId,
    text,
    ...(media && { mediaUrl: media.text }),
    ...(openUntil !== undefined && { openUntil }),
    ...(window !== undefined && { window }),
    ...(missing.length > 0 && { missing }),
    ...(template.shortenLinks && { shorten: linkOrigins(written) }),
  };
}

export const behaviour: Behaviour<Own> = {
  run: (node, at) => run(node, at),
  wake: (node, at) => run(node, at),
  answer(node, answer, at) {
    if (answer.of === "askModel") return run(node, at, answer);
    // the window closed before the carrier got it
    if (answer.again) return run(node, at);
    return { go: nextOf(node), assign: answer.vars, because: answer.ok ? undefined : answer.reason };
  },
};
