import type { Statement } from "@trunkline/contract/contacts/contact.ts";
import { readStatements } from "../../fields/run/runRequest.ts";

/** A statement in the filter form. Negated operations have the prefix `DN_`. */
export interface Filter {
  variable: string;
  operation: string;
  value: string;
}

/** Reads the filters of the address and skips unreadable ones. */
export const readFilters = (text: string | undefined): Filter[] => readStatements(text);

export const writeFilters = (filters: readonly Filter[]): string | undefined =>
  filters.length === 0 ? undefined : JSON.stringify(filters);

/** Filters as API statements. */
export const statementsOf = (filters: readonly Filter[]): Statement[] =>
  filters.map(({ variable, operation, value }) => ({ variable, operation, value, negated: false }));
