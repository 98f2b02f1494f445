import { type Channel, dncTypes } from "@trunkline/workflow/parts/phone/dnc.ts";

/** Lists the channels that do-not-contact bits block. */
export const channelsOf = (bits: number): Channel[] =>
  dncTypes(bits).flatMap((type): Channel[] => (type === "all" ? ["call", "sms", "rcs"] : [type]));
