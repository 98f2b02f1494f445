import type { HandsetCall } from "@trunkline/contract/simulator/simulator.ts";
import { useEffect, useRef } from "react";
import { canSpeak, speak } from "../../ui/text/speak.ts";
import type { Act } from "./act.ts";

/** Reading speed of a slow speaker, half of what the call expects. */
const lettersPerSecond = 7;

/** Speaks and plays the prompts of a call if the browser can, and reports when each has ended. */
export function useHearing({ log, now, music: waiting, isMachine }: HandsetCall, act: Act): void {
  const latest = useRef(act);
  latest.current = act;
  const index = log.findLastIndex(({ kind }) => kind === "said" || kind === "played" || kind === "replayed");
  const note = now === "prompt" && !isMachine ? log[index] : undefined;
  const key = note === undefined ? "" : `${index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: plays a prompt once, however often the call is polled
  useEffect(() => {
    if (note === undefined) return;
    if (note.kind !== "said") return play(note.text, latest);
    if (!canSpeak()) return;
    latest.current({ lasts: Math.max(2, note.text.length / lettersPerSecond) });
    return speak(note.text, note.voice, () => latest.current({ heard: true }), note.speed);
  }, [key]);
  const music = isMachine ? null : waiting;
  useEffect(() => (music === null ? undefined : play(music, latest, true)), [music]);
}

function play(url: string, act: { current: Act }, loops = false): () => void {
  const audio = new Audio(url);
  audio.loop = loops;
  audio.onloadedmetadata = () => {
    if (!loops && Number.isFinite(audio.duration)) act.current({ lasts: audio.duration + 0.5 });
  };
  audio.onended = () => act.current({ heard: true });
  // browsers may block sound before the first click
  void audio.play().catch(() => {});
  return () => {
    audio.onended = null;
    audio.pause();
  };
}
