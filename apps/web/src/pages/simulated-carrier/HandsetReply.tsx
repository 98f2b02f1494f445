import { Button, Select, Textarea } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { IconPhoneCall, IconSend2 } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { type HandsetText, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import classes from "./SimulatedCarrierPage.module.css";

const quickReplies = ["Yes", "No", "STOP", "START", "HELP"];

interface Props {
  phone: string;
  /** The texts of the handset. Undefined while they load, because the last one says which number is texted. */
  texts: readonly HandsetText[] | undefined;
  onSent: () => void;
}

/** Texts and calls from a handset to one of the account's numbers. */
export function HandsetReply({ phone, texts, onSent }: Props) {
  const mayText = useMay()("inbox-use");
  const isLoading = texts === undefined;
  const { to, choose, offered } = useNumber(phone, texts?.at(-1));
  const [text, setText] = useState("");
  const send = useMutation({
    mutationFn: (words: string) => call(simulatorRoutes.message, { body: { from: phone, to: to ?? "", text: words } }),
    onSuccess: (_, words) => {
      if (words === text.trim()) setText("");
      onSent();
    },
    onError: (problem) => toastError("Error sending text", problem),
  });
  const reason = !mayText
    ? notAllowed
    : isLoading
      ? "Wait until the messages are loaded."
      : to === null
        ? "Get a number first. There is no number to text yet."
        : undefined;
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (text.trim() !== "" && reason === undefined) send.mutate(text.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    submit();
  };
  return (
    <form className={classes["reply"]} onSubmit={submit}>
      <div className={classes["compose"]}>
        <Select
          flex={1}
          size="xs"
          aria-label={`Text from ${formatPhone(phone)} to`}
          data={offered}
          value={isLoading ? null : to}
          onChange={choose}
          disabled={isLoading || offered.length === 0}
          placeholder={isLoading ? "Loading…" : "No numbers yet"}
        />
        <DialButton phone={phone} to={to} reason={reason} onDialed={onSent} />
      </div>
      <QuickReplies phone={phone} disabled={reason !== undefined || send.isPending} onPick={send.mutate} />
      <div className={classes["compose"]}>
        <Textarea
          flex={1}
          size="xs"
          autosize
          minRows={1}
          maxRows={4}
          aria-label={`Reply from ${formatPhone(phone)}`}
          placeholder="Text message"
          disabled={isLoading}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <ReasonButton
          type="submit"
          size="xs"
          px={8}
          aria-label={`Send from ${formatPhone(phone)}`}
          reason={reason ?? (text.trim() === "" ? "Write a text first." : undefined)}
          loading={send.isPending}
        >
          <IconSend2 size={16} />
        </ReasonButton>
      </div>
    </form>
  );
}

/** The number that the handset texts and calls: the chosen one, the last one used, or one that a route answers. */
function useNumber(phone: string, last: HandsetText | undefined) {
  const numbers = useQuery({ ...listOf(numberRoutes.list), staleTime: 30_000 });
  // saved for the page, because a call unmounts the form
  const [chosen, choose] = useSessionStorage<string | null>({
    key: `trunkline.handset.${phone}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const first = numbers.data?.find(({ route }) => route !== null) ?? numbers.data?.[0];
  const offered = [...new Set([...(last ? [last.number] : []), ...(numbers.data ?? []).map((number) => number.phone)])];
  // the saved number may have been released
  const isOffered = chosen !== null && (numbers.data === undefined || offered.includes(chosen));
  const labels = new Map(numbers.data?.map((number) => [number.phone, number.label]));
  return {
    to: (isOffered ? chosen : undefined) ?? last?.number ?? first?.phone ?? null,
    choose,
    offered: offered.map((number) => ({
      value: number,
      label: `To ${formatPhone(number)}${labels.get(number) ? ` · ${labels.get(number)}` : ""}`,
    })),
  };
}

interface DialProps {
  phone: string;
  to: string | null;
  reason: string | undefined;
  onDialed: () => void;
}

function DialButton({ phone, to, reason, onDialed }: DialProps) {
  const dial = useMutation({
    mutationFn: () => call(simulatorRoutes.call, { body: { from: phone, to: to ?? "" } }),
    onSuccess: onDialed,
    onError: (problem) => toastError("Error placing call", problem),
  });
  return (
    <ReasonButton
      size="xs"
      px={8}
      variant="default"
      aria-label={`Call from ${formatPhone(phone)}`}
      title="Call this number"
      reason={reason}
      loading={dial.isPending}
      onClick={() => dial.mutate()}
    >
      <IconPhoneCall size={16} />
    </ReasonButton>
  );
}

interface QuickProps {
  phone: string;
  disabled: boolean;
  onPick: (words: string) => void;
}

const QuickReplies = ({ phone, disabled, onPick }: QuickProps) => (
  <div className={classes["quick"]}>
    {quickReplies.map((words) => (
      <Button
        key={words}
        size="compact-xs"
        variant="default"
        aria-label={`Reply ${words} from ${formatPhone(phone)}`}
        disabled={disabled}
        onClick={() => onPick(words)}
      >
        {words}
      </Button>
    ))}
  </div>
);
