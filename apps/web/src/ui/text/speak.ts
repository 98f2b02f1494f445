import type { VoiceSample } from "@trunkline/workflow/voice/voiceSamples.ts";
import { voiceOf } from "@trunkline/workflow/voice/voices.ts";

/** Whether this browser has a voice. */
export const canSpeak = (): boolean => "speechSynthesis" in window && window.speechSynthesis.getVoices().length > 0;

/** Speaks a text with the browser's closest voice. Calls `over` at its end, but not when it is stopped early. */
export function speak(text: string, voiceKey: string | undefined, over: () => void, speed = 1): () => void {
  const { language, gender } = voiceOf(voiceKey);
  const spoken = new SpeechSynthesisUtterance(text);
  const voices = window.speechSynthesis.getVoices().filter((one) => one.lang.replace("_", "-") === language);
  spoken.lang = language;
  spoken.rate = speed;
  spoken.voice = voices.find((one) => one.name.toLowerCase().includes(gender)) ?? voices[0] ?? null;
  let isCut = false;
  spoken.onend = () => {
    if (!isCut) over();
  };
  window.speechSynthesis.speak(spoken);
  return () => {
    isCut = true;
    window.speechSynthesis.cancel();
  };
}

/** Plays the built-in sample when the browser has no voice. Calls `fail` if it can't be loaded or played. */
export function playSample(
  { name }: VoiceSample,
  { over, fail, rate }: { over: () => void; fail: () => void; rate: number },
): () => void {
  const audio = new Audio(`/voices/${name}.mp3`);
  audio.playbackRate = rate;
  audio.onended = over;
  let isCut = false;
  audio.play().catch(() => {
    if (!isCut) fail();
  });
  return () => {
    isCut = true;
    audio.pause();
  };
}
