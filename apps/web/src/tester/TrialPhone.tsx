import { ActionIcon, Button, TextInput } from "@mantine/core";
import { IconPlayerPlayFilled, IconSend2 } from "@tabler/icons-react";
import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { findLinks } from "@trunkline/workflow/parts/text/links.ts";
import { renderText } from "@trunkline/workflow/parts/text/text.ts";
import { answersOf } from "@trunkline/workflow/trial/answers.ts";
import { candidatesOf } from "@trunkline/workflow/trial/candidates.ts";
import { pathsOf } from "@trunkline/workflow/trial/explainPaths.ts";
import type { ThreadItem, TrialInput, TrialMoment } from "@trunkline/workflow/trial/trial.ts";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { shownAddress } from "../api/assets.ts";
import { sentText, useLinkBase } from "../api/links.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { Phone, PhoneBubble } from "../ui/text/Phone.tsx";
import { RcsBubble } from "../ui/text/RcsBubble.tsx";
import { contactName } from "./sampleContact.ts";
import classes from "./Tester.module.css";
import { TrialCallScreen } from "./TrialCallScreen.tsx";
import type { Trial } from "./useTrial.ts";

interface Props {
  trial: Trial;
  workflow: PlayedWorkflow;
  emailTemplates: readonly { templateId: string; text: string; html: string }[];
}

type Shown = ThreadItem & { index: number };

/** The phone of the contact: texts, RCS messages, e-mails, calls, and what the contact can do. */
export function TrialPhone({ trial, workflow, emailTemplates }: Props) {
  const { setup, moments, position } = trial;
  const moment = moments[position];
  const thread = moments
    .slice(0, position + 1)
    .flatMap((one, index) => one.thread.map((item): Shown => ({ ...item, index })));
  const list = useRef<HTMLDivElement>(null);
  const count = thread.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest item
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count]);
  const name = contactName(setup.contact);
  const calls = thread.flatMap((item) =>
    item.kind === "call" && item.node === moment?.pending?.node ? [item.line] : [],
  );
  return (
    <Phone
      kind="ios"
      title={name}
      subtitle={setup.contact.phone ? formatPhone(setup.contact.phone) : undefined}
      label={`Phone of ${name}`}
      threadRef={list}
      screen={
        moment === undefined ? (
          <Welcome name={name} play={() => trial.play()} />
        ) : moment.call === null ? undefined : (
          <TrialCallScreen
            session={moment.call.session}
            lines={calls}
            line={(event) => trial.act({ do: "line", event })}
          />
        )
      }
      foot={moment === undefined ? undefined : <ReplyBox moment={moment} workflow={workflow} act={trial.act} />}
    >
      {thread.length === 0 ? <p className={classes["note"]}>Nothing has arrived yet.</p> : null}
      {grouped(thread).map((group) => (
        <Item key={`${group[0]?.index} ${group[0]?.key}`} group={group} trial={trial} emailTemplates={emailTemplates} />
      ))}
    </Phone>
  );
}

const Welcome = ({ name, play }: { name: string; play: () => void }) => (
  <div className={classes["screen"]} style={{ justifyContent: "center" }}>
    <p className={classes["note"]}>
      This phone is a toy. Nothing is sent, nothing is saved, and time passes when you say so.
    </p>
    <Button size="md" leftSection={<IconPlayerPlayFilled size={16} />} onClick={play}>
      Play as {name}
    </Button>
  </div>
);

/** The lines of a call are one item. */
function grouped(thread: readonly Shown[]): Shown[][] {
  const groups: Shown[][] = [];
  for (const item of thread) {
    const last = groups.at(-1);
    const before = last?.[0];
    if (item.kind === "call" && before?.kind === "call" && before.node === item.node) last?.push(item);
    else groups.push([item]);
  }
  return groups;
}

function Item({
  group,
  trial,
  emailTemplates,
}: {
  group: readonly Shown[];
  trial: Trial;
  emailTemplates: Props["emailTemplates"];
}) {
  const base = useLinkBase();
  const [item] = group;
  if (item === undefined) return null;
  const open = (address: string) => trial.act({ do: "click", address });
  switch (item.kind) {
    case "text": {
      const text = item.shorten === null ? item.text : sentText(item.text, { text: item.text, shortens: true }, base);
      return (
        <>
          <PhoneBubble
            side="theirs"
            text={text}
            mediaUrl={item.mediaUrl === null ? null : shownAddress(item.mediaUrl)}
            note={<Answered index={item.index} trial={trial} />}
          />
          <Links text={item.text} open={open} />
        </>
      );
    }
    case "rcs":
      return (
        <RcsBubble
          content={item.message}
          agent={item.message.agentName}
          note={<Answered index={item.index} trial={trial} />}
          onReply={(text) => trial.act({ do: "reply", text })}
        />
      );
    case "email":
      return <Mail item={item} trial={trial} emailTemplates={emailTemplates} />;
    case "mine":
      return <PhoneBubble side="mine" text={item.text} />;
    case "note":
      return <p className={classes["note"]}>{item.text}</p>;
    case "call":
      return (
        <section className={classes["call"]} aria-label="Call">
          {group.map((one) => (
            <span
              key={`${one.index} ${one.key}`}
              className={classes["callLine"]}
              data-kind={one.kind === "call" ? one.line.kind : undefined}
            >
              {one.kind === "call" ? one.line.text : ""}
            </span>
          ))}
        </section>
      );
  }
}

function Mail({
  item,
  trial,
  emailTemplates,
}: {
  item: Extract<Shown, { kind: "email" }>;
  trial: Trial;
  emailTemplates: Props["emailTemplates"];
}) {
  const { email } = item.effect;
  const template =
    email.provider === "smtp" ? emailTemplates.find(({ templateId }) => templateId === email.templateId) : undefined;
  const read = (name: string) => ownValue(email.replacements, name);
  const body = template && (template.text || template.html.replace(/<[^>]*>/g, " "));
  return (
    <section className={classes["mail"]} aria-label={`E-mail to ${email.to.email}`}>
      <strong>{email.subject || "(no subject)"}</strong>
      <span className={classes["callLine"]}>
        E-mail to {email.to.email}
        {template === undefined && `, ${email.provider} template ${email.templateId}`}
      </span>
      {body !== undefined && <span>{renderText(body, read, { nowMs: item.at }).text.trim()}</span>}
      <Answered index={item.index} trial={trial} />
    </section>
  );
}

/** What the carrier answered. Pressing it goes back there, to answer otherwise. */
function Answered({ index, trial }: { index: number; trial: Trial }) {
  const { effect } = trial.moments[index]?.pending ?? {};
  const input = trial.position > index ? trial.moments[index + 1]?.input : undefined;
  if (effect === undefined) return null;
  if (input?.do !== "answer") return "Sending…";
  const label = answersOf(effect, 0).find(({ id }) => id === input.id)?.label ?? "";
  return (
    <button
      type="button"
      className={classes["change"]}
      title="Go back and answer otherwise"
      onClick={() => trial.goTo(index)}
    >
      {label}
    </button>
  );
}

/** Links of a text, which the contact can open. */
function Links({ text, open }: { text: string; open: (address: string) => void }): ReactNode {
  const links = findLinks(text);
  if (links.length === 0) return null;
  return (
    <span className={classes["links"]}>
      {links.map(({ from, address }) => (
        <button key={from} type="button" onClick={() => open(address)}>
          Open {address}
        </button>
      ))}
    </span>
  );
}

interface ReplyProps {
  moment: TrialMoment;
  workflow: PlayedWorkflow;
  act: (input: TrialInput) => void;
}

function ReplyBox({ moment, workflow, act }: ReplyProps) {
  const [text, setText] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === "") return;
    act({ do: "reply", text: text.trim() });
    setText("");
  };
  const offers = repliesAt(moment, workflow);
  return (
    <>
      {offers.length > 0 && (
        <fieldset className={classes["quick"]} aria-label="Suggested replies">
          {offers.map((offer) => (
            <button key={offer} type="button" onClick={() => act({ do: "reply", text: offer })}>
              {offer}
            </button>
          ))}
        </fieldset>
      )}
      <form className={classes["reply"]} onSubmit={send}>
        <TextInput
          size="xs"
          flex={1}
          aria-label="Reply"
          placeholder="Reply as the contact"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ActionIcon type="submit" size={30} aria-label="Send reply">
          <IconSend2 size={16} />
        </ActionIcon>
      </form>
    </>
  );
}

/** Replies that the waiting node's rules name, and STOP. */
function repliesAt({ player: { journey } }: TrialMoment, { definition }: PlayedWorkflow): string[] {
  const node = journey.at === null || !journey.listening ? undefined : definition.nodes.get(journey.at);
  if (node === undefined) return [];
  const named = pathsOf(node).flatMap(({ statements }) =>
    statements.filter(({ variable }) => variable.endsWith(".reply")).flatMap((one) => candidatesOf(one).slice(0, 1)),
  );
  return [...new Set([...named.filter((one) => one.trim() !== ""), "STOP"])].slice(0, 8);
}
