import type { Call } from "@trunkline/contract/calls/call.ts";
import classes from "./Recording.module.css";

/** The player of a call recording. */
export function Recording({ call: { recordingUrl, recordingIsSilent } }: { call: Call }) {
  if (recordingUrl === null) return null;
  return (
    <figure className={classes["recording"]}>
      {/* biome-ignore lint/a11y/useMediaCaption: recordings have no transcript */}
      <audio controls preload="none" src={recordingUrl} aria-label="Recording of the call" />
      {recordingIsSilent ? (
        <figcaption>
          This recording is silent. The simulated carrier transmits no sound, and no microphone was recorded.
        </figcaption>
      ) : null}
    </figure>
  );
}
