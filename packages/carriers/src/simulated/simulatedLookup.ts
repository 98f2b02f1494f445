import type { CarrierFacts, NumberLookup } from "../numberLookup.ts";
import { ownValue } from "../ownValue.ts";
import { behaviourOf } from "./behaviours.ts";
import { simulatedElsewhere, simulatedPlaces } from "./simulatedPlaces.ts";

const placeOf = (phone: string): Pick<CarrierFacts, "city" | "state" | "zip"> =>
  (phone.startsWith("+1") ? ownValue(simulatedPlaces, phone.slice(2, 5)) : undefined) ?? simulatedElsewhere;

/** The simulated carrier's look-up: it knows its handsets as their numbers' endings make them behave (docs/simulated-carrier.md). */
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
      ...placeOf(phone),
    });
  },
};
