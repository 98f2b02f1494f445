import { ActionIcon, Skeleton } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type HandsetText, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { useEffect, useLayoutEffect, useRef } from "react";
import { shownAddress } from "../../api/assets.ts";
import { call } from "../../api/call.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";
import { formatTime, formatZonedTime } from "../../ui/text/formatTime.ts";
import { Phone, PhoneBubble } from "../../ui/text/Phone.tsx";
import { Tooltip } from "../../ui/tip/Tooltip.tsx";
import { CallScreen } from "./CallScreen.tsx";
import { HandsetReply } from "./HandsetReply.tsx";
import { PastCall } from "./PastCall.tsx";
import { RcsSwitch } from "./RcsSwitch.tsx";
import { RcsText } from "./RcsText.tsx";
import classes from "./SimulatedCarrierPage.module.css";
import { mergeTexts, sinceOf, suffixOf, threadOf } from "./thread.ts";
import { useCalls } from "./useCalls.ts";
import { useNameOf } from "./useContactPhones.ts";

const pollMs = 1000;

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
      foot={<HandsetReply phone={phone} texts={texts} onSent={readAgain} />}
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
