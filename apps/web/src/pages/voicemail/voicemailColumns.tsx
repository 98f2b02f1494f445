import { Anchor } from "@mantine/core";
import type { Voicemail } from "@trunkline/contract/calls/voicemail.ts";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import type { Column } from "../../ui/table/column.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatLength } from "../../ui/text/formatTime.ts";
import { StatusBadge } from "../../ui/text/StatusBadge.tsx";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./VoicemailPage.module.css";

/** The columns of voicemails. Playing one to its end marks it as heard. */
export const voicemailColumns = (ended: (row: Voicemail) => void): Column<Voicemail>[] => [
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
    width: 160,
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
      <audio
        controls
        preload="none"
        className={classes["player"]}
        src={row.recordingUrl}
        title={row.recordingIsSilent ? "Silent recording. No microphone was used." : undefined}
        aria-label={`Voicemail of ${row.contactName ?? formatPhone(row.phone)}`}
        onEnded={() => ended(row)}
      >
        <track kind="captions" />
      </audio>
    ),
    width: 250,
    always: true,
  },
  {
    id: "seconds",
    header: "Length",
    cell: (row) => formatLength(row.seconds),
    value: (row) => row.seconds,
    right: true,
    width: 80,
  },
  {
    id: "heard",
    header: "State",
    cell: (row) => (
      <StatusBadge tone={row.heard === null ? "going" : "off"} why={row.heardBy ? `Heard by ${row.heardBy}` : null}>
        {row.heard === null ? "New" : "Heard"}
      </StatusBadge>
    ),
    value: (row) => (row.heard === null ? "New" : "Heard"),
    width: 90,
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
    width: 165,
  },
];
