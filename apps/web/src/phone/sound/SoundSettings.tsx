import { Progress, Switch, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { openMicrophone } from "./openMicrophone.ts";
import { useSoundState } from "./soundState.ts";
import { useSoundChoice } from "./useBrowserSound.ts";

const states = {
  off: "",
  elsewhere: "The sound is in another window of this browser.",
  starting: "Connecting…",
  ready: "Ready for calls.",
  failed: "",
};

/** Turns the sound of calls in this browser on and off, and shows that the microphone hears. Nothing where no connection offers it. */
export function SoundSettings() {
  const { tokens, isOn, setOn } = useSoundChoice();
  const { is, problem } = useSoundState();
  if (tokens.length === 0) return null;
  return (
    <div>
      <Switch
        label="Speak in this browser"
        description={`Calls of ${tokens.map(({ name }) => name).join(", ")} are connected here when you answer, with this computer's microphone and speakers.`}
        checked={isOn}
        onChange={(event) => setOn(event.currentTarget.checked)}
      />
      {isOn ? (
        <>
          <Text size="sm" mt={8} role="status" c={problem === null ? "dimmed" : "red"}>
            {problem ?? states[is]}
          </Text>
          {is === "ready" ? <MicrophoneLevel /> : null}
        </>
      ) : null}
    </div>
  );
}

const looksMs = 100;
/** Below this the microphone hears only its own noise. */
const silent = 0.02;

/** A bar that moves with the microphone. */
function MicrophoneLevel() {
  const [level, setLevel] = useState(0);
  const [wasHeard, setHeard] = useState(false);
  useEffect(() => {
    let ticker: ReturnType<typeof setInterval> | undefined;
    const opening = openMicrophone();
    let isGone = false;
    void opening.then((microphone) => {
      if (microphone === null || isGone) return;
      ticker = setInterval(() => {
        const now = microphone.level();
        setLevel(now);
        if (now > silent) setHeard(true);
      }, looksMs);
    });
    return () => {
      isGone = true;
      clearInterval(ticker);
      void opening.then((microphone) => microphone?.close());
    };
  }, []);
  return (
    <>
      <Progress.Root size="sm" mt={8} transitionDuration={looksMs}>
        <Progress.Section value={level * 100} color="green" aria-label="Microphone level" />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4}>
        {wasHeard ? "The microphone works." : "Say something: the bar shows what the microphone hears."}
      </Text>
    </>
  );
}
