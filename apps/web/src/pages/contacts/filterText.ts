import { needsValue, operationLabel } from "@trunkline/workflow/parts/operations.ts";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import type { Filter } from "./statements.ts";

/** A filter in words, as its chip shows it. */
export const filterText = ({ variable, operation, value }: Filter): string =>
  `${fieldLabel(variable)} ${operationLabel(operation).toLowerCase()}${needsValue(operation) ? ` ${value}` : ""}`;
