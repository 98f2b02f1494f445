import type { Call } from "@trunkline/contract/calls/call.ts";
import classes from "./Recording.module.css";

/** The player of a call recording, and what is to be said of one that is not there. */
export function Recording({ call }: { call: Call }) {
  const { recordingUrl, recordingIsSilent } = call;
  const missing = describeMissing(call);
  return (
    <>
      {recordingUrl === null ? null : (
        <figure className={classes["recording"]}>
          {/* biome-ignore lint/a11y/useMediaCaption: recordings have no transcript */}
          <audio controls preload="none" src={recordingUrl} aria-label="Recording of the call" />
          {recordingIsSilent ? (
            <figcaption>
              This recording is silent. The simulated carrier transmits no sound, and no microphone was recorded.
            </figcaption>
          ) : null}
        </figure>
      )}
      {missing === null ? null : (
        <p className={classes["missing"]} role="status">
          {missing}
        </p>
      )}
    </>
  );
}

/** What a page says of a recording that the provider does not serve. Null: there is nothing to say. */
export function describeMissing({ recordingFetch, recordingProblem }: Call): string | null {
  if (recordingFetch === null) return null;
  return recordingFetch === "fetching"
    ? `The recording is being fetched, and shows here as soon as it is there. So far ${recordingProblem}. Trunkline tries again for a day.`
    : `The recording could not be fetched: ${recordingProblem}. Trunkline no longer tries.`;
}
