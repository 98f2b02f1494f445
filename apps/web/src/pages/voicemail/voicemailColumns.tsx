import { Anchor } from "@mantine/core";
import type { Voicemail } from "@trunkline/contract/calls/voicemail.ts";
import type { ReactNode } from "react";
import { SoundPlayer } from "../../history/SoundPlayer.tsx";
import { TranscriptText } from "../../history/TranscriptText.tsx";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatLength } from "../../ui/text/formatTime.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import { nameOfAssigned } from "./AssignVoicemail.tsx";
import classes from "./VoicemailPage.module.css";

const stateOf = ({ handled, heard }: Voicemail): string => (handled ? "Handled" : heard ? "Heard" : "New");

const whyState = ({ handledBy, heardBy }: Voicemail): string | null =>
  handledBy ? `Handled by ${handledBy}` : heardBy ? `Heard by ${heardBy}` : null;

interface ColumnActions {
  /** It was played to its end. */
  ended: (row: Voicemail) => void;
  /** Has it transcribed again. */
  again: (row: Voicemail) => void;
  /** Who deals with it. */
  assigned: (row: Voicemail) => ReactNode;
}

/** The columns of voicemails. */
export const voicemailColumns = ({ ended, again, assigned }: ColumnActions): Column<Voicemail>[] => [
  {
    id: "who",
    header: "From",
    cell: (row) => (
      <span className={classes["who"]}>
        {row.contactId === null ? (
          formatPhone(row.phone)
        ) : (
          <Anchor component={PathLink} to={paths.contact(row.contactId)} inherit fw={row.heard === null ? 600 : 400}>
            {row.contactName ?? formatPhone(row.phone)}
          </Anchor>
        )}
      </span>
    ),
    value: (row) => row.contactName ?? row.phone,
    width: 120,
    always: true,
  },
  {
    id: "phone",
    header: "Phone",
    cell: (row) => <span className="figures">{formatPhone(row.phone)}</span>,
    value: (row) => row.phone,
    width: 150,
  },
  {
    id: "play",
    header: "Message",
    cell: (row) => (
      <div className={classes["message"]}>
        <SoundPlayer
          src={row.recordingUrl}
          peaks={row.peaks}
          seconds={row.seconds}
          label={`Voicemail of ${row.contactName ?? formatPhone(row.phone)}`}
          isSilent={row.recordingIsSilent}
          onEnded={() => ended(row)}
        />
        <TranscriptText transcript={row.transcript} again={() => again(row)} />
      </div>
    ),
    value: (row) => row.transcript?.text ?? "",
    sortable: false,
    width: 280,
    always: true,
  },
  {
    id: "seconds",
    header: "Length",
    cell: (row) => formatLength(row.seconds),
    value: (row) => row.seconds,
    right: true,
    width: 80,
    hidden: true,
  },
  {
    id: "assigned",
    header: "Assigned to",
    cell: assigned,
    value: nameOfAssigned,
    width: 160,
  },
  {
    id: "state",
    header: "State",
    cell: (row) => (
      <StatusBadge tone={row.handled ? "done" : row.heard ? "off" : "going"} why={whyState(row)}>
        {stateOf(row)}
      </StatusBadge>
    ),
    value: stateOf,
    width: 100,
  },
  {
    id: "created",
    header: "Left",
    cell: (row) => (
      <Anchor component={PathLink} to={paths.call(row.callId)} inherit>
        <Time at={row.created} />
      </Anchor>
    ),
    value: (row) => row.created,
    width: 176,
  },
];
