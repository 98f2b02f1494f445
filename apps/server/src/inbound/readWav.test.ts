import { describe, expect, it } from "vitest";
import { readPeaks } from "./readWav.ts";
import { silentRecording } from "./silentRecording.ts";
import { samplesPerSecond, writeWav } from "./writeWav.ts";

describe("the peaks of a recording", () => {
  it("show where it is loud, in 160 parts", () => {
    const samples = Buffer.alloc(16 * samplesPerSecond, 0x80);
    // the second half at half of the greatest loudness
    for (let at = samples.length / 2; at < samples.length; at++) samples[at] = at % 2 === 0 ? 0xc0 : 0x40;
    const peaks = readPeaks(writeWav(samples));
    expect(peaks).toHaveLength(160);
    expect([peaks?.[0], peaks?.[79], peaks?.[80], peaks?.[159]]).toEqual([0, 0, 128, 128]);
  });

  it("are zero in silence, and missing where nothing was recorded or the file is no WAV", () => {
    expect(readPeaks(silentRecording(3))?.every((peak) => peak === 0)).toBe(true);
    expect(readPeaks(writeWav(Buffer.alloc(10, 0x80)))).toBeNull();
    expect(readPeaks(Buffer.from("RIFF nonsense"))).toBeNull();
  });
});
