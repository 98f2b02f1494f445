import { create } from "zustand";

/** The number that a page asks the phone to call. */
interface DialState {
  /** Null: no one asks. Each request is an object of its own, so that the same number can be asked for again. */
  asked: { to: string } | null;
}

export const useDialState = create<DialState>(() => ({ asked: null }));

/** Opens the phone with a number to call. */
export const askToDial = (to: string): void => useDialState.setState({ asked: { to } });
