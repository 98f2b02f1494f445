import { Anchor } from "@mantine/core";
import { IconPhoneIncoming, IconPhoneOutgoing, IconRecordMail } from "@tabler/icons-react";
import { voicemailRoutes } from "@trunkline/contract/calls/voicemail.ts";
import { inboxRoutes, type Turn } from "@trunkline/contract/inbox/inbox.ts";
import { callOne } from "../../api/call.ts";
import { useRefresh } from "../../api/queries.ts";
import { CallStatus } from "../../history/CallStatus.tsx";
import { describeMissing } from "../../history/Recording.tsx";
import { SoundPlayer } from "../../history/SoundPlayer.tsx";
import { TranscriptText } from "../../history/TranscriptText.tsx";
import { paths } from "../../paths.ts";
import { PathLink } from "../../ui/page/PathLink.tsx";
import { formatLength } from "../../ui/text/formatTime.ts";
import { Time } from "../../ui/text/Time.tsx";
import classes from "./InboxPage.module.css";

type ThreadCall = NonNullable<Turn["call"]>;

/** A call in the thread, with its voicemail or recording. */
export function CallTurn({ call }: { call: ThreadCall }) {
  const { direction, created, durationSeconds, answeredByName, callId, voicemail } = call;
  const isOut = direction === "out";
  const Icon = voicemail ? IconRecordMail : isOut ? IconPhoneOutgoing : IconPhoneIncoming;
  return (
    <article className={classes["turn"]} data-side={isOut ? "ours" : "theirs"}>
      <div className={classes["call"]}>
        <Icon size={18} aria-hidden />
        <Anchor component={PathLink} to={paths.call(callId)} inherit>
          {voicemail ? "Voicemail" : isOut ? "Call to the contact" : "Call from the contact"}
        </Anchor>
        <span>
          {[
            answeredByName && !isOut ? `answered by ${answeredByName}` : "",
            voicemail ? formatLength(voicemail.seconds) : durationSeconds ? formatLength(durationSeconds) : "",
          ]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </div>
      <Sound call={call} />
      <div className={classes["note"]}>
        {isOut ? <span>{call.campaignName ?? "Call"}</span> : null}
        <Time at={created} hour />
        <span>{voicemail ? "Voicemail" : "Call"}</span>
        <CallStatus call={call} />
        {voicemail && !voicemail.heard ? <span className={classes["new"]}>New</span> : null}
      </div>
    </article>
  );
}

/** The player of the voicemail, else of the recording. Playing a voicemail to its end marks it as heard. */
function Sound({ call }: { call: ThreadCall }) {
  const { voicemail, recordingUrl, recordingIsSilent, durationSeconds } = call;
  const refresh = useRefresh();
  if (voicemail === null && recordingUrl === null) {
    const missing = describeMissing(call);
    return missing === null ? null : <p className={classes["why"]}>{missing}</p>;
  }
  const heard = () => {
    if (voicemail === null || voicemail.heard) return;
    // a failed mark is set when it is played again
    callOne(voicemailRoutes.update, { params: { voicemailId: voicemail.voicemailId }, body: { heard: true } }).then(
      () => refresh(inboxRoutes.thread.path, voicemailRoutes.list.path),
      () => undefined,
    );
  };
  return (
    <>
      <SoundPlayer
        src={voicemail?.recordingUrl ?? recordingUrl ?? ""}
        peaks={voicemail?.peaks ?? null}
        seconds={voicemail?.seconds ?? durationSeconds ?? 0}
        label={voicemail ? "Voicemail of the contact" : "Recording of the call"}
        isSilent={voicemail?.recordingIsSilent ?? recordingIsSilent}
        onEnded={heard}
      />
      <TranscriptText transcript={voicemail?.transcript ?? null} />
    </>
  );
}
