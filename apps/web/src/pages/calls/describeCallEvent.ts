import type { Call } from "@trunkline/contract/calls/call.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";

type CallEvent = Call["events"][number];

const answeredBy: Record<string, string> = {
  human: "A person answered",
  machineBeep: "A machine answered, with a beep",
  machineSilent: "A machine answered, without a beep",
  fax: "A fax answered",
  unknown: "Somebody answered; person or machine is not known",
};
const notAnswered: Record<string, string> = {
  busy: "The line was busy",
  noAnswer: "Nobody answered",
  failed: "The call failed",
  cancelled: "The caller hung up before anybody answered",
};
const dialled: Record<string, string> = {
  completed: "The transfer is over",
  busy: "The transfer was busy",
  noAnswer: "Nobody answered the transfer",
  failed: "The transfer failed",
};
const told: Record<string, string> = {
  status: "the status callback",
  record: "the recording callback",
  machine: "the machine callback",
  dial: "the transfer callback",
};

/** Recordings of older versions were saved as WAV where MP3 was asked for. */
const asWav = (data: CallEvent["data"]): string =>
  data?.["asked"] === "mp3" ? ". MP3 was asked for; this recording was saved as WAV" : "";

/** How a conference was entered, and what the carrier cannot do of it. */
function conferenceWords({ room, muted, beep, waits, ends, alone }: Record<string, unknown>): string {
  const how = [beep ? "with a beep" : "without a beep", ...(muted ? ["muted"] : [])].join(", ");
  const entered = `${waits ? "Waits for" : "Entered"} the conference ${String(room ?? "")}, ${how}`;
  if (!alone) return entered;
  const missing = [...(waits ? ["nobody begins it"] : []), ...(ends ? ["it ends for nobody with this call"] : [])];
  return `${entered}. On the simulated carrier nobody else is in a conference${missing.length > 0 ? `: ${missing.join(", and ")}` : ""}`;
}

/** One event of a call in words. A call in is answered by the product itself, whatever it takes the caller for. */
export function describeCallEvent({ type, data }: CallEvent, direction: Call["direction"]): string {
  const text = (name: string): string => String(ownValue(data, name) ?? "");
  const seconds = plural(Number(data?.["seconds"] ?? 0), "second");
  switch (type) {
    case "answered":
      if (direction === "in") return "The call was taken";
      return ownValue(answeredBy, text("by")) ?? "Answered";
    case "notAnswered":
      return ownValue(notAnswered, text("status")) ?? "Not answered";
    case "finished":
      return "Everything was heard";
    case "digits":
      if (text("digits") === "") return "No key was pressed in time";
      return text("digits").length === 1 ? `Key ${text("digits")} was pressed` : `Keys ${text("digits")} were pressed`;
    case "speech":
      return text("speech") === "" ? "Nothing was said in time" : `The contact said "${text("speech")}"`;
    case "recorded":
      return data?.["recordingUrl"] === undefined ? "Nothing was recorded" : `A recording of ${seconds}${asWav(data)}`;
    case "callRecorded":
      return `The recording of the whole call is kept, ${seconds}${asWav(data)}`;
    case "nothingRecorded":
      return "The last recording could not be played: this call has none yet";
    case "enteredRoom":
      return conferenceWords(data ?? {});
    case "dialEnded": {
      const who = text("answeredBy");
      return `${ownValue(dialled, text("status")) ?? "The transfer is over"}${who ? `: ${formatPhone(who)}, ${seconds}` : ""}`;
    }
    case "leftQueue":
      return `Left the queue after ${seconds}`;
    case "document":
      return `A call script arrived with ${plural(Number(data?.["verbs"] ?? 0), "instruction")}`;
    case "broken":
      return `The script broke off: ${text("reason")}`;
    case "connected":
      return `${formatPhone(text("with"))} answered the call`;
    case "hungUp":
      if (data?.["abandoned"] === true) return `The caller gave up waiting after ${seconds}`;
      return `The call ended after ${seconds}`;
    case "callback":
      return `Tells ${ownValue(told, text("event")) ?? "a callback"} at ${text("url")}`;
    case "told":
      return `Told ${ownValue(told, text("event")) ?? "a callback"}`;
    case "notTold":
      return `Could not tell ${ownValue(told, text("event")) ?? "a callback"}: ${text("problem")}`;
    case "fetchScript":
      return `Asks ${text("url")} for the next script`;
    case "checkSound":
      return `Fetches the sound ${text("url")}`;
    case "soundFound":
      return "The sound can be played";
    case "enrol":
      return "Another workflow was started for the contact";
    case "stopCalls":
      return "The contact is not called any more";
    case "sms":
      return `A text to ${formatPhone(text("to"))}: ${text("text")}`;
    default:
      return type;
  }
}
