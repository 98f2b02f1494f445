import { describe, expect, it } from "vitest";
import { sampledVoices, sampleOf } from "./voiceSamples.ts";
import { allVoices } from "./voices.ts";

describe("Samples of voices (spec 3 §2; readings, Voice)", () => {
  it("each voice has one, in a language of its own", () => {
    const textOf = new Map(sampledVoices().map((voice) => [sampleOf(voice).name, sampleOf(voice).text]));
    expect(allVoices.filter((voice) => !textOf.has(sampleOf(voice).name))).toEqual([]);
    const languages = Map.groupBy(allVoices, ({ language }) => language.slice(0, 2));
    const spoken = [...languages.values()].map(([voice]) => voice && sampleOf(voice).text);
    expect(new Set(spoken).size).toBe(languages.size);
  });

  it("voices of one language and gender share one", () => {
    expect(new Set(sampledVoices().map((voice) => sampleOf(voice).name)).size).toBe(sampledVoices().length);
    expect(sampledVoices().length).toBeLessThan(allVoices.length);
  });
});
