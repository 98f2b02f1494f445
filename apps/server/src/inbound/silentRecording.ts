/** Telephone quality: one byte a sample. */
const samplesPerSecond = 8_000;
const silence = 0x80;
/** A silent file says nothing more after this long. */
const mostSeconds = 600;

const label = "Silent: recorded by the simulated carrier, where no microphone was there";

/** A WAV file of silence that says so in its title (readings, Voice: each side records itself). */
export function silentRecording(seconds: number): Buffer {
  const samples = Math.max(1, Math.min(mostSeconds, Math.round(seconds))) * samplesPerSecond;
  const title = Buffer.from(`${label}\0${label.length % 2 === 0 ? "\0" : ""}`, "latin1");
  const info = Buffer.concat([Buffer.from("INFOINAM", "latin1"), uint32(title.length), title]);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(samplesPerSecond, 4);
  format.writeUInt32LE(samplesPerSecond, 8);
  format.writeUInt16LE(1, 12);
  format.writeUInt16LE(8, 14);
  const body = Buffer.concat([
    Buffer.from("WAVE", "latin1"),
    chunk("fmt ", format),
    chunk("LIST", info),
    chunk("data", Buffer.alloc(samples, silence)),
  ]);
  return Buffer.concat([Buffer.from("RIFF", "latin1"), uint32(body.length), body]);
}

const chunk = (name: string, data: Buffer): Buffer =>
  Buffer.concat([Buffer.from(name, "latin1"), uint32(data.length), data]);

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
