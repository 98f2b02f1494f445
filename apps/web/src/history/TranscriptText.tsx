import { Button, Spoiler } from "@mantine/core";
import type { Transcript } from "@trunkline/contract/calls/voicemail.ts";
import classes from "./TranscriptText.module.css";

/** What was said in a voicemail, or why there is no text yet. */
export function TranscriptText({ transcript, again }: { transcript: Transcript | null; again?: () => void }) {
  if (transcript === null) return null;
  const { state, text, problem } = transcript;
  if (state === "done" && text)
    return (
      <Spoiler
        maxHeight={36}
        showLabel="Show all"
        hideLabel="Show less"
        className={classes["transcript"]}
        styles={{ control: { fontSize: 13 } }}
      >
        {text}
      </Spoiler>
    );
  if (state === "done")
    return <p className={`${classes["transcript"]} ${classes["state"]}`}>No words were recognized.</p>;
  if (state === "waiting")
    return (
      <p className={`${classes["transcript"]} ${classes["state"]}`}>
        {problem === null
          ? "Being transcribed…"
          : `Being transcribed… The last attempt failed: ${problem}. It is tried again.`}
      </p>
    );
  return (
    <p className={classes["transcript"]}>
      <span className={classes["failed"]}>Not transcribed: {problem}.</span>
      {again ? (
        <Button size="compact-xs" variant="subtle" ml={4} onClick={again}>
          Try again
        </Button>
      ) : null}
    </p>
  );
}
