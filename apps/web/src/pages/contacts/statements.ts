import type { Statement } from "@trunkline/contract/contact.ts";

/** A statement as the filter edits it: `DN_` operations stand for negated ones. */
export interface Filter {
  variable: string;
  operation: string;
  value: string;
}

/** The filters in the address bar; what cannot be read is left out. */
export function readFilters(text: string | undefined): Filter[] {
  try {
    const read: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(read) ? read.flatMap((one) => (isFilter(one) ? [filterOf(one)] : [])) : [];
  } catch {
    return [];
  }
}

type Written = { variable: string; operation: string; value?: unknown; negated?: unknown };
const isFilter = (one: unknown): one is Written =>
  typeof one === "object" &&
  one !== null &&
  "variable" in one &&
  "operation" in one &&
  typeof one.variable === "string" &&
  typeof one.operation === "string";
const filterOf = ({ variable, operation, value, negated }: Written): Filter => ({
  variable,
  operation: negated === true && !operation.startsWith("DN_") ? `DN_${operation}` : operation,
  value: value === undefined || value === null ? "" : String(value),
});

export const writeFilters = (filters: readonly Filter[]): string | undefined =>
  filters.length === 0 ? undefined : JSON.stringify(filters);

/** Filters as the calls take them. */
export const statementsOf = (filters: readonly Filter[]): Statement[] =>
  filters.map(({ variable, operation, value }) => ({ variable, operation, value, negated: false }));

const labels: Readonly<Record<string, string>> = {
  phone: "Phone",
  email: "Email",
  firstName: "First name",
  lastName: "Last name",
  address: "Address",
  city: "City",
  state: "State",
  postalCode: "Postal code",
  country: "Country",
  tags: "Tags",
  timezone: "Time zone",
};
export const fieldLabel = (variable: string): string => labels[variable] ?? variable;
