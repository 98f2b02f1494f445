import { stateOptions } from "../../../parts/data/stateNames.ts";
import { contentEntry } from "../../contentRule.ts";
import { type InboundField, ruleKind } from "../../kind.ts";
import { fixedOperation, type ListForm, listForm, listIssues } from "../../listRule.ts";
import { tidy } from "../../lists.ts";

const known = new Set(stateOptions.map(({ value }) => value));

const fields: InboundField<ListForm>[] = [
  {
    name: "variable",
    label: "Whose State",
    input: "choice",
    options: [
      { value: "fromstate", label: "Caller or sender" },
      { value: "tostate", label: "The number called or texted" },
    ],
  },
  fixedOperation(),
  {
    name: "contentValue",
    label: "States",
    help: "Determined by the area code of the number.",
    input: "chooseSeveral",
    options: stateOptions,
  },
];

const codes = ({ contentValue }: ListForm): string[] => tidy(contentValue).map((code) => code.toUpperCase());

/** The state, province or territory of an area code. */
export const state = ruleKind<ListForm>({
  nodeType: "rule",
  label: "State",
  help: "Matches numbers that belong to one of the states. Numbers without a state, such as toll-free ones, never match.",
  icon: "map-pin",
  hue: "logic",
  form: listForm("fromstate"),
  defaults: { variable: "fromstate", contentOperation: "CONTAINS_ONE_OF", contentValue: [] },
  fields,
  card: (form) => [
    {
      label: form.variable === "tostate" ? "To State" : "From State",
      value: codes(form).join(", ") || undefined,
    },
  ],
  validate: (form) =>
    listIssues(codes(form), (code) => (known.has(code) ? undefined : `The state ${code} does not exist.`)),
  entry: (form) => contentEntry(form.variable === "tostate" ? "tostate" : "fromstate", "CONTAINS_ONE_OF", codes(form)),
});
