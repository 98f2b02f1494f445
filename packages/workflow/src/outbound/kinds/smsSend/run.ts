import type { Answer } from "../../../engine/effects.ts";
import type { Template } from "../../../engine/world.ts";
import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { stopReason } from "../../../parts/phone/dnc.ts";
import { linkOrigins } from "../../../parts/text/links.ts";
import { checkRewording, rewordQuestion } from "../../../parts/text/reword.ts";
import { renderText, textContextOf } from "../../../parts/text/text.ts";
import { describeWindow, evaluateWindow } from "../../../parts/time/window.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { SavedNode } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

// if a text cannot be sent, the journey continues with the reason on the step; blocked texts also appear among the messages (readings, Failure of an effect)
function run(node: SavedNode & Own, at: Moment, reworded?: Answer): Outcome {
  if (at.contact.phone === null) return { go: nextOf(node), because: "no_phone" };
  const template = at.lookup.template(node.smsTemplateId);
  if (template === undefined) return { fail: "template_deleted" };
  const stopped = stopReason(at.contact.dnc, "sms");
  if (stopped !== undefined) {
    const { templateId, text, mediaUrl } = sendSms(template, undefined, at);
    const blocked = { do: "blockSms" as const, templateId, text, ...(mediaUrl && { mediaUrl }), reason: stopped };
    return { go: nextOf(node), because: stopped, also: [blocked] };
  }
  const window = evaluateWindow(at.now, at.sendWindow);
  if (window.open) {
    if (!node.useAiRewording) return { ask: sendSms(template, window.openUntil, at) };
    // without a language model the original text is sent, and the step says so (readings, AI Assist)
    if (!at.lookup.hasModel?.()) return { ask: sendSms(template, window.openUntil, at), because: "no_model" };
    if (reworded === undefined) return { ask: { do: "askModel", question: rewordQuestion(template.text, "sms") } };
    return sendReworded(template, reworded, window.openUntil, at);
  }
  if (window.opensAt === null) return { fail: `window_never_opens: ${window.because}` };
  return { wait: { until: window.opensAt }, because: window.because };
}

/** Uses the model's text if it passes the check, else the template's own with the reason on the step. */
function sendReworded(template: Template, answer: Answer, openUntil: number | undefined, at: Moment): Outcome {
  if (!answer.ok) return { ask: sendSms(template, openUntil, at), because: answer.reason };
  const made = checkRewording(template.text, answer.text ?? "");
  if ("refused" in made) return { ask: sendSms(template, openUntil, at), because: `model_unusable: ${made.refused}` };
  return { ask: sendSms({ ...template, text: made.text }, openUntil, at, template.text), because: "reworded" };
}

/** `written`: the text before rewording. Only its links are known; a model cannot add any. */
function sendSms(template: Template, openUntil: number | undefined, at: Moment, written = template.text) {
  const window = describeWindow(at.sendWindow);
  const read = (name: string): string | undefined => readVariable(at, name);
  const context = textContextOf(at);
  const { text, missing } = renderText(template.text, read, context);
  const media = template.mediaUrl === null ? undefined : renderText(template.mediaUrl, read, context);
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
    // the window closed before the carrier accepted it
    if (answer.again) return run(node, at);
    return { go: nextOf(node), assign: answer.vars, because: answer.ok ? undefined : answer.reason };
  },
};
