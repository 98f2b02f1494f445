import type { Call } from "@trunkline/contract/call.ts";
import { StatusBadge, type Tone } from "../../ui/StatusBadge.tsx";
import classes from "./JourneyPage.module.css";

const tones: Record<Call["status"], Tone> = {
  queued: "going",
  ringing: "going",
  "in-progress": "going",
  completed: "done",
  busy: "waits",
  "no-answer": "waits",
  failed: "failed",
  canceled: "off",
  rejected: "failed",
  blocked: "off",
  cancelled: "off",
  unknown: "waits",
};

/** How a call of a step went: outcome, length, keys, and what was recorded. */
export function CallLine({ call }: { call: Call }) {
  const { status, answeredBy, durationSeconds, digits, recordingUrl, reasonText } = call;
  const facts = [
    answeredBy === null ? "" : `answered by ${answeredBy}`,
    durationSeconds ? lengthOf(durationSeconds) : "",
    digits === "" ? "" : `keys ${digits}`,
    reasonText ?? "",
  ].filter(Boolean);
  return (
    <div className={classes["message"]} data-direction="out">
      <p className={classes["note"]}>
        <StatusBadge tone={tones[status]}>{status}</StatusBadge> {facts.join(", ")}
      </p>
      {recordingUrl !== null && (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said
        <audio controls preload="none" src={recordingUrl} aria-label="Recording of the call" />
      )}
    </div>
  );
}

const lengthOf = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
