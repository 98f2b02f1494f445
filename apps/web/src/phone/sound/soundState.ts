import { create } from "zustand";

/** The call whose sound is in this window. */
interface SoundCall {
  isMuted: boolean;
  mute(isMuted: boolean): void;
  /** A key from 0 to 9, * or #. */
  press(key: string): void;
}

/** The sound of calls in this window. */
interface SoundState {
  /** `elsewhere`: another window of this browser carries it. */
  is: "off" | "elsewhere" | "starting" | "ready" | "failed";
  /** Why it failed, and what to do. */
  problem: string | null;
  /** The connections whose calls this window takes. Undefined: this window does not say. */
  inBrowser: readonly string[] | undefined;
  call: SoundCall | null;
}

export const useSoundState = create<SoundState>(() => ({ is: "off", problem: null, inBrowser: undefined, call: null }));
