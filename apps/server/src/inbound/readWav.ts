/** Sound of one channel; samples from -1 to 1. */
export interface Sound {
  sampleRate: 8_000 | 11_025 | 12_000 | 16_000 | 22_050 | 24_000 | 32_000 | 44_100 | 48_000;
  samples: Float32Array;
}

const sampleRates: readonly number[] = [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const isSampleRate = (rate: number): rate is Sound["sampleRate"] => sampleRates.includes(rate);

/** How the samples of a WAV file are written. */
interface WavFormat {
  channels: number;
  sampleRate: Sound["sampleRate"];
  bits: number;
}

/** The first channel of a WAV file of 8 or 16 bits PCM; null where it is something else. */
export function readWav(data: Buffer): Sound | null {
  const found = findSamples(data);
  return found && { sampleRate: found.format.sampleRate, samples: readSamples(found.body, found.format) };
}

/** Peaks of a recording, as they are drawn. */
const peakCount = 160;
/** Samples that are read for a peak of a long recording: enough to show where someone speaks. */
const samplesPerPeak = 2_000;

/** The loudest sample of each part of a WAV file, from 0 to 255; null where it cannot be read or has no sound. */
export function readPeaks(data: Buffer): Buffer | null {
  const found = findSamples(data);
  if (found === null) return null;
  const { body, format } = found;
  const count = Math.floor(body.length / sampleBytes(format));
  if (count < peakCount) return null;
  const peaks = Buffer.alloc(peakCount);
  const step = Math.max(1, Math.floor(count / peakCount / samplesPerPeak));
  for (let part = 0; part < peakCount; part++) {
    let loudest = 0;
    const end = Math.floor(((part + 1) * count) / peakCount);
    for (let at = Math.floor((part * count) / peakCount); at < end; at += step)
      loudest = Math.max(loudest, Math.abs(readSample(body, at, format)));
    peaks[part] = Math.min(255, Math.round(loudest * 255));
  }
  return peaks;
}

function findSamples(data: Buffer): { format: WavFormat; body: Buffer } | null {
  if (data.toString("latin1", 0, 4) !== "RIFF" || data.toString("latin1", 8, 12) !== "WAVE") return null;
  let format: WavFormat | null = null;
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
    if (name === "data") return format && { format, body };
    // chunks begin at even places
    at += 8 + length + (length % 2);
  }
  return null;
}

const sampleBytes = ({ channels, bits }: WavFormat): number => (bits / 8) * channels;

const readSample = (body: Buffer, index: number, format: WavFormat): number => {
  const at = index * sampleBytes(format);
  return format.bits === 8 ? ((body[at] ?? 0x80) - 0x80) / 0x80 : body.readInt16LE(at) / 0x8000;
};

function readSamples(body: Buffer, format: WavFormat): Float32Array {
  const samples = new Float32Array(Math.floor(body.length / sampleBytes(format)));
  for (let index = 0; index < samples.length; index++) samples[index] = readSample(body, index, format);
  return samples;
}
