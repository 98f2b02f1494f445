import { Button, Skeleton } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { type Conversation, inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { call } from "../../api/call.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { pagesOf, rowsOf, useRefresh } from "../../api/queries.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatAgo, formatZonedTime } from "../../ui/text/formatTime.ts";
import { describeState, nameOf } from "./describeConversation.ts";
import { FilterFields } from "./FilterFields.tsx";
import classes from "./InboxPage.module.css";
import { useInboxKeys } from "./singleKeys.ts";
import { type Filter, filters, type ListFilters, queryOf, useListFilters } from "./useListFilters.ts";

const refreshMs = 3_000;
const pageSize = 50;

interface Props {
  open: string | undefined;
  drafts: Readonly<Record<string, string>>;
  onOpen: (contactId: string) => void;
}

/** Conversations by contact, newest first, with unsent drafts. */
export function ConversationList({ open, drafts, onOpen }: Props) {
  const listFilters = useListFilters();
  const pages = useInfiniteQuery({
    ...pagesOf(inboxRoutes.list, {
      query: { limit: pageSize, ...queryOf(listFilters) },
    }),
    refetchInterval: useLivePoll(refreshMs),
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
  const at = rows?.findIndex(({ contactId }) => contactId === open) ?? -1;
  const go = (place: number) => {
    const row = rows?.[place];
    if (row) onOpen(row.contactId);
  };
  const close = useClose(() => go(at + 1));
  useInboxKeys({
    j: () => go(at + 1),
    k: () => go(at - 1),
    e: () => {
      const row = rows?.[at];
      if (row && (row.status === "open" || row.status === "snoozed")) close(row.contactId);
    },
  });
  return (
    <section className={classes["list"]} aria-label="Conversations">
      <FilterFields {...listFilters} />
      {pages.isError && !rows ? (
        <ErrorState title="Error loading inbox" problem={pages.error} retry={() => pages.refetch()} />
      ) : rows === undefined ? (
        <div aria-busy>
          <Skeleton height={180} />
        </div>
      ) : rows.length === 0 ? (
        <NoConversations {...listFilters} />
      ) : (
        <ul className={classes["entries"]}>
          {rows.map((row) => (
            <Entry
              key={row.contactId}
              row={row}
              // the open conversation shows its draft in the reply box
              draft={row.contactId === open ? "" : (ownValue(drafts, row.contactId) ?? "").trim()}
              isOpen={row.contactId === open}
              onOpen={onOpen}
            />
          ))}
          {pages.hasNextPage ? (
            <li>
              <Button
                variant="subtle"
                size="xs"
                fullWidth
                loading={pages.isFetchingNextPage}
                onClick={() => void pages.fetchNextPage()}
              >
                Show more
              </Button>
            </li>
          ) : null}
        </ul>
      )}
    </section>
  );
}

/** Closes a conversation from the keyboard. */
function useClose(onClosed: () => void): (contactId: string) => void {
  const refresh = useRefresh();
  const update = useMutation({
    mutationFn: (contactId: string) => call(inboxRoutes.update, { params: { contactId }, body: { status: "closed" } }),
    onSuccess: async () => {
      onClosed();
      await refresh(inboxRoutes.list.path);
    },
    onError: (problem) => toastError("Error updating conversation", problem),
  });
  return update.mutate;
}

const NoConversations = ({ search, filter, inbox, workGroup, workflow }: ListFilters) => (
  <EmptyState
    icon={IconInbox}
    title={search || inbox || workGroup || workflow ? "No matching conversations" : filters[filter].none}
  >
    {search
      ? "Search matches the beginning of a name or number."
      : inbox
        ? `There are none in ${inbox}. An inbound workflow routes texts to it.`
        : hints[filter]}
  </EmptyState>
);

const appear = "Contacts who text your numbers appear here within seconds.";
const hints: Record<Filter, string> = {
  open: appear,
  mine: appear,
  unassigned: appear,
  snoozed: "Snoozed conversations return at their time, or when the contact writes.",
  handled: "Replies that a workflow acted on, and STOP, START and HELP, appear here. They need no one.",
  closed: "A text of the contact reopens a closed conversation.",
};

function Entry(props: { row: Conversation; draft: string; isOpen: boolean; onOpen: (contactId: string) => void }) {
  const { row, draft, isOpen, onOpen } = props;
  const { contactId, unread, lastAt, lastText, lastDirection, assignedTo, channel, inbox, handled } = row;
  const state = describeState(row, Date.now());
  return (
    <li>
      <button
        type="button"
        className={classes["entry"]}
        aria-current={isOpen || undefined}
        data-unread={unread || undefined}
        onClick={() => onOpen(contactId)}
      >
        <span className={classes["line"]}>
          <span className={classes["who"]}>{nameOf(row)}</span>
          {lastAt ? (
            <span className={classes["ago"]} title={formatZonedTime(lastAt)}>
              {formatAgo(lastAt, Date.now())}
            </span>
          ) : null}
        </span>
        <span className={classes["line"]}>
          {draft !== "" ? (
            <span className={classes["last"]}>
              <span className={classes["draft"]}>Not sent:</span> {draft}
            </span>
          ) : (
            <span className={classes["last"]}>
              {lastDirection === "out" ? "You: " : ""}
              {lastText === null ? "No longer stored" : lastText || "Picture"}
            </span>
          )}
          {unread ? <span className={classes["dot"]} role="img" aria-label="Unread" /> : null}
        </span>
        <span className={classes["more"]}>
          {[
            ...(state ? [state] : []),
            channel === "rcs" ? "RCS" : "Text",
            ...(inbox ? [inbox] : []),
            // no one needs to have what a workflow handled
            ...(handled && !assignedTo ? [] : [assignedTo?.name ?? "Unassigned"]),
          ].join(" · ")}
        </span>
      </button>
    </li>
  );
}
