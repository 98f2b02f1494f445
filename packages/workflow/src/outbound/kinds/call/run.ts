import type { Behaviour, Moment, Outcome, SavedNode } from "../../../nodeKind.ts";
import { addressOf, callEnded, type Fill, placeCall } from "../../../parts/placeCall.ts";
import { keyMenu } from "../../../voice/dtmf.ts";
import type { CallPlan, Prompt } from "../../../voice/script.ts";
import type { Own } from "./saved.ts";

function run(node: SavedNode & Own, at: Moment): Outcome {
  const rewords =
    (node.answerAction === "textToSpeech" && node.useAiRewording) ||
    node.dtmfActions.some((row) => row.useAiRewording && /^(say|voicemailSay)$/.test(row.action));
  // rewording needs a language model; without one the words are spoken as they are, and the step says so (decisions, aiAssist)
  return placeCall(node, at, (fill) => planOf(node, fill), rewords ? "no_model" : undefined);
}

/** The call as it will go, in this contact's words. */
function planOf(node: SavedNode & Own, fill: Fill): CallPlan {
  const voice = node.textToSpeechVoice || undefined;
  const message: Prompt =
    node.answerAction === "playAudio"
      ? { do: "play", url: fill(node.audioUrl).trim() }
      : { do: "say", text: fill(node.textToSpeechText), ...(voice !== undefined && { voice }) };
  const actions = node.dtmfActions.flatMap(({ number, action, actionContext }) =>
    number === null ? [] : [{ number, action, actionContext: fill(actionContext).trim() }],
  );
  const statusCallback = addressOf(node.statusCallbackUrl, fill);
  const fallback = addressOf(node.fallbackUrl, fill);
  const recordCallback = addressOf(node.recordCallbackUrl, fill);
  const machineCallback = addressOf(node.ifMachineCallbackUrl, fill);
  return {
    ...keyMenu(message, actions, node.audioTimeout ?? 3, voice),
    machine: node.ifMachine === "continue" ? [message, { do: "hangUp" }] : null,
    ...(statusCallback && { statusCallback }),
    ...(fallback && { fallback }),
    ...(recordCallback && { recordCallback }),
    ...(machineCallback && { machineCallback }),
    ...(node.record && { record: "wav" as const }),
  };
}

export const behaviour: Behaviour<Own> = {
  run,
  wake: run,
  answer: (node, answer, at) => (answer.again ? run(node, at) : callEnded(node, answer)),
};
