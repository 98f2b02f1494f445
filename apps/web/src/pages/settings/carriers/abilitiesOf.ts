import type { CarrierNumber } from "@trunkline/contract/carriers/carrier.ts";

/** What a number can do, in words. */
export const abilitiesOf = ({ texts, pictures, calls }: Pick<CarrierNumber, "texts" | "pictures" | "calls">): string =>
  [texts && "texts", pictures && "pictures", calls && "calls"].filter(Boolean).join(", ") || "---";
