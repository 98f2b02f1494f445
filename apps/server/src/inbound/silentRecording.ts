import { samplesPerSecond, wavChunk, writeWav } from "./writeWav.ts";

const silence = 0x80;
/** A silent file says nothing more after this long. */
const mostSeconds = 600;

const label = "Silent: recorded by the simulated carrier, where no microphone was there";

/** A WAV file of silence that says so in its title (readings, Voice: each side records itself). */
export function silentRecording(seconds: number): Buffer {
  const samples = Math.max(1, Math.min(mostSeconds, Math.round(seconds))) * samplesPerSecond;
  const title = Buffer.from(`${label}\0${label.length % 2 === 0 ? "\0" : ""}`, "latin1");
  const info = Buffer.concat([Buffer.from("INFO", "latin1"), wavChunk("INAM", title)]);
  return writeWav(Buffer.alloc(samples, silence), wavChunk("LIST", info));
}
