import type { HandsetCall } from "@trunkline/contract/simulator.ts";
import { useEffect, useRef, useState } from "react";
import type { Act } from "./CallScreen.tsx";
import { openMicrophone, type Taking } from "./microphone.ts";

/** Records while the call asks for it: really where a microphone is there, else the call keeps a silent file. */
export function useMicrophone({ now }: HandsetCall, act: Act) {
  const taking = useRef<Promise<Taking | null> | null>(null);
  const [isOn, setOn] = useState(false);
  const isRecording = now === "recording";
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isRecording) return;
    const opened = openMicrophone();
    taking.current = opened;
    void opened.then((microphone) => {
      if (microphone === null) return;
      setOn(true);
      latest.current({ speaking: true });
    });
    return () => {
      setOn(false);
      taking.current = null;
      // nobody asked for it: the call went on by itself
      void opened.then((microphone) => microphone?.stop().catch(() => {}));
    };
  }, [isRecording]);
  const take = async (): Promise<{ recording: string; seconds: number }> => {
    const microphone = await taking.current;
    taking.current = null;
    return (await microphone?.stop().catch(() => null)) ?? { recording: "", seconds: 0 };
  };
  return {
    isOn,
    finish: async () => act(await take()),
    hangUp: async () => act(isRecording ? { ...(await take()), hangup: true } : { hangup: true }),
  };
}
