import { needsValue, operationLabel } from "@trunkline/workflow/parts/operations.ts";
import { fieldLabel } from "../../fields/fieldLabel.ts";
import type { Filter } from "./statements.ts";

/** The text of a filter's chip. */
export const describeFilter = ({ variable, operation, value }: Filter): string =>
  `${fieldLabel(variable)} ${operationLabel(operation).toLowerCase()}${needsValue(operation) ? ` ${value}` : ""}`;
