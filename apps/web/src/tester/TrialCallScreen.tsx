import { Button, TextInput } from "@mantine/core";
import { IconPhone, IconPhoneOff, IconRobot } from "@tabler/icons-react";
import type { CallLine } from "@trunkline/workflow/trial/trialCall.ts";
import type { CallSession } from "@trunkline/workflow/voice/session.ts";
import type { LineEvent } from "@trunkline/workflow/voice/verbs.ts";
import { useEffect, useRef, useState } from "react";
import classes from "./Tester.module.css";

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];

interface Props {
  session: CallSession;
  lines: readonly CallLine[];
  line: (event: LineEvent) => void;
}

/** A call on the phone: it rings, speaks, and hears keys. */
export function TrialCallScreen({ session, lines, line }: Props) {
  const { waits } = session;
  return (
    <div className={classes["screen"]}>
      <p className={classes["caller"]} role="status">
        <strong>{waits.for === "answer" ? "Incoming call" : "On a call"}</strong>
        <span>{waitsWords[waits.for] ?? ""}</span>
      </p>
      {waits.for === "answer" ? (
        <Ringing line={line} />
      ) : (
        <>
          <Transcript lines={lines} />
          <Talking session={session} line={line} />
          <Button
            color="red"
            fullWidth
            leftSection={<IconPhoneOff size={16} />}
            onClick={() => line({ type: "hungUp", seconds: 10 })}
          >
            Hang up
          </Button>
        </>
      )}
    </div>
  );
}

const waitsWords: Partial<Record<CallSession["waits"]["for"], string>> = {
  digits: "Waiting for a key",
  speech: "Listening to you",
  recording: "Recording",
  dial: "Connecting…",
  queue: "Waiting in a queue",
};

function Ringing({ line }: { line: (event: LineEvent) => void }) {
  const others: [string, LineEvent][] = [
    ["No answer", { type: "notAnswered", status: "noAnswer" }],
    ["Busy", { type: "notAnswered", status: "busy" }],
    ["Call fails", { type: "notAnswered", status: "failed" }],
  ];
  return (
    <>
      <span className={classes["ringing"]} aria-hidden>
        <IconPhone size={30} />
      </span>
      <Button
        color="green"
        leftSection={<IconPhone size={16} />}
        onClick={() => line({ type: "answered", by: "human" })}
      >
        Answer
      </Button>
      <Button
        variant="default"
        leftSection={<IconRobot size={16} />}
        onClick={() => line({ type: "answered", by: "machineBeep" })}
      >
        Answering machine
      </Button>
      <div className={classes["keypad"]}>
        {others.map(([label, event]) => (
          <Button key={label} size="xs" px={4} variant="default" onClick={() => line(event)}>
            {label}
          </Button>
        ))}
      </div>
    </>
  );
}

function Transcript({ lines }: { lines: readonly CallLine[] }) {
  const list = useRef<HTMLOListElement>(null);
  const count = lines.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest line
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  return (
    <ol ref={list} className={classes["transcript"]} aria-label="Call transcript" aria-live="polite">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines never change their position
        <li key={index} className={classes["callLine"]} data-kind={line.kind}>
          {line.text}
        </li>
      ))}
    </ol>
  );
}

/** What the contact can do while the script waits for it. */
function Talking({ session: { waits }, line }: Pick<Props, "session" | "line">) {
  const [typed, setTyped] = useState("");
  if (waits.for === "digits") {
    const { numDigits, finishOnKey } = waits.gather;
    const press = (key: string) => {
      const all = key === finishOnKey ? typed : typed + key;
      const isComplete = key === finishOnKey || (numDigits !== null && all.length >= numDigits);
      setTyped(isComplete ? "" : all);
      if (isComplete) line({ type: "digits", digits: all });
    };
    return (
      <>
        <fieldset className={classes["keypad"]} aria-label="Keypad">
          {keys.map((key) => (
            <Button key={key} size="xs" variant="default" aria-label={`Key ${key}`} onClick={() => press(key)}>
              {key}
            </Button>
          ))}
        </fieldset>
        <Button size="xs" variant="subtle" onClick={() => line({ type: "digits", digits: typed })}>
          {typed === "" ? "Press nothing" : `Stop after ${typed}`}
        </Button>
      </>
    );
  }
  if (waits.for === "speech")
    return (
      <form
        className={classes["reply"]}
        onSubmit={(event) => {
          event.preventDefault();
          line({ type: "speech", speech: typed.trim() });
          setTyped("");
        }}
      >
        <TextInput
          size="xs"
          flex={1}
          aria-label="What you say"
          placeholder="Type what you say"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button size="xs" type="submit">
          Say
        </Button>
      </form>
    );
  const actions: Partial<Record<typeof waits.for, [string, LineEvent][]>> = {
    recording: [
      ["Leave a message", { type: "recorded", seconds: 8, recordingUrl: "https://example.com/recording.wav" }],
      ["Say nothing", { type: "recorded", seconds: 0 }],
    ],
    dial: [
      ["Answered", { type: "dialEnded", status: "completed", seconds: 60 }],
      ["Not answered", { type: "dialEnded", status: "noAnswer", seconds: 0 }],
    ],
    queue: [
      ["An agent answers", { type: "leftQueue", result: "bridged", seconds: 30 }],
      ["Leave the queue", { type: "leftQueue", result: "leave", seconds: 30 }],
    ],
  };
  return (
    <div className={classes["choices"]}>
      {(actions[waits.for] ?? []).map(([label, event]) => (
        <Button key={label} size="xs" variant="default" onClick={() => line(event)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
