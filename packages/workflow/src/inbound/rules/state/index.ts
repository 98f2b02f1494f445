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
      { value: "fromstate", label: "Who calls or texts" },
      { value: "tostate", label: "The number that is called or texted" },
    ],
  },
  fixedOperation(),
  {
    name: "contentValue",
    label: "States",
    help: "By the area code of the number.",
    input: "chooseSeveral",
    options: stateOptions,
  },
];

const codes = ({ contentValue }: ListForm): string[] => tidy(contentValue).map((code) => code.toUpperCase());

/** The state, province or territory of a number's area code. */
export const state = ruleKind<ListForm>({
  nodeType: "rule",
  label: "State",
  help: "Holds when the number belongs to one of the states. Numbers of area codes that belong to no state, such as toll-free ones, hold never.",
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
  validate: (form) => listIssues(codes(form), (code) => (known.has(code) ? undefined : `There is no state ${code}.`)),
  entry: (form) => contentEntry(form.variable === "tostate" ? "tostate" : "fromstate", "CONTAINS_ONE_OF", codes(form)),
});
