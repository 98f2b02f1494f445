import type { Failure } from "../failures.ts";

/** The provider's error codes that have a failure of their own. */
const failuresByCode: ReadonlyMap<number, Failure> = new Map<number, Failure>([
  [11751, "carrier_picture"],
  [20003, "carrier_account"],
  [20404, "carrier_account"],
  [20429, "carrier_throttled"],
  [21201, "carrier_invalid_number"],
  [21210, "carrier_account"],
  [21211, "carrier_invalid_number"],
  [21212, "carrier_account"],
  [21214, "carrier_unreachable"],
  [21215, "carrier_account"],
  [21216, "carrier_blocked"],
  [21217, "carrier_invalid_number"],
  [21408, "carrier_account"],
  [21602, "carrier_content"],
  [21606, "carrier_account"],
  [21608, "carrier_account"],
  [21610, "carrier_opted_out"],
  [21611, "carrier_throttled"],
  [21612, "carrier_unreachable"],
  [21614, "carrier_invalid_number"],
  [21617, "carrier_content"],
  [21620, "carrier_picture"],
  [21623, "carrier_content"],
  [21654, "carrier_content"],
  [21655, "carrier_content"],
  [21656, "carrier_content"],
  [21701, "carrier_account"],
  [21702, "carrier_account"],
  [21703, "carrier_account"],
  [21704, "carrier_account"],
  [21705, "carrier_account"],
  [30001, "carrier_throttled"],
  [30002, "carrier_account"],
  [30003, "carrier_unreachable"],
  [30004, "carrier_blocked"],
  [30005, "carrier_invalid_number"],
  [30006, "carrier_landline"],
  [30007, "carrier_filtered"],
  [30017, "carrier_unavailable"],
  [30018, "carrier_unregistered"],
  [30019, "carrier_picture"],
  [30022, "carrier_throttled"],
  [30023, "carrier_daily_cap"],
  [30027, "carrier_daily_cap"],
  [30032, "carrier_unregistered"],
  [30034, "carrier_unregistered"],
  [30036, "carrier_unreachable"],
  [30410, "carrier_unavailable"],
  [63018, "carrier_throttled"],
  [63024, "carrier_invalid_number"],
  [63033, "carrier_opted_out"],
  [63034, "carrier_picture"],
  [63035, "carrier_account"],
  [63036, "carrier_no_rcs"],
]);

/** The failure of a text that the provider refused or could not deliver. */
export const failureOfCode = (code: number | null): Failure =>
  (code === null ? undefined : failuresByCode.get(code)) ?? "carrier_unknown";

/** The failure of a refused request: its code if it is known, otherwise its HTTP status. */
export function failureOfRefusal(status: number, code: number | null): Failure {
  const known = code === null ? undefined : failuresByCode.get(code);
  if (known !== undefined) return known;
  if (status === 429) return "carrier_throttled";
  return status === 401 || status === 403 || status === 404 ? "carrier_account" : "carrier_rejected";
}
