/** The next step of a flow, or null at its end. */
export type Target = string | null;

/** A comparison. The variable `replyMark` is the answer to the last question. */
export interface ForeignStatement {
  variable: string;
  /** An operation of conditions, or a pattern that a computation tests first. */
  operation: string;
  value: string;
}

/** Marks the answer to the last question, in statements and inside `${…}` of texts. */
export const replyMark = "@reply";

/** A node with one way out, or a text at the place of something that was not converted. */
export type Part =
  | { is: "node"; type: string; own: Record<string, unknown> }
  | { is: "text"; title: string; text: string; mediaUrl: string | null }
  | { is: "note"; text: string };

interface Case {
  statements: ForeignStatement[];
  to: Target;
}

/** How a step continues. */
export type Exit =
  | { is: "next"; to: Target }
  | { is: "cases"; cases: Case[]; otherwise: Target }
  /** Waits for an answer, saves it under a name if it is used later, and branches on it. */
  | { is: "wait"; seconds: number; save: string | null; cases: Case[]; otherwise: Target; timeout: Target }
  | { is: "shares"; shares: { weight: number; to: Target }[] }
  | { is: "webhook"; webhookId: string; success: Target; failure: Target }
  /** Nothing does the same here: the journey stops, and what followed becomes sections of its own. */
  | { is: "dead"; why: string; exits: { name: string; to: Target }[] };

/** What became of one step of the foreign file. */
export interface ConvertedStep {
  flow: string;
  /** Its name or text in the file. */
  step: string;
  /** Its type in the file. */
  type: string;
  result: "mapped" | "changed" | "notMapped";
  /** What it is now, such as "SMS Send, Event". */
  became: string;
  /** What is different, or why it could not be converted. */
  why: string;
}

export interface ForeignStep {
  id: string;
  name: string;
  parts: Part[];
  exit: Exit;
}

/** A flow of another product in terms of steps that our nodes can do. */
export interface ForeignFlow {
  id: string;
  name: string;
  entry: Target;
  steps: ReadonlyMap<string, ForeignStep>;
}
