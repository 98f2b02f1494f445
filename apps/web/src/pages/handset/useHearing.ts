import type { HandsetCall } from "@trunkline/contract/simulator/simulator.ts";
import { useEffect, useRef } from "react";
import { canSpeak, speak } from "../../ui/text/speak.ts";
import type { Act } from "./act.ts";

/** Somebody who speaks slowly takes twice as long as the call expects. */
const lettersPerSecond = 7;

/** What is said or played on the call is heard, where the browser has a voice; the call goes on when it has been heard. */
export function useHearing({ log, now, music: waiting, isMachine }: HandsetCall, act: Act): void {
  const latest = useRef(act);
  latest.current = act;
  const index = log.findLastIndex(({ kind }) => kind === "said" || kind === "played" || kind === "replayed");
  const note = now === "prompt" && !isMachine ? log[index] : undefined;
  const key = note === undefined ? "" : `${index}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a prompt is heard once, however often the call is read again
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
  // a sound that the browser may not play is only told
  void audio.play().catch(() => {});
  return () => {
    audio.onended = null;
    audio.pause();
  };
}
