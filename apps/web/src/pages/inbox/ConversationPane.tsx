import { ActionIcon, Anchor, Button, Select, Skeleton } from "@mantine/core";
import { IconArrowLeft, IconCheck, IconMessageOff, IconRotate, IconUser } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { userRoutes } from "@trunkline/contract/identity/user.ts";
import { inboxRoutes, type OpenConversation } from "@trunkline/contract/inbox/inbox.ts";
import { useEffect } from "react";
import { ApiFailure, call, type Input } from "../../api/call.ts";
import { useLivePoll } from "../../api/changes/liveState.ts";
import { useMay } from "../../api/me.ts";
import { listOf, oneOf, useRefresh } from "../../api/queries.ts";
import { Script } from "../../history/Script.tsx";
import { paths } from "../../paths.ts";
import { EmptyState } from "../../ui/page/EmptyState.tsx";
import { ErrorState } from "../../ui/page/ErrorState.tsx";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { toastError } from "../../ui/page/toast.tsx";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../../ui/text/StatusBadge.tsx";
import { Compose } from "./Compose.tsx";
import { describeAssignment, describeState, nameOf } from "./describeConversation.ts";
import classes from "./InboxPage.module.css";
import { Snooze } from "./Snooze.tsx";
import { Thread } from "./Thread.tsx";
import { describeViewers, useViewers } from "./useViewers.ts";

const refreshMs = 3_000;
const unassigned = "nobody";

/** The open conversation: contact, assignment, texts and reply. */
export function ConversationPane({
  contactId,
  draft,
  onDraft,
  back,
  onCard,
}: {
  contactId: string;
  draft: string;
  onDraft: (text: string) => void;
  back: () => void;
  /** Opens the contact where it has no place next to the conversation. */
  onCard: (() => void) | undefined;
}) {
  const found = useQuery({
    ...oneOf(inboxRoutes.find, { params: { contactId } }),
    refetchInterval: useLivePoll(refreshMs),
  });
  const conversation = found.data;
  const viewers = useViewers(contactId, draft);
  const mayAnswer = useMay()("inbox-use");
  useRead(conversation);
  if (conversation === undefined)
    return (
      <section className={classes["pane"]} aria-label="Conversation" aria-busy={found.isPending}>
        {isNoId(found.error) ? (
          <EmptyState icon={IconMessageOff} title="This conversation does not exist">
            Check the address, or choose a conversation from the list.
          </EmptyState>
        ) : found.isError ? (
          <ErrorState title="Error loading conversation" problem={found.error} retry={() => found.refetch()} />
        ) : (
          <Skeleton height={240} m={16} w="auto" />
        )}
      </section>
    );
  return (
    <section className={classes["pane"]} aria-label={`Conversation with ${nameOf(conversation)}`}>
      <Head conversation={conversation} back={back} onCard={onCard} />
      {conversation.begun && conversation.status === "open" && mayAnswer ? (
        <div className={classes["script"]}>
          <Script key={contactId} about={{ contactId }} />
        </div>
      ) : null}
      <Thread conversation={conversation} />
      <div className={classes["viewers"]} role="status" aria-label="Other users in this conversation">
        {describeViewers(viewers)}
      </div>
      <Compose conversation={conversation} text={draft} onText={onDraft} />
    </section>
  );
}

/** The address holds no id. */
const isNoId = (problem: unknown): boolean => problem instanceof ApiFailure && problem.status === 400;

/** Marks displayed texts as read for all users. */
function useRead(conversation: OpenConversation | undefined): void {
  const refresh = useRefresh();
  const { contactId, lastIn, unread } = conversation ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs per text, not per render
  useEffect(() => {
    if (!contactId || !unread || !lastIn || document.visibilityState !== "visible") return;
    // a failed mark is set with the next text or visit
    call(inboxRoutes.update, { params: { contactId }, body: { readTo: lastIn } }).then(
      () => refresh(inboxRoutes.list.path),
      () => undefined,
    );
  }, [contactId, lastIn, unread]);
}

interface HeadProps {
  conversation: OpenConversation;
  back: () => void;
  onCard: (() => void) | undefined;
}

function Head({ conversation, back, onCard }: HeadProps) {
  const { contactId, contactName, phone, number, begun, inbox } = conversation;
  const state = describeState(conversation, Date.now());
  return (
    <header className={classes["head"]}>
      <ActionIcon
        className={classes["back"]}
        variant="subtle"
        color="gray"
        aria-label="Back to the list"
        onClick={back}
      >
        <IconArrowLeft size={18} />
      </ActionIcon>
      <div className={classes["names"]}>
        <Anchor component={PathLink} to={paths.contact(contactId)} inherit fw={600}>
          {nameOf(conversation)}
        </Anchor>
        <span className={classes["more"]}>
          {[
            contactName && phone ? formatPhone(phone) : "",
            begun ? `with your number ${formatPhone(number)}` : "",
            inbox ? `in the inbox ${inbox}` : "",
            state ?? "",
            describeAssignment(conversation) ?? "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      {onCard ? (
        <Button size="xs" variant="default" leftSection={<IconUser size={14} />} onClick={onCard}>
          Contact
        </Button>
      ) : null}
      {begun ? <Whose conversation={conversation} /> : <StatusBadge tone="off">new</StatusBadge>}
    </header>
  );
}

const tones: Record<OpenConversation["status"], Tone> = {
  open: "going",
  snoozed: "waits",
  handled: "done",
  closed: "off",
};

/** Assigns, snoozes, closes and reopens a conversation. */
function Whose({ conversation }: { conversation: OpenConversation }) {
  const { contactId, status, assignedTo } = conversation;
  const refresh = useRefresh();
  const users = useQuery({ ...listOf(userRoutes.list), staleTime: 60_000 });
  const update = useMutation({
    mutationFn: (body: Input<typeof inboxRoutes.update>["body"]) =>
      call(inboxRoutes.update, { params: { contactId }, body }),
    onSuccess: () => refresh(inboxRoutes.list.path),
    onError: (problem) => toastError("Error updating conversation", problem),
  });
  const members = (users.data ?? []).filter(({ state }) => state === "active");
  return (
    <>
      <StatusBadge tone={tones[status]}>{status}</StatusBadge>
      <Select
        size="xs"
        flex="1 1 110px"
        maw={168}
        aria-label="Assigned to"
        data={[
          { value: unassigned, label: "Unassigned" },
          ...members.map(({ userId, name, email }) => ({ value: userId, label: name ?? email })),
          ...(assignedTo && !members.some(({ userId }) => userId === assignedTo.userId)
            ? [{ value: assignedTo.userId, label: assignedTo.name }]
            : []),
        ]}
        allowDeselect={false}
        value={assignedTo?.userId ?? unassigned}
        onChange={(value) => update.mutate({ assignedTo: value === unassigned ? null : value })}
      />
      {status === "closed" ? null : (
        <Snooze isBusy={update.isPending} onSnooze={(until) => update.mutate({ snoozeUntil: until.toISOString() })} />
      )}
      {status === "open" || status === "snoozed" ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCheck size={14} />}
          loading={update.isPending}
          onClick={() => update.mutate({ status: "closed" })}
        >
          Close
        </Button>
      ) : (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRotate size={14} />}
          loading={update.isPending}
          onClick={() => update.mutate({ status: "open" })}
        >
          {status === "handled" ? "Open" : "Reopen"}
        </Button>
      )}
    </>
  );
}
