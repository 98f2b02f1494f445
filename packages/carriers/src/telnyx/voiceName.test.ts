import { expect, it } from "vitest";
import { nearestVoice, voiceName } from "./voiceName.ts";

it.each([
  ["en-US", "en-US-Standard-B", "male", "AWS.Polly.Matthew"],
  ["en-US", "en-US-Neural2-F", "female", "AWS.Polly.Joanna-Neural"],
  ["fr-CA", "fr-CA-Standard-A", "female", "AWS.Polly.Chantal"],
  ["en-US", "en-US-Studio-O", "female", null],
  ["en-US", "en-US-Chirp-HD-D", "male", null],
  ["sv-SE", "sv-SE-Wavenet-C", "male", null],
] as const)("the %s voice %s of a %s speaker is spoken by one of the same language and gender", (...voice) => {
  const [language, code, gender, name] = voice;
  expect(voiceName({ language, code, gender })).toBe(name);
});

it.each([
  ["sv-SE", "sv-SE-Wavenet-C", "male", "AWS.Polly.Astrid"],
  ["en-US", "en-US-Studio-Q", "male", "AWS.Polly.Matthew"],
] as const)("instead of the missing %s voice %s of a %s speaker the nearest one speaks", (...voice) => {
  const [language, code, gender, name] = voice;
  expect(nearestVoice({ language, code, gender })).toBe(name);
});
