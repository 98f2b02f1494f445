import { needsValue, operationLabel } from "@trunkline/workflow/parts/statement.ts";
import { type Filter, fieldLabel } from "./statements.ts";

/** A filter in words, as its chip shows it. */
export const filterText = ({ variable, operation, value }: Filter): string =>
  `${fieldLabel(variable)} ${operationLabel(operation).toLowerCase()}${needsValue(operation) ? ` ${value}` : ""}`;
