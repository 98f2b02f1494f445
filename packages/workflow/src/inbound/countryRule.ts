import { z } from "zod";
import type { Option } from "../nodeKind.ts";
import { phoneCountries } from "../parts/data/phoneCountries.ts";
import { contentEntry, inboundOperationLabel } from "./contentRule.ts";
import { formIssues } from "./formIssues.ts";
import { type InboundField, type RuleKind, ruleKind } from "./kind.ts";

/** The form of the country rules (spec 1 §3.5). */
export interface CountryForm {
  variable: string;
  contentOperation: string;
  countryValue: string;
}

const names = new Intl.DisplayNames(["en"], { type: "region" });

/** All countries with telephone numbers, by ISO code. */
const countryOptions: readonly Option[] = phoneCountries
  .map((country): Option => ({ value: country, label: names.of(country) ?? country }))
  .sort((one, other) => one.label.localeCompare(other.label, "en"));

const known = new Set(countryOptions.map(({ value }) => value));

/** A rule on the country of a number. Defaults to US (spec 1 §3.7). */
export function countryRule(label: string, variable: string, whose: string): RuleKind<CountryForm> {
  const fields: InboundField<CountryForm>[] = [
    {
      name: "contentOperation",
      label: "Operation",
      input: "choice",
      required: true,
      options: ["EQUALS", "DN_EQUALS"].map((value) => ({ value, label: inboundOperationLabel(value) })),
    },
    { name: "countryValue", label: "Country", input: "choice", required: true, options: [...countryOptions] },
  ];
  return ruleKind<CountryForm>({
    nodeType: "rule",
    label,
    help: `Matches the country of ${whose} number.`,
    icon: "world",
    hue: "logic",
    form: z.looseObject({
      variable: z.string().default(variable),
      contentOperation: z.string().default("EQUALS"),
      countryValue: z.string().default("US"),
    }),
    defaults: { variable, contentOperation: "EQUALS", countryValue: "US" },
    fields,
    card: (form) => [
      { label, value: `${form.contentOperation === "DN_EQUALS" ? "not " : ""}${names.of(form.countryValue || "US")}` },
    ],
    validate: (form) => [
      ...formIssues(fields, form),
      ...(form.countryValue !== "" && !known.has(form.countryValue)
        ? [{ field: "countryValue", message: `Country ${form.countryValue} does not exist.` }]
        : []),
      ...(["EQUALS", "DN_EQUALS"].includes(form.contentOperation)
        ? []
        : [{ field: "contentOperation", message: `Operation must not be ${form.contentOperation}.` }]),
    ],
    entry: (form) => contentEntry(variable, form.contentOperation, form.countryValue),
  });
}
