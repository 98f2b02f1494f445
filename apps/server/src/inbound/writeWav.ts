/** Telephone quality: one byte a sample. */
export const samplesPerSecond = 8_000;

/** A sound of one channel as a WAV file, with further chunks before its samples. */
export function writeWav(samples: Buffer, ...others: readonly Buffer[]): Buffer {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(samplesPerSecond, 4);
  format.writeUInt32LE(samplesPerSecond, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const body = Buffer.concat([
    Buffer.from("WAVE", "latin1"),
    wavChunk("fmt ", format),
    ...others,
    wavChunk("data", samples),
  ]);
  return wavChunk("RIFF", body);
}

/** A part of a WAV file. */
export function wavChunk(name: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(data.length);
  return Buffer.concat([Buffer.from(name, "latin1"), length, data]);
}
