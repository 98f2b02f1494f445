import type { Voicemail } from "@trunkline/contract/calls/voicemail.ts";
import type { VoicemailRow } from "../../store/calls/voicemail.ts";

/** The shape of a voicemail's sound, and its text. */
export const showSpoken = ({
  peaks,
  transcriptState,
  transcript,
  transcriptProblem,
}: Pick<VoicemailRow, "peaks" | "transcriptState" | "transcript" | "transcriptProblem">): Pick<
  Voicemail,
  "peaks" | "transcript"
> => ({
  peaks: peaks && [...peaks],
  transcript: transcriptState && { state: transcriptState, text: transcript, problem: transcriptProblem },
});
