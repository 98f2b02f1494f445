import { ownValue } from "../parts/ownValue.ts";
import { parseTime, showTime } from "../parts/time/timeOfDay.ts";
import { inboundOperationLabel } from "./contentRule.ts";
import type { RuleEntry } from "./route.ts";

const names: Readonly<Record<string, string>> = {
  text: "Text",
  from: "From number",
  to: "To number",
  fromstate: "From state",
  tostate: "To state",
  fromcountry: "From country",
  tocountry: "To country",
  "options.timezone": "Time",
};

/** A saved rule as text: `Text contains order`. */
export function describeRule({ variable, type, operation, value, negated }: RuleEntry): string {
  const words = inboundOperationLabel(negated ? `DN_${operation}` : operation).toLowerCase();
  if (type === "time") {
    const seconds = parseTime(value);
    return `Time ${words} ${seconds === undefined ? value : showTime(seconds)}`;
  }
  const name = ownValue(names, variable.toLowerCase()) ?? variable.replace(/^contact\.extdata\./, "Contact's ");
  return `${name} ${words} ${value.split(",").join(", ")}`.trim();
}
