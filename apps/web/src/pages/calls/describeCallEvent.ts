import type { Call } from "@trunkline/contract/calls/call.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { formatPhone, plural } from "../../ui/text/formatFigure.ts";

type CallEvent = Call["events"][number];

const answeredBy: Record<string, string> = {
  human: "A person answered",
  machineBeep: "An answering machine answered, with a beep",
  machineSilent: "An answering machine answered, without a beep",
  fax: "A fax machine answered",
  unknown: "Answered by a person or a machine (not detected)",
};
const notAnswered: Record<string, string> = {
  busy: "The line was busy",
  noAnswer: "No answer",
  failed: "The call failed",
  cancelled: "The caller hung up before anyone answered",
};
const dialled: Record<string, string> = {
  completed: "The transfer ended",
  busy: "The line of the transfer was busy",
  noAnswer: "No one answered the transfer",
  failed: "The transfer failed",
};
const supervised: Record<string, string> = {
  listen: "listens to the call",
  whisper: "speaks to the user alone",
  join: "joined the call",
  unsupervised: "no longer supervises the call",
};
const callbackNames: Record<string, string> = {
  status: "the status callback",
  record: "the recording callback",
  machine: "the machine callback",
  dial: "the transfer callback",
};

/** Older versions saved recordings as WAV although the node asked for MP3. */
const asWav = (data: CallEvent["data"]): string =>
  data?.["asked"] === "mp3" ? ". MP3 was requested, but this recording was saved as WAV" : "";

/** How the call joined a conference, and what the simulated carrier leaves out. */
function describeConference({ room, muted, beep, waits, ends, alone }: Record<string, unknown>): string {
  const how = [beep ? "with a beep" : "without a beep", ...(muted ? ["muted"] : [])].join(", ");
  const entered = `${waits ? "Waiting for" : "Joined"} conference ${String(room ?? "")}, ${how}`;
  if (!alone) return entered;
  const missing = [...(waits ? ["it never starts"] : []), ...(ends ? ["hanging up does not end it"] : [])];
  return `${entered}. Conferences on the simulated carrier have no other participants${missing.length > 0 ? `, so ${missing.join(" and ")}` : ""}`;
}

const ofPeople: ReadonlySet<string> = new Set(["askedCallback", "consulting", "supervised", "unsupervised"]);

/** What a caller asks for, whom the user consults, and who supervises the call. */
function describePeople(type: string, text: (name: string) => string): string {
  if (type === "askedCallback") return "The caller asked to be called back";
  if (type === "consulting")
    return text("is") === "ended" ? `${text("with")} is no longer consulted` : `The user consults ${text("with")}`;
  return `${text("by")} ${ownValue(supervised, text("mode") || type) ?? "supervises the call"}`;
}

const ofRecordings: ReadonlySet<string> = new Set([
  "recorded",
  "callRecorded",
  "recordingLate",
  "recordingFetched",
  "recordingFailed",
  "nothingRecorded",
]);

/** What was recorded, and whether the recording is there. */
function describeRecording({ type, data }: Pick<CallEvent, "type" | "data">): string {
  const seconds = plural(Number(data?.["seconds"] ?? 0), "second");
  const [which, problem] = [data?.["of"] === "call" ? "recording of the whole call" : "recording", data?.["problem"]];
  switch (type) {
    case "recorded":
      if (data?.["isLate"] === true) return "The caller was recorded. The recording is not there yet";
      return data?.["recordingUrl"] === undefined ? "Nothing was recorded" : `Recorded ${seconds}${asWav(data)}`;
    case "callRecorded":
      return `The whole call was recorded, ${seconds}${asWav(data)}`;
    case "recordingLate":
      return `The ${which} could not be fetched yet: ${problem}`;
    case "recordingFetched":
      return `The ${which} was fetched, ${seconds}`;
    case "recordingFailed":
      return `The ${which} could not be fetched: ${problem}`;
    default:
      return "There is no recording to play yet";
  }
}

/** Describes one event of a call. Inbound calls are answered by Trunkline itself. */
export function describeCallEvent({ type, data }: CallEvent, direction: Call["direction"]): string {
  const text = (name: string): string => String(ownValue(data, name) ?? "");
  if (ofPeople.has(type)) return describePeople(type, text);
  if (ofRecordings.has(type)) return describeRecording({ type, data });
  const seconds = plural(Number(data?.["seconds"] ?? 0), "second");
  switch (type) {
    case "answered":
      if (direction === "in") return "The call was answered";
      return ownValue(answeredBy, text("by")) ?? "Answered";
    case "notAnswered":
      return ownValue(notAnswered, text("status")) ?? "Not answered";
    case "finished":
      return "All prompts were played";
    case "digits":
      if (text("digits") === "") return "No key was pressed in time";
      return text("digits").length === 1 ? `Key ${text("digits")} was pressed` : `Keys ${text("digits")} were pressed`;
    case "speech":
      return text("speech") === "" ? "The contact said nothing in time" : `The contact said "${text("speech")}"`;
    case "enteredRoom":
      return describeConference(data ?? {});
    case "dialEnded": {
      const who = text("answeredBy");
      return `${ownValue(dialled, text("status")) ?? "The transfer ended"}${who ? `: ${formatPhone(who)}, ${seconds}` : ""}`;
    }
    case "leftQueue":
      return `Left the queue after ${seconds}`;
    case "document":
      return `Received a call script with ${plural(Number(data?.["verbs"] ?? 0), "instruction")}`;
    case "broken":
      return `The call script failed: ${text("reason")}`;
    case "connected":
      return `${formatPhone(text("with"))} answered the call`;
    case "hungUp":
      if (data?.["abandoned"] === true) return `The caller hung up after waiting ${seconds}`;
      return `The call ended after ${seconds}`;
    case "callback":
      return `Notifying ${ownValue(callbackNames, text("event")) ?? "a callback"} at ${text("url")}`;
    case "told":
      return `Notified ${ownValue(callbackNames, text("event")) ?? "a callback"}`;
    case "notTold":
      return `Could not notify ${ownValue(callbackNames, text("event")) ?? "a callback"}: ${text("problem")}`;
    case "fetchScript":
      return `Requesting the next script from ${text("url")}`;
    case "checkSound":
      return `Fetching the audio file ${text("url")}`;
    case "soundFound":
      return "The audio file can be played";
    case "enrol":
      return "The contact entered another workflow";
    case "stopCalls":
      return "Calls to the contact were stopped";
    case "sms":
      return `Sent a text to ${formatPhone(text("to"))}: ${text("text")}`;
    default:
      return type;
  }
}
