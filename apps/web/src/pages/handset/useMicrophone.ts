import type { HandsetCall } from "@trunkline/contract/simulator.ts";
import { useEffect, useRef, useState } from "react";
import type { Act } from "./CallScreen.tsx";
import { openMicrophone, type Taking } from "./microphone.ts";

/** Records while the call asks for it, a message or the whole call: really where a microphone is there, else the call keeps a silent file. */
export function useMicrophone({ now, isRecorded }: HandsetCall, act: Act) {
  const isRecording = now === "recording";
  const message = useTaking(isRecording, () => act({ speaking: true }));
  const whole = useTaking(isRecorded, () => act({ recordingCall: true }));
  const takeWhole = async () => {
    const taken = await whole.take();
    return taken ? { callRecording: taken.recording, callSeconds: taken.seconds } : {};
  };
  const takeMessage = async () => (await message.take()) ?? { recording: "", seconds: 0 };
  const latest = useRef({ act, takeWhole });
  latest.current = { act, takeWhole };
  const isEnding = now === "ending";
  useEffect(() => {
    if (!isEnding) return;
    const { act: send, takeWhole: taken } = latest.current;
    void taken().then((recorded) => {
      if ("callRecording" in recorded) send(recorded);
    });
  }, [isEnding]);
  return {
    isOn: message.isOn,
    recordsCall: whole.isOn,
    finish: async () => act(await takeMessage()),
    hangUp: async () => act({ ...(isRecording && (await takeMessage())), ...(await takeWhole()), hangup: true }),
  };
}

/** A microphone that is open while it is wanted; `opened` is told once it records. */
function useTaking(isWanted: boolean, opened: () => void) {
  const taking = useRef<Promise<Taking | null> | null>(null);
  const [isOn, setOn] = useState(false);
  const latest = useRef(opened);
  latest.current = opened;
  useEffect(() => {
    if (!isWanted) return;
    const opening = openMicrophone();
    taking.current = opening;
    void opening.then((microphone) => {
      if (microphone === null) return;
      setOn(true);
      latest.current();
    });
    return () => {
      setOn(false);
      taking.current = null;
      // nobody asked for it: the call went on by itself
      void opening.then((microphone) => microphone?.stop().catch(() => {}));
    };
  }, [isWanted]);
  /** Ends it; null where nothing was recorded. */
  const take = async (): Promise<{ recording: string; seconds: number } | null> => {
    const microphone = await taking.current;
    taking.current = null;
    return (await microphone?.stop().catch(() => null)) ?? null;
  };
  return { isOn, take };
}
