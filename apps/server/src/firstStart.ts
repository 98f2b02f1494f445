import type { Parts } from "./startProgram.ts";

/** Makes what a first start needs and answers how to sign in, in one line. */
export async function firstStart(_parts: Parts): Promise<string> {
  return "Open it in a browser.";
}
