import type { CarrierFacts, NumberLookup } from "../numberLookup.ts";
import { behaviourOf } from "./behaviours.ts";

/** The simulated carrier's look-up: it knows its handsets as their numbers' endings make them behave (packages/carriers/README.md). */
export const simulatedLookup: NumberLookup = {
  name: "simulated",
  lookUp(phone): Promise<CarrierFacts | null> {
    const { receipts } = behaviourOf(phone);
    const fails = (failure: string): boolean => receipts.some((receipt) => receipt.failure === failure);
    if (fails("carrier_invalid_number")) return Promise.resolve(null);
    const isLandline = fails("carrier_landline");
    return Promise.resolve({
      company: isLandline ? "Simulated Telephone" : "Simulated Mobile",
      network: isLandline ? "Simulated Telephone" : "Simulated Mobile",
      type: isLandline ? "landline" : "mobile",
      wireless: !isLandline,
    });
  },
};
