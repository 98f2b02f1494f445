import { Anchor, Button, Skeleton, Text } from "@mantine/core";
import { IconArrowDown } from "@tabler/icons-react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type InboxText, inboxRoutes, type OpenConversation, type Turn } from "@trunkline/contract/inbox/inbox.ts";
import { type UIEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { shownAddress } from "../../api/assets.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { pagesOf, rowsOf } from "../../api/queries.ts";
import { messageTones } from "../../history/messageColumns.tsx";
import { paths } from "../../paths.ts";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { plural } from "../../ui/text/formatFigure.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { CallTurn } from "./CallTurn.tsx";
import { nameOf } from "./describeConversation.ts";
import classes from "./InboxPage.module.css";
import { localDay, nameDay } from "./threadDays.ts";

const refreshMs = 2_000;
const pageSize = 50;
/** Within this distance the thread counts as scrolled to the end. */
const nearPx = 48;

/** Texts and calls of a conversation, oldest first. New ones appear automatically. */
export function Thread({ conversation }: { conversation: OpenConversation }) {
  const { contactId } = conversation;
  const pages = useInfiniteQuery({
    ...pagesOf(inboxRoutes.thread, { params: { contactId }, query: { limit: pageSize } }),
    refetchInterval: useLivePoll(refreshMs),
  });
  const turns = rowsOf(pages.data)?.toReversed();
  const thread = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const toEnd = () => {
    if (isAtEnd.current) thread.current?.scrollTo({ top: thread.current.scrollHeight });
  };
  // stay at the end when texts arrive or the reply box grows
  useLayoutEffect(toEnd);
  useEffect(() => {
    const watched = new ResizeObserver(toEnd);
    if (thread.current) watched.observe(thread.current);
    return () => watched.disconnect();
  });
  const [isAway, setAway] = useState(false);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent) => {
    const below = scrollHeight - scrollTop - clientHeight;
    isAtEnd.current = below < nearPx;
    setAway(below > clientHeight);
  };
  return (
    <div
      ref={thread}
      onScroll={onScroll}
      className={classes["thread"]}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable with the keyboard
      tabIndex={0}
      role="log"
      aria-label={`Texts with ${nameOf(conversation)}`}
      aria-busy={turns === undefined && !pages.isError}
    >
      {turns === undefined ? (
        pages.isError ? (
          <ErrorState title="Error loading conversation" problem={pages.error} retry={() => pages.refetch()} />
        ) : (
          <Skeleton height={64} />
        )
      ) : (
        <>
          {pages.hasNextPage ? (
            <Button
              variant="subtle"
              size="xs"
              style={{ alignSelf: "center" }}
              loading={pages.isFetchingNextPage}
              onClick={() => void pages.fetchNextPage()}
            >
              Show older
            </Button>
          ) : null}
          {turns.length === 0 ? (
            <Text c="dimmed" size="sm" ta="center">
              {conversation.begun ? "The texts of this conversation are no longer stored." : "No messages yet."}
            </Text>
          ) : (
            turns.map((turn, nth) => <DayAndTurn key={turn.id} turn={turn} before={turns[nth - 1]} />)
          )}
          {isAway ? (
            <Button
              variant="default"
              size="xs"
              className={classes["latest"] ?? ""}
              leftSection={<IconArrowDown size={14} />}
              onClick={() => {
                isAtEnd.current = true;
                toEnd();
              }}
            >
              Go to the latest
            </Button>
          ) : null}
        </>
      )}
    </div>
  );
}

/** A text or a call, below its day where another one begins. */
function DayAndTurn({ turn, before }: { turn: Turn; before: Turn | undefined }) {
  const { text, call } = turn;
  const day = dayOf(turn);
  return (
    <>
      {before !== undefined && dayOf(before) === day ? null : (
        <div className={classes["day"]}>{nameDay(day, localDay(new Date()))}</div>
      )}
      {text ? <TextTurn text={text} /> : call ? <CallTurn call={call} /> : null}
    </>
  );
}

const dayOf = ({ text, call }: Turn): string => localDay(new Date((text ?? call)?.created ?? Number.NaN));

function TextTurn({ text }: { text: InboxText }) {
  const { direction, text: words, mediaUrl, moreMediaUrls, created, channel, segments, encoding } = text;
  const isOut = direction === "out";
  return (
    <article
      className={classes["turn"]}
      data-side={isOut ? "ours" : "theirs"}
      data-hand={text.sentBy !== null || undefined}
    >
      {mediaUrl === null
        ? null
        : [mediaUrl, ...moreMediaUrls].map((url) => (
            <img key={url} className={classes["media"]} src={shownAddress(url)} alt="Attached media" />
          ))}
      {words === "" ? null : <div className={classes["bubble"]}>{words}</div>}
      <div className={classes["note"]}>
        {isOut ? <Sender text={text} /> : null}
        <Time at={created} hour />
        <span>{channel === "rcs" ? "RCS" : `Text · ${plural(segments, "segment")} ${encoding}`}</span>
        {isOut ? <StatusBadge tone={messageTones[text.status]}>{text.status}</StatusBadge> : null}
        {text.clicked ? (
          <span>
            Clicked <Time at={text.clicked} />
          </span>
        ) : null}
      </div>
      <Why text={text} />
    </article>
  );
}

/** The sender: a user, a workflow (linked to the journey), or the product itself. */
function Sender({ text: { sentBy, campaignName, journeyId } }: { text: InboxText }) {
  if (sentBy !== null) return <span>{sentBy}</span>;
  if (journeyId === null) return <span>{campaignName ?? "Sent automatically"}</span>;
  return (
    <Anchor component={PathLink} to={paths.journey(journeyId)} inherit>
      {campaignName ?? "Deleted workflow"}
    </Anchor>
  );
}

/** Why a text is held or was not sent. */
function Why({ text: { heldUntil, reason, reasonText, status } }: { text: InboxText }) {
  if (heldUntil !== null)
    return (
      <div className={classes["why"]}>
        Held until <Time at={heldUntil} />
        {reasonText ? `: ${reasonText}` : ""}
      </div>
    );
  if (reasonText === null || reason === "confirmation" || status === "queued") return null;
  return (
    <div className={classes["why"]}>
      {reason === "soft_opt_out"
        ? "This may be an opt-out. If it is, add the contact to the do-not-contact list."
        : `Why: ${reasonText}`}
    </div>
  );
}
