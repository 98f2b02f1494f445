import type { Answer } from "../../../engine/effects.ts";
import type { Behaviour, Moment, Outcome } from "../../../nodeKind.ts";
import { addressOf, callEnded, type Fill, placeCall } from "../../../parts/phone/placeCall.ts";
import { checkRewording, rewordQuestion } from "../../../parts/text/reword.ts";
import type { SavedNode } from "../../../savedNode.ts";
import { keyMenu } from "../../../voice/dtmf.ts";
import type { CallPlan, Prompt } from "../../../voice/script.ts";
import type { Own } from "./saved.ts";

type Node = SavedNode & Own;

/** Separates the texts of one rewording request. It is a directive, which a rewording must keep. */
const between = "<#-- -->";

const isSpoken = (action: string): boolean => action === "say" || action === "voicemailSay";
const isRewordedRow = (row: Own["dtmfActions"][number]): boolean => row.useAiRewording && isSpoken(row.action);
const rewordsMessage = (node: Node): boolean => node.answerAction === "textToSpeech" && node.useAiRewording;

/** The texts to reword, message first. */
const textsToReword = (node: Node): string[] => [
  ...(rewordsMessage(node) ? [node.textToSpeechText] : []),
  ...node.dtmfActions.filter(isRewordedRow).map((row) => row.actionContext),
];

/** The node with the reworded texts, in the order of `textsToReword`. */
function withTexts(node: Node, texts: readonly string[]): Node {
  const left = texts.map((text) => text.trim());
  const next = (own: string): string => left.shift() ?? own;
  return {
    ...node,
    textToSpeechText: rewordsMessage(node) ? next(node.textToSpeechText) : node.textToSpeechText,
    dtmfActions: node.dtmfActions.map((row) =>
      isRewordedRow(row) ? { ...row, actionContext: next(row.actionContext) } : row,
    ),
  };
}

const place = (node: Node, at: Moment, because?: string): Outcome =>
  placeCall(node, at, (fill) => planOf(node, fill), because);

/** Without a language model the original texts are spoken, and the step says so (readings, AI Assist). */
function run(node: Node, at: Moment): Outcome {
  const texts = textsToReword(node);
  if (texts.length === 0) return place(node, at);
  const outcome = place(node, at, "no_model");
  // nothing is reworded for a call that is not placed now
  if (!("ask" in outcome) || !at.lookup.hasModel?.()) return outcome;
  return { ask: { do: "askModel", question: rewordQuestion(texts.join(between), "call") } };
}

/** Uses the model's texts if they pass the check, else the node's own with the reason on the step. */
function reworded(node: Node, answer: Answer, at: Moment): Outcome {
  if (!answer.ok) return place(node, at, answer.reason);
  const made = checkRewording(textsToReword(node).join(between), answer.text ?? "");
  if ("refused" in made) return place(node, at, `model_unusable: ${made.refused}`);
  return place(withTexts(node, made.text.split(between)), at, "reworded");
}

/** The call for this contact. */
function planOf(node: Node, fill: Fill): CallPlan {
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
  answer(node, answer, at) {
    if (answer.of === "askModel") return reworded(node, answer, at);
    return answer.again ? run(node, at) : callEnded(node, answer);
  },
};
