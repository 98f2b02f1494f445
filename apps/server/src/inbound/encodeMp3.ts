import { setImmediate } from "node:timers/promises";
import { createMp3Encoder } from "wasm-media-encoders";
import { readWav } from "./readWav.ts";

/** Speech at 8 or 16 kHz; more bits are not heard. */
const kilobits = 32;
/** Samples that are encoded before other work has its turn: some milliseconds. */
const samplesAtOnce = 32_000;

/** A WAV file as MP3; null where it cannot be read. The encoder is LAME as WebAssembly and needs no program of the system. */
export async function encodeMp3(wav: Buffer): Promise<Buffer | null> {
  const sound = readWav(wav);
  if (sound === null) return null;
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate: sound.sampleRate, channels: 1, bitrate: kilobits });
  const parts: Buffer[] = [];
  for (let from = 0; from < sound.samples.length; from += samplesAtOnce) {
    // the encoder uses its output buffer again
    parts.push(Buffer.from(encoder.encode([sound.samples.subarray(from, from + samplesAtOnce)])));
    await setImmediate();
  }
  parts.push(Buffer.from(encoder.finalize()));
  return Buffer.concat(parts);
}
