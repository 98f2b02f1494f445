import { z } from "zod";
import { isE164 } from "../../../parts/phone/dialTarget.ts";
import { type DestinationForm, destinationDefaults, destinationShape } from "../../destinationForm.ts";
import { destinationKind } from "../../destinationKind.ts";
import { destTypeLabel } from "../../destTypeLabel.ts";
import { distributions, groupCallDistributions } from "../../distribution.ts";
import { texts, tidy } from "../../lists.ts";

/** Spec 1 §3.6. */
export interface GroupCallForm extends DestinationForm {
  groupCallNumbers: string[];
  groupCallDistributionType: number;
}

/** Most phones in a ring group (telecom §8). */
const mostNumbers = 10;

function numberIssues({ groupCallNumbers }: GroupCallForm) {
  const numbers = tidy(groupCallNumbers);
  const wrong = numbers.filter((number) => !isE164(number));
  const messages = wrong.map((number) => `${number} must be a valid E.164 phone number.`);
  if (numbers.length > mostNumbers) messages.push(`Phone Numbers must be at most ${mostNumbers}.`);
  return messages.map((message) => ({ field: "groupCallNumbers", message }));
}

/** Rings several phones. */
export const groupCall = destinationKind<GroupCallForm>({
  nodeType: "callDestination",
  label: destTypeLabel("groupcall"),
  help: "Rings several phones, all at once or one after another. The first to answer gets the call.",
  icon: "phone-plus",
  hue: "voice",
  destType: "groupcall",
  form: z.looseObject({
    groupCallNumbers: texts.default([]),
    groupCallDistributionType: z.number().default(distributions.firstInFirstOut),
    ...destinationShape,
  }),
  defaults: {
    groupCallNumbers: [],
    groupCallDistributionType: distributions.firstInFirstOut,
    ...destinationDefaults,
  },
  fields: [
    {
      name: "groupCallNumbers",
      label: "Phone Numbers",
      help: "Up to 10, one per line or comma.",
      input: "texts",
      placeholder: "+12025550123, +12025550126",
      required: true,
    },
    {
      name: "groupCallDistributionType",
      label: "Distribution",
      input: "choice",
      options: [...groupCallDistributions],
      required: true,
    },
  ],
  card: (form) => [{ label: "Numbers", value: tidy(form.groupCallNumbers).join(", ") || undefined }],
  issues: (form) => [
    ...numberIssues(form),
    ...(groupCallDistributions.some(({ value }) => value === form.groupCallDistributionType)
      ? []
      : [
          {
            field: "groupCallDistributionType",
            message: `Distribution must not be ${form.groupCallDistributionType}.`,
          },
        ]),
  ],
  target: (form) => ({
    dest: tidy(form.groupCallNumbers).join(","),
    options: {},
    distributionType: form.groupCallDistributionType,
  }),
});
