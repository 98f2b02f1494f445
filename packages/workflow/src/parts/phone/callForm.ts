import type { Field, Issue } from "../../nodeKind.ts";
import { isUrl } from "../fieldIssues.ts";
import { textProblem } from "../text/compileText.ts";
import { isE164, isSip } from "./dialTarget.ts";

/** Whether an address names a sound that can be played; one with variables is judged when it is known. */
const endsLikeAudio = (url: string): boolean => /\$\{/.test(url) || /\.(?:mp3|wav)(?:[?#].*)?$/i.test(url.trim());

/** Audio ends in .wav or .mp3 (spec 2 §5.2). An address that is none is told by its own field already. */
export const audioUrlIssue = (field: string, label: string, url: string): Issue[] =>
  !isUrl(url) || endsLikeAudio(url) ? [] : [{ field, message: `${label} must end in .wav or .mp3` }];

/** A transfer needs somebody who can be rung (spec 2 §5.2). */
export function transferIssue(field: string, to: string): Issue[] {
  if (isSip(to) || isE164(to.trim())) return [];
  if (!to.includes("${")) return [{ field, message: "Must be a valid SIP address or e164 phone number" }];
  const problem = textProblem(to);
  return problem === undefined ? [] : [{ field, message: `Transfer destination cannot be read: ${problem}` }];
}

/** What all three kinds of call say about machines (spec 2 §3.3). */
export const machineOptions = [
  { value: "continue", label: "Continue" },
  { value: "hangup", label: "Hang up" },
];

interface Told {
  statusCallbackUrl: string;
  fallbackUrl: string;
  record: boolean;
  recordCallbackUrl: string;
  ifMachine: string;
  ifMachineCallbackUrl: string;
}

/** The fields that `call` and `callXml` share: who is told, recording, machines. */
export const callbackFields: Field<Told>[] = [
  {
    name: "statusCallbackUrl",
    label: "Status Callback URL",
    help: "Told how the call ended.",
    input: "url",
  },
  {
    name: "fallbackUrl",
    label: "Fallback URL",
    help: "Asked for a call script when the script or a sound of the call cannot be fetched.",
    input: "url",
  },
  { name: "record", label: "Record", help: "Keeps the whole call; listen to it on the journey.", input: "switch" },
  {
    name: "recordCallbackUrl",
    label: "Record Callback URL",
    help: "Told of every recording.",
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
    help: "Told that a machine answered.",
    input: "url",
  },
];
