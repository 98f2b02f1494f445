import type { HandsetCall } from "@trunkline/contract/simulator/simulator.ts";
import { formatPhone } from "../../ui/text/formatFigure.ts";
import { formatTime } from "../../ui/text/formatTime.ts";
import classes from "./Call.module.css";
import { describeNote } from "./thread.ts";

/** An ended call in the thread, with its length and transcript. */
export function PastCall({ call }: { call: HandsetCall }) {
  const { answered, ended, direction, number, log, at, isMachine } = call;
  const seconds = answered && ended ? Math.max(1, Math.round((Date.parse(ended) - Date.parse(answered)) / 1000)) : 0;
  const what =
    direction === "from_handset"
      ? `Called ${formatPhone(number)}`
      : answered === null
        ? `Missed call from ${formatPhone(number)}`
        : isMachine
          ? `Voicemail from ${formatPhone(number)}`
          : `Call from ${formatPhone(number)}`;
  return (
    <details className={classes["past"]}>
      <summary>
        {what}
        {seconds > 0 ? `, ${seconds} s` : ""} · {formatTime(at).slice(11)}
      </summary>
      <ol className={classes["notes"]}>
        {log.map((note, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries never change their position
          <li key={index} data-kind={note.kind}>
            {note.kind === "recorded" ? (
              // biome-ignore lint/a11y/useMediaCaption: there is no transcript of the recording
              <audio controls src={note.text} aria-label="Recording" />
            ) : (
              describeNote(note)
            )}
          </li>
        ))}
      </ol>
    </details>
  );
}
