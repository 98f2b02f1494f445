import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPhone, IconPlayerPlayFilled, IconSend2 } from "@tabler/icons-react";
import type { Question } from "@trunkline/workflow/inbound/askRoute.ts";
import type { InboundItem } from "@trunkline/workflow/trial/inbound/inboundTrial.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { Phone, PhoneBubble } from "../../ui/text/Phone.tsx";
import classes from "../Tester.module.css";
import { TrialCallScreen } from "../TrialCallScreen.tsx";
import type { InboundTrial } from "./useInboundTrial.ts";

interface Props {
  trial: InboundTrial;
  /** Who calls or texts. */
  question: Question;
  /** Undefined while the question has errors. */
  play: (() => void) | undefined;
}

/** The phone of the caller: what it hears and gets, and what the caller can do. */
export function InboundPhone({ trial, question, play }: Props) {
  const { moments, position, act } = trial;
  const moment = moments[position];
  const thread = moments.slice(0, position + 1).flatMap((one) => one.thread);
  const list = useRef<HTMLDivElement>(null);
  const count = thread.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest item
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  const from = question.from.trim();
  const name = from === "" ? "Caller" : formatPhone(from);
  const lines = thread.flatMap((item) =>
    item.kind === "call" && item.call === moment?.arrival.nth ? [item.line] : [],
  );
  return (
    <Phone
      kind="ios"
      title={name}
      label={`Phone of ${name}`}
      threadRef={list}
      screen={
        moment === undefined ? (
          <Welcome isCall={question.srcType === "call"} play={play} />
        ) : moment.session === null ? undefined : (
          <TrialCallScreen session={moment.session} lines={lines} line={(event) => act({ do: "line", event })} />
        )
      }
      foot={moment === undefined ? undefined : <Again trial={trial} />}
    >
      {grouped(thread).map((group) => (
        <Item key={group[0]?.key} group={group} />
      ))}
    </Phone>
  );
}

const Welcome = ({ isCall, play }: { isCall: boolean; play: Props["play"] }) => (
  <div className={classes["screen"]} style={{ justifyContent: "center" }}>
    <p className={classes["note"]}>
      This phone is a toy. Nothing is sent, nothing is saved, and time passes when you say so.
    </p>
    <Button
      size="md"
      leftSection={<IconPlayerPlayFilled size={16} />}
      disabled={play === undefined}
      onClick={() => play?.()}
    >
      {isCall ? "Call" : "Text"}
    </Button>
    {play === undefined && <p className={classes["note"]}>Say who calls first, under Caller.</p>}
  </div>
);

/** The lines of a call are one item. */
function grouped(thread: readonly InboundItem[]): InboundItem[][] {
  const groups: InboundItem[][] = [];
  for (const item of thread) {
    const last = groups.at(-1);
    const before = last?.[0];
    if (item.kind === "call" && before?.kind === "call" && before.call === item.call) last?.push(item);
    else groups.push([item]);
  }
  return groups;
}

function Item({ group }: { group: readonly InboundItem[] }) {
  const [item] = group;
  switch (item?.kind) {
    case "mine":
      return <PhoneBubble side="mine" text={item.text} />;
    case "note":
      return <p className={classes["note"]}>{item.text}</p>;
    case "call":
      return (
        <section className={classes["call"]} aria-label="Call">
          {group.map((one) => (
            <span
              key={one.key}
              className={classes["callLine"]}
              data-kind={one.kind === "call" ? one.line.kind : undefined}
            >
              {one.kind === "call" ? one.line.text : ""}
            </span>
          ))}
        </section>
      );
    default:
      return null;
  }
}

/** Another call or text of the same caller. */
function Again({ trial: { act } }: Pick<Props, "trial">) {
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    act({ do: "text", text: text.trim() });
    setText("");
  };
  return (
    <form className={classes["reply"]} onSubmit={send}>
      <ActionIcon
        color="green"
        size={30}
        aria-label="Call again"
        title="Call again"
        onClick={() => act({ do: "call" })}
      >
        <IconPhone size={16} />
      </ActionIcon>
      <TextInput
        size="xs"
        flex={1}
        aria-label="Text"
        placeholder="Text as the caller"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ActionIcon type="submit" size={30} aria-label="Send text">
        <IconSend2 size={16} />
      </ActionIcon>
    </form>
  );
}
