import { describe, expect, it } from "vitest";
import { readFileKind } from "../assets/readFileKind.ts";
import { encodeMp3 } from "./encodeMp3.ts";
import { silentRecording } from "./silentRecording.ts";

describe("an mp3 of a recording", () => {
  it("is an mp3 file of the same length", async () => {
    const mp3 = await encodeMp3(silentRecording(10));
    expect(readFileKind("recording", mp3 ?? Buffer.alloc(0))?.contentType).toBe("audio/mpeg");
    // 32 kilobits a second, with up to half a second of padding
    expect((mp3?.length ?? 0) / 4_000).toBeGreaterThanOrEqual(10);
    expect((mp3?.length ?? 0) / 4_000).toBeLessThan(10.5);
  });

  it("is not made of what is no WAV file", async () => {
    expect(await encodeMp3(Buffer.from("RIFF nonsense"))).toBeNull();
  });
});
