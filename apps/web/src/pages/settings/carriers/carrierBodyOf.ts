import type { CarrierBody, CarrierConnection } from "@trunkline/contract/carriers/carrier.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { kindOf } from "./carrierKinds.tsx";

/** The request body of a saved connection, without its secret, which stays unchanged. */
export const bodyOf = (row: CarrierConnection): CarrierBody =>
  ({
    name: row.name,
    ...Object.fromEntries(Object.keys(kindOf(row.kind).defaults).map((name) => [name, ownValue(row, name)])),
  }) as CarrierBody;
