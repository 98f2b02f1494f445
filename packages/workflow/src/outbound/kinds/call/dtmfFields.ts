import type { Field, Issue } from "../../../nodeKind.ts";
import { audioUrlIssue, transferIssue } from "../../../parts/phone/callForm.ts";
import { isBlank } from "../../../parts/required.ts";
import { type DtmfActionName, keyOfNumber } from "../../../voice/dtmf.ts";
import type { Own } from "./saved.ts";

export type Row = Own["dtmfActions"][number];

export const newRow: Row = { number: null, action: "play", actionContext: "", useAiRewording: false };

const actionLabels: Record<DtmfActionName, string> = {
  play: "Play Audio",
  say: "Say",
  workflow: "Start Workflow",
  dnc: "Do Not Contact",
  transferCaller: "Transfer Using Contact Number",
  voicemailSay: "Voicemail (Say)",
  voicemailPlay: "Voicemail (Play)",
  transfer: "Transfer",
};

const is =
  (...actions: DtmfActionName[]) =>
  ({ action }: Row): boolean =>
    actions.includes(action);

/** The fields of a key (spec 2 §3.3). Its action decides what its value is. */
export const columns: Field<Row>[] = [
  {
    name: "number",
    label: "DTMF Number",
    lead: "If",
    tail: "is pressed",
    input: "choice",
    required: true,
    options: Array.from({ length: 11 }, (_, number) => ({ value: number, label: keyOfNumber(number) })),
  },
  {
    name: "action",
    label: "Action",
    lead: "then",
    input: "choice",
    required: true,
    options: Object.entries(actionLabels).map(([value, label]) => ({ value, label })),
    sets: () => ({ actionContext: "", useAiRewording: false }),
  },
  {
    name: "actionContext",
    label: "Audio URL",
    help: "Audio that ends in .mp3 or .wav.",
    input: "assetUrl",
    type: "audio",
    show: is("play", "voicemailPlay"),
  },
  {
    name: "actionContext",
    label: "Text to Say",
    input: "textarea",
    variables: true,
    uncounted: true,
    required: true,
    show: is("say", "voicemailSay"),
  },
  { name: "actionContext", label: "Workflow", input: "pick", from: "campaigns", required: true, show: is("workflow") },
  {
    name: "actionContext",
    label: "Value",
    input: "text",
    fixed: "Do Not Contact",
    show: is("dnc"),
    disabled: () => "Ends the call. The contact is not called again.",
  },
  {
    name: "actionContext",
    label: "Transfer To",
    help: "A phone number such as +12025550123, or a SIP address such as sip:desk@example.com.",
    input: "text",
    show: is("transfer", "transferCaller"),
  },
  {
    name: "useAiRewording",
    label: "Use AI Rewording",
    input: "switch",
    show: is("say", "voicemailSay"),
  },
];

/** Keys are unique, and each value fits its action (spec 2 §5.2). */
export const dtmfIssues = (rows: readonly Row[]): Issue[] =>
  rows.flatMap((row, index) => [...repeatedNumber(rows, row, index), ...valueIssue(row, index)]);

function repeatedNumber(rows: readonly Row[], { number }: Row, index: number): Issue[] {
  const isRepeated = number !== null && rows.findIndex((row) => row.number === number) < index;
  return isRepeated ? [{ field: `dtmfActions.${index}.number`, message: "Duplicate DTMF Number" }] : [];
}

function valueIssue({ action, actionContext }: Row, index: number): Issue[] {
  const field = `dtmfActions.${index}.actionContext`;
  if (action === "play" || action === "voicemailPlay") {
    if (isBlank(actionContext)) return [{ field, message: `Audio URL ${index + 1} is required` }];
    return audioUrlIssue(field, `Audio URL ${index + 1}`, actionContext);
  }
  return action === "transfer" || action === "transferCaller" ? transferIssue(field, actionContext) : [];
}
