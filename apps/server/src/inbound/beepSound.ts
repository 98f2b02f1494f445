import { samplesPerSecond, writeWav } from "./writeWav.ts";

const hertz = 1_000;
const seconds = 0.4;

/** A short tone as a WAV file. */
export const beepSound = (): Buffer =>
  writeWav(
    Buffer.from(
      Array.from({ length: Math.round(samplesPerSecond * seconds) }, (_, index) =>
        Math.round(128 + 60 * Math.sin((2 * Math.PI * hertz * index) / samplesPerSecond)),
      ),
    ),
  );
