import type { Design } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { waitUnits } from "../../../parts/time/timeoutData.ts";
import { queueVariables } from "./queueVariables.ts";
import type { Own } from "./saved.ts";

/** The form (spec 2 §3.3). */
export interface Draft extends OneExit {
  queueName: string;
  queueWaitTime: number | "";
  expirationType: Own["expirationType"];
  expirationNumber: number | "";
  expirationUnits: Own["expirationUnits"];
}

const isFixed = (draft: Draft): boolean => draft.expirationType === "fixed";

export const design: Design<Own, Draft> = {
  label: "Agent Queue",
  hue: "logic",
  icon: "headset",
  defaults: {
    queueName: "",
    queueWaitTime: 0,
    expirationType: "campaignTimezoneProtection",
    expirationNumber: 1,
    expirationUnits: "minutes",
    next: null,
  },
  fields: [
    {
      name: "queueName",
      label: "Queue Name",
      help: "A new queue is created when its first contact arrives.",
      input: "text",
      required: true,
      maxLength: 100,
    },
    {
      name: "queueWaitTime",
      label: "Queue Wait Time",
      help: "How long the contact waits before agents see them. 0 offers the contact at once.",
      input: "number",
      min: 0,
      suffix: "seconds",
    },
    {
      name: "expirationType",
      label: "Expiration Type",
      help: "When the contact stops waiting: when the workflow's window closes, or a fixed time after arrival.",
      input: "choice",
      required: true,
      options: [
        { value: "campaignTimezoneProtection", label: "Workflow's timezone protection" },
        { value: "fixed", label: "Fixed" },
      ],
    },
    { name: "expirationNumber", label: "Number", input: "number", min: 1, required: true, show: isFixed },
    {
      name: "expirationUnits",
      label: "Units",
      input: "choice",
      required: true,
      options: waitUnits.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) })),
      show: isFixed,
    },
  ],
  card: (draft) => [{ label: "Queue", value: draft.queueName || undefined }],
  ...oneExit,
  gives: (id) => Object.values(queueVariables(id)),
  validate: (draft) => fieldIssues(design.fields, draft),
  read: ({ queueName, queueWaitTime, expirationType, expirationNumber, expirationUnits }, [next = null]) => ({
    queueName,
    queueWaitTime,
    expirationType,
    expirationNumber: expirationNumber.trim() === "" ? "" : Number(expirationNumber),
    expirationUnits,
    next,
  }),
  write: (draft) => ({
    queueName: draft.queueName,
    queueWaitTime: Number(draft.queueWaitTime),
    expirationType: draft.expirationType,
    expirationNumber: String(draft.expirationNumber),
    expirationUnits: draft.expirationUnits,
  }),
};
