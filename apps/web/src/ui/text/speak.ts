import type { VoiceSample } from "@trunkline/workflow/voice/voiceSamples.ts";
import { voiceOf } from "@trunkline/workflow/voice/voices.ts";

/** Whether this browser has a voice. */
export const canSpeak = (): boolean => "speechSynthesis" in window && window.speechSynthesis.getVoices().length > 0;

/** Speaks a text as its voice would, as near as the browser comes; `over` is told at its end, not when it is cut short. */
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

/** Plays the sample that was made with the pages, where the browser has no voice; `fail` when it cannot be had or played. */
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
