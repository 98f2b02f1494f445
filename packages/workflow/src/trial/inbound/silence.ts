import type { CallSession } from "../../voice/session.ts";
import type { LineEvent } from "../../voice/verbs.ts";

/** What happens to a call when its caller and everyone else do nothing. */
export interface Silence {
  event: LineEvent;
  afterMs: number;
}

/** The end of what a call waits for: no key, nothing said, no message, no one who answers. Undefined: it waits for someone. */
export function silenceOf({ waits }: CallSession): Silence | undefined {
  switch (waits.for) {
    case "digits":
      return { event: { type: "digits", digits: "" }, afterMs: waits.gather.timeoutSeconds * 1000 };
    case "speech":
      return { event: { type: "speech", speech: "" }, afterMs: waits.listen.timeoutSeconds * 1000 };
    case "recording":
      return { event: { type: "recorded", seconds: 0 }, afterMs: waits.record.silenceSeconds * 1000 };
    case "dial":
      return {
        event: { type: "dialEnded", status: "noAnswer", seconds: 0 },
        afterMs: waits.dial.timeoutSeconds * 1000,
      };
    default:
      return undefined;
  }
}

/** How long an event of the line took: its own seconds, the time of a silence, else what an exchange takes. */
export function elapsedOf(session: CallSession, event: LineEvent, exchangeMs: number): number {
  if ("seconds" in event && event.seconds > 0) return event.seconds * 1000;
  const silence = silenceOf(session);
  return silence !== undefined && JSON.stringify(silence.event) === JSON.stringify(event)
    ? silence.afterMs
    : exchangeMs;
}
