import { type CallDestination, delivered, planOf } from "../destination.ts";

/** Spec 1 §3.7. */
const silenceSeconds = 5;
const maxSeconds = 30;

/** The caller hears a greeting and is recorded. The recording is published as a voicemail and belongs to the call. */
export const voicemail: CallDestination = {
  async route(_q, { destination: { options } }) {
    const greeting = options.playUrl
      ? { do: "play" as const, url: options.playUrl }
      : { do: "say" as const, text: "Please leave a message." };
    const record = {
      do: "record" as const,
      voicemail: true as const,
      maxSeconds: options.recordMaxLengthSec ?? maxSeconds,
      silenceSeconds: options.recordTimeoutSec ?? silenceSeconds,
      finishOnKey: "#",
      beep: options.recordPlayBeep ?? false,
      format: "wav" as const,
    };
    return { ...delivered, plan: planOf([greeting, record, { do: "hangUp" }]) };
  },
};
