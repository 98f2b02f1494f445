import { z } from "zod";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";
import { distributions, workgroupDistributions } from "../../distribution.ts";

/** Spec 1 §3.6. */
export interface WorkgroupForm extends DestinationForm {
  workgroupName: string;
  delayNextCall: number;
  tryCallTimeout: number;
  distributionType: number;
  maxDials: number;
}

const isSequential = ({ distributionType }: WorkgroupForm): boolean => distributionType === distributions.sequential;

/** Routes the call to a work group. */
export const workgroup = destinationKind<WorkgroupForm>({
  nodeType: "callDestination",
  label: destTypeLabel("workgroup"),
  help: "Rings the members of a work group until one answers.",
  icon: "users-group",
  hue: "voice",
  destType: "workgroup",
  form: z.looseObject({
    workgroupName: z.string().default(""),
    delayNextCall: z.number().default(5),
    tryCallTimeout: z.number().default(15),
    distributionType: z.number().default(distributions.firstInFirstOut),
    maxDials: z.number().default(1),
    ...destinationShape,
  }),
  defaults: {
    workgroupName: "",
    delayNextCall: 5,
    tryCallTimeout: 15,
    distributionType: distributions.firstInFirstOut,
    maxDials: 1,
    ...destinationDefaults,
  },
  fields: [
    { name: "workgroupName", label: "Workgroup", input: "pickOne", from: "workGroups", required: true },
    {
      name: "delayNextCall",
      label: "Delay",
      help: "Pause between two attempts.",
      input: "number",
      min: 1,
      max: 30,
      suffix: "seconds",
      required: true,
    },
    {
      name: "tryCallTimeout",
      label: "Answer Time",
      help: "How long each member rings.",
      input: "number",
      min: 5,
      max: 30,
      suffix: "seconds",
      required: true,
    },
    {
      name: "distributionType",
      label: "Distribution",
      input: "choice",
      options: [...workgroupDistributions],
      required: true,
    },
    { name: "maxDials", label: "Max Dials", input: "number", min: 1, required: true, show: isSequential },
  ],
  card: (form) => [
    { label: "Workgroup", value: form.workgroupName || undefined },
    {
      label: "Distribution",
      value: workgroupDistributions.find(({ value }) => value === form.distributionType)?.label,
    },
  ],
  issues: ({ distributionType }) =>
    workgroupDistributions.some(({ value }) => value === distributionType)
      ? []
      : [{ field: "distributionType", message: `Distribution must not be ${distributionType}.` }],
  target: (form) => ({
    dest: form.workgroupName,
    distributionType: form.distributionType,
    options: {
      delayNextCall: form.delayNextCall,
      tryCallTimeout: form.tryCallTimeout,
      ...(isSequential(form) && { maxDials: form.maxDials }),
    },
  }),
});
