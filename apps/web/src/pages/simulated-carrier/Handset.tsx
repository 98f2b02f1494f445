import { ActionIcon, Button, Select, Skeleton, Textarea, Tooltip } from "@mantine/core";
import { useSessionStorage } from "@mantine/hooks";
import { IconPhoneCall, IconSend2, IconX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { type HandsetText, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { type FormEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { shownAddress } from "../../api/assets.ts";
import { call } from "../../api/call.ts";
import { notAllowed, useMay } from "../../api/me.ts";
import { listOf } from "../../api/queries.ts";
import { ReasonButton } from "../../ui/form/ReasonButton.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { formatTime, formatZonedTime } from "../../ui/text/formatTime.ts";
import { Phone, PhoneBubble } from "../../ui/text/Phone.tsx";
import { CallScreen } from "./CallScreen.tsx";
import { PastCall } from "./PastCall.tsx";
import { RcsSwitch } from "./RcsSwitch.tsx";
import { RcsText } from "./RcsText.tsx";
import classes from "./SimulatedCarrierPage.module.css";
import { mergeTexts, sinceOf, suffixOf, threadOf } from "./thread.ts";
import { useCalls } from "./useCalls.ts";
import { useNameOf } from "./useContactPhones.ts";

const pollMs = 1000;
const quickReplies = ["Yes", "No", "STOP", "START", "HELP"];

/** One contact's phone: its texts and a reply box. */
export function Handset({ phone, close }: { phone: string; close: () => void }) {
  const { texts, problem, retry, readAgain } = useThread(phone);
  const { live, past } = useCalls(phone);
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list shows which phones have a call
  useEffect(() => {
    void client.invalidateQueries({ queryKey: [simulatorRoutes.handsets.path] });
  }, [live?.state, client]);
  const thread = useRef<HTMLDivElement>(null);
  const count = (texts?.length ?? 0) + past.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls to the newest text
  useLayoutEffect(() => {
    thread.current?.scrollTo({ top: thread.current.scrollHeight });
  }, [count]);
  const hint = suffixOf(phone);
  const name = useNameOf(phone);
  return (
    <Phone
      kind="android"
      title={name ?? formatPhone(phone)}
      subtitle={name ? formatPhone(phone) : undefined}
      label={`Handset ${formatPhone(phone)}`}
      threadRef={thread}
      head={
        <>
          <span className={classes["device"]}>
            <RcsSwitch phone={phone} />
          </span>
          <Tooltip label="Close handset">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={`Close handset ${formatPhone(phone)}`}
              onClick={close}
            >
              <IconX size={16} />
            </ActionIcon>
          </Tooltip>
        </>
      }
      screen={live ? <CallScreen key={live.legId} call={live} /> : undefined}
      foot={<Reply phone={phone} last={texts?.at(-1)} onSent={readAgain} />}
    >
      {hint ? <div className={classes["hint"]}>{`Numbers ending in ${phone.slice(-4)}: ${hint}`}</div> : null}
      {texts === undefined ? (
        problem ? (
          <ErrorState title="Error loading handset" problem={problem} retry={retry} />
        ) : (
          <Skeleton height={64} />
        )
      ) : count === 0 ? (
        <p className={classes["nothing"]}>No messages yet. Write a text or place a call.</p>
      ) : (
        threadOf(texts, past).map((entry) =>
          "call" in entry ? (
            <PastCall key={entry.call.legId} call={entry.call} />
          ) : entry.text.rcs ? (
            <RcsText key={entry.text.id} text={entry.text} note={<Note text={entry.text} />} onSent={readAgain} />
          ) : (
            <PhoneBubble
              key={entry.text.id}
              side={entry.text.direction === "from_handset" ? "mine" : "theirs"}
              text={entry.text.text}
              isLinked
              mediaUrl={entry.text.mediaUrl && shownAddress(entry.text.mediaUrl)}
              note={<Note text={entry.text} />}
            />
          ),
        )
      )}
    </Phone>
  );
}

function Note({ text }: { text: HandsetText }) {
  const time = formatTime(text.at).slice(11);
  const status = [text.status, text.code].filter(Boolean).join(" ");
  return (
    <span
      title={`${formatZonedTime(text.at, "UTC")}, ${text.direction === "from_handset" ? "to" : "from"} ${text.number}`}
    >
      {`${time} · ${text.channel === "rcs" ? "RCS" : `${plural(text.segments, "segment")} ${text.encoding}`} · ${status}`}
    </span>
  );
}

/** A handset's texts. Polls every second for new texts and for texts whose status may change. */
function useThread(phone: string) {
  const kept = useRef<HandsetText[]>([]);
  const query = useQuery({
    queryKey: [simulatorRoutes.handset.path, phone],
    queryFn: async ({ signal }) => {
      const since = sinceOf(kept.current, Date.now());
      const read = await call(simulatorRoutes.handset, {
        params: { number: phone },
        query: since ? { since } : {},
        signal,
      });
      kept.current = mergeTexts(kept.current, read.payload);
      return kept.current;
    },
    refetchInterval: pollMs,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    texts: query.data,
    problem: query.error,
    retry: () => void query.refetch(),
    readAgain: () => void query.refetch(),
  };
}

function Reply({ phone, last, onSent }: { phone: string; last: HandsetText | undefined; onSent: () => void }) {
  const numbers = useQuery({ ...listOf(numberRoutes.list), staleTime: 30_000 });
  const mayText = useMay()("inbox-use");
  // saved for the page, because a call unmounts this form
  const [chosen, setChosen] = useSessionStorage<string | null>({
    key: `trunkline.handset.${phone}`,
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const [text, setText] = useState("");
  // prefer a number that a route answers
  const first = numbers.data?.find(({ route }) => route !== null) ?? numbers.data?.[0];
  const offered = [...new Set([...(last ? [last.number] : []), ...(numbers.data ?? []).map((number) => number.phone)])];
  // the saved number may have been released
  const isOffered = chosen !== null && (numbers.data === undefined || offered.includes(chosen));
  const to = (isOffered ? chosen : undefined) ?? last?.number ?? first?.phone ?? null;
  const labels = new Map(numbers.data?.map((number) => [number.phone, number.label]));
  const send = useMutation({
    mutationFn: (words: string) => call(simulatorRoutes.message, { body: { from: phone, to: to ?? "", text: words } }),
    onSuccess: (_, words) => {
      if (words === text.trim()) setText("");
      onSent();
    },
    onError: (problem) => toastError("Error sending text", problem),
  });
  const dial = useMutation({
    mutationFn: () => call(simulatorRoutes.call, { body: { from: phone, to: to ?? "" } }),
    onSuccess: onSent,
    onError: (problem) => toastError("Error placing call", problem),
  });
  const reason = !mayText
    ? notAllowed
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
          data={offered.map((number) => ({
            value: number,
            label: `To ${formatPhone(number)}${labels.get(number) ? ` · ${labels.get(number)}` : ""}`,
          }))}
          value={to}
          onChange={setChosen}
          disabled={offered.length === 0}
          placeholder="No numbers yet"
        />
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
      </div>
      <div className={classes["quick"]}>
        {quickReplies.map((words) => (
          <Button
            key={words}
            size="compact-xs"
            variant="default"
            aria-label={`Reply ${words} from ${formatPhone(phone)}`}
            disabled={reason !== undefined || send.isPending}
            onClick={() => send.mutate(words)}
          >
            {words}
          </Button>
        ))}
      </div>
      <div className={classes["compose"]}>
        <Textarea
          flex={1}
          size="xs"
          autosize
          minRows={1}
          maxRows={4}
          aria-label={`Reply from ${formatPhone(phone)}`}
          placeholder="Text message"
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
