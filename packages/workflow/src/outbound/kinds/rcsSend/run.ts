import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { stopReason } from "../../../parts/phone/dnc.ts";
import { renderRcs } from "../../../parts/rcs/renderRcs.ts";
import { rcsOrigins } from "../../../parts/rcs/shortenRcs.ts";
import { textContextOf } from "../../../parts/text/text.ts";
import { describeWindow, evaluateWindow } from "../../../parts/time/window.ts";
import { readVariable } from "../../../parts/variables.ts";
import type { SavedNode } from "../../../savedNode.ts";
import type { Own } from "./saved.ts";

// if the message cannot be sent, the contact follows the failure path with the reason on the step; blocked messages also appear among the messages (spec 2 §3.3; readings, Failure of an effect)
function run(node: SavedNode & Own, at: Moment): Outcome {
  const template = at.lookup.rcsTemplate?.(node.rcsTemplateKey);
  if (template === undefined) return { fail: "rcs_template_deleted" };
  const agent = at.lookup.rcsAgent?.(node.agentId);
  if (agent === undefined) return { fail: "rcs_agent_deleted" };
  if (at.contact.phone === null) return { go: node.failurePath, because: "no_phone" };
  const { content, missing } = renderRcs(template.content, (name) => readVariable(at, name), textContextOf(at));
  const message = { ...content, agentId: agent.agentId, agentName: agent.name, templateKey: template.templateKey };
  const stopped = stopReason(at.contact.dnc, "rcs");
  if (stopped !== undefined) {
    const blocked = { do: "blockRcs" as const, message, reason: stopped };
    return { go: node.failurePath, because: stopped, also: [blocked] };
  }
  const verdict = evaluateWindow(at.now, at.sendWindow);
  if (!verdict.open) {
    if (verdict.opensAt === null) return { fail: `window_never_opens: ${verdict.because}` };
    return { wait: { until: verdict.opensAt }, because: verdict.because };
  }
  const window = describeWindow(at.sendWindow);
  const shorten = rcsOrigins(template.content);
  const deliveredWithinSeconds = at.lookup.rcsDeliveredWithinSeconds ?? agent.deliveredWithinSeconds;
  return {
    ask: {
      do: "sendRcs",
      message,
      ...(shorten !== undefined && { shorten }),
      ...(verdict.openUntil !== undefined && { openUntil: verdict.openUntil }),
      ...(window !== undefined && { window }),
      ...(missing.length > 0 && { missing }),
      ...(deliveredWithinSeconds !== undefined && { deliveredWithinSeconds }),
    },
  };
}

export const behaviour: Behaviour<Own> = {
  run,
  wake: run,
  answer(node, answer, at) {
    // the window closed before the carrier accepted it
    if (answer.again) return run(node, at);
    if (answer.timeIsUp) return { go: node.failurePath, because: "rcs_undelivered" };
    return answer.ok
      ? { go: node.successPath, assign: answer.vars }
      : { go: node.failurePath, assign: answer.vars, because: answer.reason };
  },
};
