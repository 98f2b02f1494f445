import { Button, SegmentedControl, Select, Skeleton } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type Conversation, inboxRoutes } from "@trunkline/contract/inbox/inbox.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { listOf, pagesOf, rowsOf } from "../../api/queries.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { useAddress } from "../../ui/page/useAddress.ts";
import { SearchBox } from "../../ui/table/SearchBox.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatAgo, formatZonedTime } from "../../ui/text/formatTime.ts";
import classes from "./InboxPage.module.css";

const refreshMs = 3_000;
const pageSize = 50;

/** Filters of the list. All except "closed" show open conversations. */
const filters = {
  open: { label: "Open", query: { status: "open" }, none: "No open conversations" },
  mine: { label: "Mine", query: { status: "open", assigned: "me" }, none: "No conversations assigned to you" },
  unassigned: {
    label: "Unassigned",
    query: { status: "open", assigned: "nobody" },
    none: "No unassigned conversations",
  },
  closed: { label: "Closed", query: { status: "closed" }, none: "No closed conversations" },
} as const;
type Filter = keyof typeof filters;

/** The contact's name in lists. */
export const nameOf = ({ contactName, phone }: Pick<Conversation, "contactName" | "phone">): string =>
  contactName ?? (phone === null ? "Contact without a number" : formatPhone(phone));

/** The search and the filters of the list, as the address has them. */
function useListFilters() {
  const [address, change] = useAddress();
  const shown = address["show"] ?? "open";
  return {
    search: address["q"] ?? "",
    filter: shown in filters ? (shown as Filter) : "open",
    inbox: address["inbox"] ?? "",
    change,
  };
}
type ListFilters = ReturnType<typeof useListFilters>;

interface Props {
  open: string | undefined;
  drafts: Readonly<Record<string, string>>;
  onOpen: (contactId: string) => void;
}

/** Conversations by contact, newest first, with unsent drafts. */
export function ConversationList({ open, drafts, onOpen }: Props) {
  const listFilters = useListFilters();
  const { search, filter, inbox } = listFilters;
  const pages = useInfiniteQuery({
    ...pagesOf(inboxRoutes.list, {
      query: { limit: pageSize, ...filters[filter].query, ...(search && { search }), ...(inbox && { inbox }) },
    }),
    refetchInterval: refreshMs,
    placeholderData: (before) => before,
  });
  const rows = rowsOf(pages.data);
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

function FilterFields({ search, filter, inbox, change }: ListFilters) {
  const inboxes = useQuery({ ...listOf(inboxRoutes.names), staleTime: 60_000 });
  return (
    <>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label="Show"
        data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        value={filter}
        onChange={(show) => change({ show: show === "open" ? undefined : show })}
      />
      {(inboxes.data?.length ?? 0) > 0 || inbox !== "" ? (
        <Select
          size="xs"
          aria-label="Inbox"
          placeholder="All inboxes"
          clearable
          searchable
          data={[...new Set([...(inboxes.data ?? []).map((one) => one.inbox), ...(inbox ? [inbox] : [])])]}
          value={inbox || null}
          onChange={(name) => change({ inbox: name ?? undefined })}
        />
      ) : null}
      <SearchBox
        label="Search conversations"
        placeholder="Search name or number"
        value={search}
        width="100%"
        onSearch={(q) => change({ q })}
      />
    </>
  );
}

const NoConversations = ({ search, filter, inbox }: ListFilters) => (
  <EmptyState icon={IconInbox} title={search || inbox ? "No matching conversations" : filters[filter].none}>
    {search
      ? "Search matches the beginning of a name or number."
      : inbox
        ? `There are none in ${inbox}. An inbound workflow routes texts to it.`
        : "Contacts who text your numbers appear here within seconds."}
  </EmptyState>
);

function Entry(props: { row: Conversation; draft: string; isOpen: boolean; onOpen: (contactId: string) => void }) {
  const { row, draft, isOpen, onOpen } = props;
  const { contactId, unread, lastAt, lastText, lastDirection, assignedTo, channel, inbox } = row;
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
          {[channel === "rcs" ? "RCS" : "Text", ...(inbox ? [inbox] : []), assignedTo?.name ?? "Unassigned"].join(
            " · ",
          )}
        </span>
      </button>
    </li>
  );
}
