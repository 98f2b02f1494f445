import type { Field, Issue } from "../../nodeKind.ts";
import { isUrl } from "../fieldIssues.ts";
import { textProblem } from "../text/textProblem.ts";
import { isE164, isSip } from "./dialTarget.ts";

/** Whether an address is playable audio. One with variables is checked when they are known. */
const endsLikeAudio = (url: string): boolean => /\$\{/.test(url) || /\.(?:mp3|wav)(?:[?#].*)?$/i.test(url.trim());

/** Audio must end in .wav or .mp3 (spec 2 §5.2). An invalid address is reported by its field. */
export const audioUrlIssue = (field: string, label: string, url: string): Issue[] =>
  !isUrl(url) || endsLikeAudio(url) ? [] : [{ field, message: `${label} must end in .wav or .mp3` }];

/** The transfer target must be a phone number or SIP address (spec 2 §5.2). */
export function transferIssue(field: string, to: string): Issue[] {
  if (isSip(to) || isE164(to.trim())) return [];
  if (!to.includes("${")) return [{ field, message: "Must be a valid SIP address or e164 phone number" }];
  const problem = textProblem(to);
  return problem === undefined ? [] : [{ field, message: `Transfer destination cannot be read: ${problem}` }];
}

/** What all three call kinds do with machines (spec 2 §3.3). */
export const machineOptions = [
  { value: "continue", label: "Continue" },
  { value: "hangup", label: "Hang up" },
];

interface CallbackDraft {
  statusCallbackUrl: string;
  fallbackUrl: string;
  record: boolean;
  recordCallbackUrl: string;
  ifMachine: string;
  ifMachineCallbackUrl: string;
}

/** Fields shared by `call` and `callXml`: callbacks, recording, machines. */
export const callbackFields: Field<CallbackDraft>[] = [
  {
    name: "statusCallbackUrl",
    label: "Status Callback URL",
    help: "Notified of the call's outcome.",
    input: "url",
  },
  {
    name: "fallbackUrl",
    label: "Fallback URL",
    help: "Provides a call script when the script or audio of the call cannot be fetched.",
    input: "url",
  },
  { name: "record", label: "Record", help: "Records the whole call. Listen to it on the journey.", input: "switch" },
  {
    name: "recordCallbackUrl",
    label: "Record Callback URL",
    help: "Notified of every recording.",
    input: "url",
  },
  {
    name: "ifMachine",
    label: "If Machine",
    help: "Continue leaves the message after the beep.",
    input: "choice",
    options: machineOptions,
  },
  {
    name: "ifMachineCallbackUrl",
    label: "If Machine Callback URL",
    help: "Notified when a machine answers.",
    input: "url",
  },
];
