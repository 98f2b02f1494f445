import type { Versioned } from "../versions/versioned.ts";

/** What the saved tests of a workflow say about the drawing. */
export interface TestsVerdict {
  /** How many tests there are. */
  count: number;
  /** Those that fail, each with its first difference. */
  failed: string[];
  /** Whether a save is refused while one fails. */
  mustPass: boolean;
}

/** What the dialog that publishes works on. */
export interface PublishParts {
  close: () => void;
  /** Whether the user has to ask for approval. */
  mustAsk: boolean;
  of: Versioned;
  /** Plays the tests on the drawing. */
  playTests: () => Promise<TestsVerdict>;
  /** The save of the editor, with its checks and toasts. Returns the saved version, 0 if it was not saved. */
  save: () => Promise<number>;
  /** Returns whether the request for approval was made. */
  ask: (note: string) => Promise<boolean>;
}
