import type { ModelQuestion } from "../../../engine/effects.ts";
import { ownValue } from "../../../parts/ownValue.ts";

/** A conversation between the contact and the model, as the journey carries it. */
export interface Conversation {
  /** What the node waits for: its window, a text, the delay's end, the model, the carrier. */
  phase: "closed" | "listening" | "delay" | "thinking" | "sending";
  turns: ModelQuestion["turns"];
  answers: number;
  /** The model said that nothing is left to be said. */
  ending: boolean;
  /** What the contact wrote while an answer was made or sent, in its order: answered next. */
  missed: string[];
  /** Epoch ms when the window closes; null: never. */
  closesAt: number | null;
}

/** The model reads so much of what was said before. */
const mostTurns = 16;

/** Nothing was said yet. */
export const newConversation: Conversation = {
  phase: "listening",
  turns: [],
  answers: 0,
  ending: false,
  missed: [],
  closesAt: null,
};

const nameOf = (node: number): string => `node${node}.assist`;

/** The conversation of a node; a new one when there is none that can be read. */
export function readConversation(at: { vars: Readonly<Record<string, string>> }, node: number): Conversation {
  const text = ownValue(at.vars, nameOf(node));
  if (text === undefined) return newConversation;
  try {
    return { ...newConversation, ...(JSON.parse(text) as Partial<Conversation>) };
  } catch {
    // a node before may have written what it liked under this name
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
