import { Button, TextInput } from "@mantine/core";
import { IconMicrophone, IconPhone, IconPhoneOff, IconRobot } from "@tabler/icons-react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type HandsetAct, type HandsetCall, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { call as ask } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import type { Act } from "./act.ts";
import classes from "./Call.module.css";
import { describeNote } from "./thread.ts";
import { callsKey } from "./useCalls.ts";
import { useHearing } from "./useHearing.ts";
import { useMicrophone } from "./useMicrophone.ts";

const keys = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];

/** The active call of a handset, ringing or connected. */
export function CallScreen({ call }: { call: HandsetCall }) {
  const { callId, handset, state } = call;
  const client = useQueryClient();
  const mayAct = useMay()("inbox-use");
  const sent = useMutation({
    mutationFn: (act: Omit<HandsetAct, "handset">) =>
      ask(simulatorRoutes.act, { params: { callId }, body: { ...act, handset } }),
    onSettled: () => client.invalidateQueries({ queryKey: callsKey(handset) }),
    onError: (problem) => toastError("Error on the call", problem),
  });
  const { mutate } = sent;
  const hangsUp = !sent.isError && sent.variables?.hangup === true;
  const act: Act = mutate;
  const reason = mayAct ? undefined : notAllowed;
  return (
    <div className={classes["screen"]} data-state={state}>
      <p className={classes["caller"]} role="status">
        <strong>{formatPhone(call.number)}</strong>
        <span>{hangsUp ? "Call ended" : state === "ringing" ? "Incoming call" : wordsOf(call)}</span>
      </p>
      {state === "ringing" ? <Ringing act={act} reason={reason} /> : <Talking call={call} act={act} reason={reason} />}
    </div>
  );
}

function wordsOf({ now, connectedWith, conference, isMachine }: HandsetCall): string {
  if (isMachine) return "Answering machine picked up";
  switch (now) {
    case "connected":
      if (conference !== null)
        return `${conference.begun ? "In" : "Waiting for"} the conference ${connectedWith ?? ""}`;
      return `Connected with ${formatPhone(connectedWith ?? "")}`;
    case "dialling":
      return "Connecting…";
    case "recording":
      return "Recording";
    case "saving":
      return "Saving the recording";
    case "listening":
      return "Waiting for a key";
    case "hearing":
      return "Listening to you";
    case "queued":
      return "Waiting in a queue";
    case "ending":
      return "Call ended, saving its recording";
    default:
      return "On a call";
  }
}

function Ringing({ act, reason }: { act: Act; reason: string | undefined }) {
  return (
    <div className={classes["choices"]}>
      <ReasonButton
        reason={reason}
        color="green"
        leftSection={<IconPhone size={16} />}
        onClick={() => act({ answer: "human" })}
      >
        Answer
      </ReasonButton>
      <ReasonButton
        reason={reason}
        color="red"
        leftSection={<IconPhoneOff size={16} />}
        onClick={() => act({ hangup: true })}
      >
        Decline
      </ReasonButton>
      <ReasonButton
        reason={reason}
        variant="default"
        leftSection={<IconRobot size={16} />}
        onClick={() => act({ answer: "machine" })}
      >
        Answer as machine with beep
      </ReasonButton>
      <ReasonButton
        reason={reason}
        variant="default"
        leftSection={<IconRobot size={16} />}
        onClick={() => act({ answer: "machineSilent" })}
      >
        Answer as machine without beep
      </ReasonButton>
      <p className={classes["hint"]}>Or let it ring. After a minute the call goes unanswered.</p>
    </div>
  );
}

/** Speech on the simulated carrier is typed. */
function Speak({ act, reason }: { act: Act; reason: string | undefined }) {
  const [text, setText] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== "" && reason === undefined) act({ speech: text.trim() });
  };
  return (
    <form className={classes["speak"]} onSubmit={submit}>
      <TextInput
        size="xs"
        flex={1}
        autoFocus
        aria-label="What you say"
        placeholder="Type what you say"
        maxLength={1000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ReasonButton
        type="submit"
        size="xs"
        reason={reason ?? (text.trim() === "" ? "Type something to say first." : undefined)}
      >
        Say
      </ReasonButton>
    </form>
  );
}

function Talking({ call, act, reason }: { call: HandsetCall; act: Act; reason: string | undefined }) {
  const heard = useRef<HTMLOListElement>(null);
  const microphone = useMicrophone(call, act);
  useHearing(call, act);
  const count = call.log.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest entry
  useEffect(() => {
    heard.current?.scrollTo({ top: heard.current.scrollHeight });
  }, [count]);
  return (
    <>
      <ol ref={heard} className={classes["notes"]} aria-label="Call transcript" aria-live="polite">
        {call.log.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries never change their position
          <li key={index} data-kind={note.kind}>
            {describeNote(note)}
          </li>
        ))}
      </ol>
      {call.now === "recording" && (
        <div className={classes["choices"]}>
          <p className={classes["hint"]} role="status">
            <IconMicrophone size={14} aria-hidden />{" "}
            {microphone.isOn
              ? "Your microphone is being recorded."
              : "No microphone. A silent recording will be saved."}
          </p>
          <Button variant="default" onClick={microphone.finish}>
            Finish recording
          </Button>
        </div>
      )}
      {call.isRecorded && call.now !== "recording" && (
        <p className={classes["hint"]} role="status">
          <IconMicrophone size={14} aria-hidden />{" "}
          {microphone.recordsCall
            ? "Your microphone is recorded until the call ends."
            : "No microphone. A silent recording of the call will be saved."}
        </p>
      )}
      {call.now === "hearing" && <Speak act={act} reason={reason} />}
      {call.now !== "connected" && call.now !== "dialling" && call.now !== "hearing" && (
        <fieldset className={classes["keypad"]} aria-label="Keypad">
          {keys.map((key) => (
            <ReasonButton
              key={key}
              reason={reason}
              variant="default"
              aria-label={`Key ${key}`}
              onClick={() => act({ digits: key })}
            >
              {key}
            </ReasonButton>
          ))}
        </fieldset>
      )}
      <ReasonButton
        reason={reason}
        color="red"
        fullWidth
        leftSection={<IconPhoneOff size={16} />}
        onClick={() => void microphone.hangUp()}
      >
        Hang up
      </ReasonButton>
    </>
  );
}
