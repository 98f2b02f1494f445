import { Anchor } from "@mantine/core";
import type { CallbackState, QueueCallback } from "@trunkline/contract/agents/queueCallback.ts";
import { paths } from "../paths.ts";
import { PathLink } from "../ui/page/PathLink.tsx";
import type { Column } from "../ui/table/column.ts";
import { formatPhone } from "../ui/text/formatFigure.ts";
import { StatusBadge, type Tone } from "../ui/text/StatusBadge.tsx";
import { Time } from "../ui/text/Time.tsx";

const states: Record<CallbackState, { tone: Tone; words: string }> = {
  waiting: { tone: "waits", words: "Waiting" },
  dialing: { tone: "going", words: "Dialing" },
  done: { tone: "done", words: "Done" },
  gaveUp: { tone: "failed", words: "Gave up" },
};

const reasons: Record<NonNullable<QueueCallback["reason"]>, string> = {
  reached: "The caller reached a user by another call.",
  attempts: "The caller did not answer any attempt.",
  dnc: "The caller is on the do-not-contact list.",
  expired: "No one was free within 24 hours.",
  place_gone: "The work group or live list was deleted.",
  number_gone: "The number that was called no longer belongs to the account.",
  canceled: "A user canceled it.",
};

export const nameOfCallback = ({ contactName, phone }: QueueCallback): string =>
  `callback to ${contactName ?? formatPhone(phone)}`;

export const CallbackBadge = ({ row: { state, reason } }: { row: QueueCallback }) => (
  <StatusBadge tone={states[state].tone} why={reason && reasons[reason]}>
    {states[state].words}
  </StatusBadge>
);

/** The columns of callbacks (decision 0110). */
export const callbackColumns: Column<QueueCallback>[] = [
  {
    id: "who",
    header: "Caller",
    cell: ({ contactId, contactName, phone }) =>
      contactId === null ? (
        formatPhone(phone)
      ) : (
        <Anchor component={PathLink} to={paths.contact(contactId)} inherit>
          {contactName ?? formatPhone(phone)}
        </Anchor>
      ),
    value: ({ contactName, phone }) => contactName ?? phone,
    width: 160,
    always: true,
  },
  {
    id: "phone",
    header: "Phone",
    cell: ({ phone }) => <span className="figures">{formatPhone(phone)}</span>,
    value: ({ phone }) => phone,
    width: 160,
    hidden: true,
  },
  {
    id: "place",
    header: "Waits for",
    cell: ({ kind, name }) => `${kind === "workGroup" ? "Work group" : "Live list"} ${name}`,
    value: ({ name }) => name,
    width: 180,
  },
  {
    id: "state",
    header: "State",
    cell: (row) => <CallbackBadge row={row} />,
    value: ({ state }) => states[state].words,
    width: 115,
    always: true,
  },
  {
    id: "position",
    header: "Place",
    cell: ({ position }) => position ?? "---",
    value: ({ position }) => position,
    right: true,
    width: 75,
  },
  {
    id: "attempts",
    header: "Attempts",
    cell: ({ attempts }) => attempts,
    value: ({ attempts }) => attempts,
    right: true,
    width: 95,
  },
  {
    id: "user",
    header: "Agent",
    cell: ({ userName }) => userName ?? "---",
    value: ({ userName }) => userName,
    width: 120,
  },
  {
    id: "since",
    header: "Waits since",
    cell: ({ since, callId }) => (
      <Anchor component={PathLink} to={paths.call(callId)} inherit>
        <Time at={since} />
      </Anchor>
    ),
    value: ({ since }) => since,
    width: 175,
  },
  {
    id: "out",
    header: "Last call",
    cell: ({ outCallId }) =>
      outCallId === null ? (
        "---"
      ) : (
        <Anchor component={PathLink} to={paths.call(outCallId)} inherit>
          Open
        </Anchor>
      ),
    width: 90,
  },
];
