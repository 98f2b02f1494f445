import type { Call } from "@trunkline/contract/calls/call.ts";
import classes from "./Recording.module.css";

/** What was recorded on a call, to be played; a silent file says that it is one. */
export function Recording({ call: { recordingUrl, recordingIsSilent } }: { call: Call }) {
  if (recordingUrl === null) return null;
  return (
    <figure className={classes["recording"]}>
      {/* biome-ignore lint/a11y/useMediaCaption: nobody has written down what was said */}
      <audio controls preload="none" src={recordingUrl} aria-label="Recording of the call" />
      {recordingIsSilent ? (
        <figcaption>A silent file: the simulated carrier carries no sound, and no microphone was recorded.</figcaption>
      ) : null}
    </figure>
  );
}
