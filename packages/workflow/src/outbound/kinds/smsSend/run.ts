import type { Behaviour, Moment, Outcome, SavedNode } from "../../../nodeKind.ts";
import { blocks } from "../../../parts/dnc.ts";
import { nextOf } from "../../../parts/oneExit.ts";
import { renderText } from "../../../parts/text.ts";
import { readVariable } from "../../../parts/variables.ts";
import { judgeWindow, windowWords } from "../../../parts/window.ts";
import type { Own } from "./saved.ts";

// whatever keeps a text from being sent stands on the step, what the contact refused among the messages as well, and the journey goes on (decisions, Failure of an effect)
function run(node: SavedNode & Own, at: Moment): Outcome {
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
    // rewording needs a language model; without one the text is sent as it is, and the step says so (decisions, aiAssist)
    return { ask: sendSms(template, window.openUntil, at), because: node.useAiRewording ? "no_model" : undefined };
  }
  if (window.opensAt === null) return { fail: `window_never_opens: ${window.because}` };
  return { wait: { until: window.opensAt }, because: window.because };
}

function sendSms(
  template: { templateId: string; text: string; mediaUrl: string | null },
  openUntil: number | undefined,
  at: Moment,
) {
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
  };
}

export const behaviour: Behaviour<Own> = {
  run,
  wake: run,
  answer(node, answer, at) {
    // the window closed before the carrier got it
    if (answer.again) return run(node, at);
    return { go: nextOf(node), assign: answer.vars, because: answer.ok ? undefined : answer.reason };
  },
};
