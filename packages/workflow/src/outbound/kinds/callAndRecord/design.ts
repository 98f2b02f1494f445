import type { Design, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { machineOptions, transferIssue } from "../../../parts/phone/callForm.ts";
import { callVariables } from "../../../parts/phone/callVariables.ts";
import { isBlank } from "../../../parts/required.ts";
import type { Own } from "./saved.ts";

export interface Draft extends Omit<Own, "ifMachineExecute">, OneExit {
  ifMachinePlayUrl: string;
  ifHumanPlayUrl: string;
}

const continues = (draft: Draft): boolean => draft.ifMachine === "continue";

export const design: Design<Own, Draft> = {
  label: "Call and Transfer",
  hue: "voice",
  icon: "phone-call",
  defaults: {
    ifMachine: "continue",
    recordCallbackUrl: "",
    recordFormat: "wav",
    transferDest: "",
    transferCaller: false,
    ifMachinePlayUrl: "",
    ifHumanPlayUrl: "",
    next: null,
  },
  fields: [
    {
      name: "transferDest",
      label: "Transfer Destination",
      help: "A phone number such as +12025550123, or a SIP address such as sip:desk@example.com.",
      input: "text",
      required: true,
    },
    { name: "transferCaller", label: "Transfer Using Contact Number", input: "switch" },
    {
      name: "recordFormat",
      label: "Record Format",
      help: "File format of the recording. An mp3 is about a quarter of the size.",
      input: "choice",
      options: [
        { value: "mp3", label: "mp3" },
        { value: "wav", label: "wav" },
      ],
    },
    {
      name: "ifMachine",
      label: "If Machine",
      input: "choice",
      options: machineOptions,
      // hang up saves none of these (spec 2 §3.3)
      sets: (draft) => (continues(draft) ? {} : { recordCallbackUrl: "", ifMachinePlayUrl: "", ifHumanPlayUrl: "" }),
    },
    {
      name: "recordCallbackUrl",
      label: "Record Callback URL",
      help: "Notified of the recording.",
      input: "url",
      show: continues,
    },
    {
      name: "ifMachinePlayUrl",
      label: "If Machine Play URL",
      help: "Played after the beep of an answering machine.",
      input: "assetUrl",
      type: "audio",
      show: continues,
    },
    {
      name: "ifHumanPlayUrl",
      label: "If Human Play URL",
      help: "Played to a person before the transfer.",
      input: "assetUrl",
      type: "audio",
      show: continues,
    },
  ],
  card: (draft) => [{ label: "Transfer Destination", value: draft.transferDest || undefined }],
  ...oneExit,
  gives: callVariables,
  validate: (draft) => [...fieldIssues(design.fields, draft), ...destinationIssues(draft)],
  read: ({ ifMachineExecute: { ifMachinePlayUrl = "", ifHumanPlayUrl = "" }, ...own }, [next = null]) => ({
    ...own,
    ifMachinePlayUrl,
    ifHumanPlayUrl,
    next,
  }),
  write: ({ next: _next, ifMachinePlayUrl, ifHumanPlayUrl, ...own }) =>
    own.ifMachine === "continue"
      ? { ...own, ifMachineExecute: { ifMachinePlayUrl, ifHumanPlayUrl } }
      : { ...own, recordCallbackUrl: "", ifMachineExecute: {} },
};

const destinationIssues = ({ transferDest }: Draft): Issue[] =>
  isBlank(transferDest) ? [] : transferIssue("transferDest", transferDest);
