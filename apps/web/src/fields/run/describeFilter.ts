import type { StatementDraft } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { needsValue, operationLabel } from "@trunkline/workflow/parts/operations.ts";
import { fieldLabel } from "../fieldLabel.ts";

/** A statement about contacts as text: "City equals Miami". */
export const describeFilter = ({ variable, operation, value }: StatementDraft): string =>
  `${fieldLabel(variable)} ${operationLabel(operation).toLowerCase()}${needsValue(operation) ? ` ${value}` : ""}`;
