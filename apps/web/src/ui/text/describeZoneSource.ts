import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

const sources: Readonly<Record<string, string>> = {
  contact: "set on the contact",
  postal: "from the postal code",
  state: "from the state",
  areaCode: "from the area code",
  unknown: "unknown, so all possible zones apply",
};

/** How the time zones of a contact are known. */
export const describeZoneSource = (from: string): string => ownValue(sources, from) ?? from;
