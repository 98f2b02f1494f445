import { samplesPerSecond, writeWav } from "../../inbound/writeWav.ts";

/** A WAV file with a low tone in the rhythm of speech: the demo has voicemails that can be heard, and no one's voice. */
export function murmur(seconds: number, next: () => number): Buffer {
  const samples = Buffer.alloc(seconds * samplesPerSecond, 0x80);
  for (let at = samplesPerSecond / 2; at < samples.length; ) {
    const syllable = Math.round((0.12 + next() * 0.2) * samplesPerSecond);
    const loud = 20 + next() * 70;
    const hertz = 120 + next() * 60;
    for (let n = 0; n < syllable && at + n < samples.length; n++) {
      const swell = Math.sin((Math.PI * n) / syllable);
      samples[at + n] = Math.round(0x80 + loud * swell * Math.sin((2 * Math.PI * hertz * n) / samplesPerSecond));
    }
    // a pause after some syllables
    at += syllable + Math.round((next() < 0.2 ? 0.5 : 0.05) * samplesPerSecond);
  }
  return writeWav(samples);
}
