import { voiceOf } from "@trunkline/workflow/voice/voices.ts";
import { linesOf } from "./orderLine.ts";

/** Why calls over these carriers cannot speak with a voice. Null: they can. */
export function whyNoVoice(carriers: readonly string[], key: string): string | null {
  const voice = voiceOf(key);
  const isSpoken = carriers.every((carrier) => linesOf(carrier)?.speaks(voice) ?? true);
  return isSpoken
    ? null
    : `The carrier of your numbers does not have the voice "${voice.label}". Choose another standard or premium voice`;
}
