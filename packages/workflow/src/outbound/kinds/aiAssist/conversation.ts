import type { ModelQuestion } from "../../../engine/effects.ts";
import { ownValue } from "../../../parts/ownValue.ts";

/** The conversation between contact and model, as saved in the journey. */
export interface Conversation {
  /** What the node waits for: its window, a text, the delay, the model, the carrier. */
  phase: "closed" | "listening" | "delay" | "thinking" | "sending";
  turns: ModelQuestion["turns"];
  answers: number;
  /** The model marked the conversation as finished. */
  ending: boolean;
  /** Texts of the contact that arrived while an answer was written or sent, answered next. */
  missed: string[];
  /** Epoch ms when the window closes; null means never. */
  closesAt: number | null;
}

/** How many characters of the conversation the model reads. */
const mostTurns = 16;

/** An empty conversation. */
export const newConversation: Conversation = {
  phase: "listening",
  turns: [],
  answers: 0,
  ending: false,
  missed: [],
  closesAt: null,
};

const nameOf = (node: number): string => `node${node}.assist`;

/** The saved conversation of a node, or a new one when it cannot be read. */
export function readConversation(at: { vars: Readonly<Record<string, string>> }, node: number): Conversation {
  const text = ownValue(at.vars, nameOf(node));
  if (text === undefined) return newConversation;
  try {
    return { ...newConversation, ...(JSON.parse(text) as Partial<Conversation>) };
  } catch {
    // an earlier node can have written anything under this name
    return newConversation;
  }
}

/** The variable that holds a conversation. */
export const writeConversation = (node: number, talk: Conversation): Record<string, string> => ({
  [nameOf(node)]: JSON.stringify({
    ...talk,
    turns: talk.turns.slice(-mostTurns),
    missed: talk.missed.slice(-mostTurns),
  }),
});
