import type { HandsetCall } from "@trunkline/contract/simulator/simulator.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Act } from "./act.ts";
import { openMicrophone, type Taking } from "./microphone.ts";

/** Records a message or the whole call when the call asks for it. Without a microphone a silent file is saved. */
export function useMicrophone({ now, isRecorded, recordSeconds }: HandsetCall, act: Act) {
  const isRecording = now === "recording";
  const isSaving = now === "saving";
  const message = useTaking(isRecording || isSaving, () => act({ speaking: true }), recordSeconds ?? undefined);
  const whole = useTaking(isRecorded, () => act({ recordingCall: true }));
  const takeWhole = async () => {
    const taken = await whole.take();
    return taken ? { callRecording: taken.recording, callSeconds: taken.seconds } : {};
  };
  const takeMessage = async () => (await message.take()) ?? { recording: "", seconds: 0 };
  const latest = useRef({ act, takeWhole, takeMessage });
  latest.current = { act, takeWhole, takeMessage };
  const isEnding = now === "ending";
  useEffect(() => {
    if (!isEnding) return;
    const { act: send, takeWhole: taken } = latest.current;
    void taken().then((recorded) => {
      if ("callRecording" in recorded) send(recorded);
    });
  }, [isEnding]);
  const { isOpen } = message;
  useEffect(() => {
    if (!isSaving || !isOpen()) return;
    const { act: send, takeMessage: taken } = latest.current;
    void taken().then(send);
  }, [isSaving, isOpen]);
  return {
    isOn: message.isOn,
    recordsCall: whole.isOn,
    finish: async () => act(await takeMessage()),
    hangUp: async () => act({ ...(isRecording && (await takeMessage())), ...(await takeWhole()), hangup: true }),
  };
}

/** Records while `isWanted`, up to `mostSeconds`, and calls `opened` when recording starts. */
function useTaking(isWanted: boolean, opened: () => void, mostSeconds?: number) {
  const taking = useRef<Promise<Taking | null> | null>(null);
  const [isOn, setOn] = useState(false);
  const latest = useRef({ opened, mostSeconds });
  latest.current = { opened, mostSeconds };
  useEffect(() => {
    if (!isWanted) return;
    const opening = openMicrophone(latest.current.mostSeconds);
    taking.current = opening;
    void opening.then((microphone) => {
      if (microphone === null) return;
      setOn(true);
      latest.current.opened();
    });
    return () => {
      setOn(false);
      taking.current = null;
      // the call went on without a recording
      void opening.then((microphone) => microphone?.stop().catch(() => {}));
    };
  }, [isWanted]);
  const isOpen = useCallback(() => taking.current !== null, []);
  /** Stops the recording. Null if there is none. */
  const take = async (): Promise<{ recording: string; seconds: number } | null> => {
    const opening = taking.current;
    taking.current = null;
    const microphone = await opening;
    return (await microphone?.stop().catch(() => null)) ?? null;
  };
  return { isOn, isOpen, take };
}
