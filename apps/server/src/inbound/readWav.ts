/** Sound of one channel; samples from -1 to 1. */
export interface Sound {
  sampleRate: 8_000 | 11_025 | 12_000 | 16_000 | 22_050 | 24_000 | 32_000 | 44_100 | 48_000;
  samples: Float32Array;
}

const sampleRates: readonly number[] = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const isSampleRate = (rate: number): rate is Sound["sampleRate"] => sampleRates.includes(rate);

/** The first channel of a WAV file of 8 or 16 bits PCM; null where it is something else. */
export function readWav(data: Buffer): Sound | null {
  if (data.toString("latin1", 0, 4) !== "RIFF" || data.toString("latin1", 8, 12) !== "WAVE") return null;
  let format: { channels: number; sampleRate: Sound["sampleRate"]; bits: number } | null = null;
  for (let at = 12; at + 8 <= data.length; ) {
    const name = data.toString("latin1", at, at + 4);
    const length = data.readUInt32LE(at + 4);
    const body = data.subarray(at + 8, at + 8 + length);
    if (name === "fmt " && body.length >= 16) {
      const [kind, channels, sampleRate, bits] = [
        body.readUInt16LE(0),
        body.readUInt16LE(2),
        body.readUInt32LE(4),
        body.readUInt16LE(14),
      ];
      if (kind !== 1 || channels < 1 || (bits !== 8 && bits !== 16) || !isSampleRate(sampleRate)) return null;
      format = { channels, sampleRate, bits };
    }
    if (name === "data") return format && { sampleRate: format.sampleRate, samples: readSamples(body, format) };
    // chunks begin at even places
    at += 8 + length + (length % 2);
  }
  return null;
}

function readSamples(body: Buffer, { channels, bits }: { channels: number; bits: number }): Float32Array {
  const width = (bits / 8) * channels;
  const samples = new Float32Array(Math.floor(body.length / width));
  for (let index = 0; index < samples.length; index++)
    samples[index] =
      bits === 8 ? ((body[index * width] ?? 0x80) - 0x80) / 0x80 : body.readInt16LE(index * width) / 0x8000;
  return samples;
}
