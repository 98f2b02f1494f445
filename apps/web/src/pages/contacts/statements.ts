import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { readStatements } from "../../fields/run/runRequest.ts";

/** A statement as the filter edits it: `DN_` operations stand for negated ones. */
export interface Filter {
  variable: string;
  operation: string;
  value: string;
}

/** The filters in the address bar; what cannot be read is left out. */
export const readFilters = (text: string | undefined): Filter[] => readStatements(text);

export const writeFilters = (filters: readonly Filter[]): string | undefined =>
  filters.length === 0 ? undefined : JSON.stringify(filters);

/** Filters as the calls take them. */
export const statementsOf = (filters: readonly Filter[]): Statement[] =>
  filters.map(({ variable, operation, value }) => ({ variable, operation, value, negated: false }));
