import { samplesPerSecond, writeWav } from "./writeWav.ts";

const hertz = [440, 480];
const toneSeconds = 2;
const silentSeconds = 4;

/** The tone of a phone that rings, as in North America, and the silence after it, as a WAV file. */
export const ringSound = (): Buffer =>
  writeWav(
    Buffer.from(
      Array.from({ length: samplesPerSecond * (toneSeconds + silentSeconds) }, (_, index) => {
        const seconds = index / samplesPerSecond;
        const tone = hertz.reduce((sum, each) => sum + Math.sin(2 * Math.PI * each * seconds), 0);
        return seconds < toneSeconds ? Math.round(128 + 24 * tone) : 128;
      }),
    ),
  );
