import type { Failure } from "../failures.ts";
import type { TelnyxError } from "./account.ts";

/** The provider's error codes that have a failure (telecom §1.9), of requests and of deliveries. */
const failuresByCode: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  ["10001", "carrier_account"],
  ["10002", "carrier_invalid_number"],
  ["10009", "carrier_account"],
  ["10010", "carrier_account"],
  ["10011", "carrier_throttled"],
  ["10016", "carrier_invalid_number"],
  ["20002", "carrier_account"],
  ["20006", "carrier_account"],
  ["20012", "carrier_account"],
  ["20013", "carrier_account"],
  ["20014", "carrier_account"],
  ["20015", "carrier_account"],
  ["20016", "carrier_account"],
  ["20017", "carrier_account"],
  ["20100", "carrier_account"],
  ["40001", "carrier_landline"],
  ["40002", "carrier_filtered"],
  ["40003", "carrier_blocked"],
  ["40004", "carrier_rejected"],
  ["40005", "carrier_unreachable"],
  ["40006", "carrier_unreachable"],
  ["40008", "carrier_unreachable"],
  ["40009", "carrier_content"],
  ["40010", "carrier_unregistered"],
  ["40011", "carrier_throttled"],
  ["40012", "carrier_invalid_number"],
  ["40013", "carrier_account"],
  ["40014", "carrier_unreachable"],
  ["40015", "carrier_filtered"],
  ["40016", "carrier_daily_cap"],
  ["40017", "carrier_filtered"],
  ["40018", "carrier_throttled"],
  ["40100", "carrier_account"],
  ["40150", "carrier_account"],
  ["40151", "carrier_account"],
  ["40301", "carrier_content"],
  ["40302", "carrier_content"],
  ["40304", "carrier_content"],
  ["40305", "carrier_account"],
  ["40306", "carrier_account"],
  ["40308", "carrier_no_pictures"],
  ["40309", "carrier_account"],
  ["40310", "carrier_invalid_number"],
  ["40311", "carrier_account"],
  ["40312", "carrier_account"],
  ["40313", "carrier_account"],
  ["40314", "carrier_account"],
  ["40315", "carrier_blocked"],
  ["40316", "carrier_content"],
  ["40317", "carrier_content"],
  ["40318", "carrier_throttled"],
  ["40319", "carrier_content"],
  ["40320", "carrier_account"],
  ["40321", "carrier_account"],
  ["40322", "carrier_filtered"],
  ["40328", "carrier_content"],
  ["40329", "carrier_account"],
]);

/** Of a delivery, the code of opt-outs is also that of other blocks: its title tells. */
const blockCode = "40300";

function failureOf({ code, title, detail }: TelnyxError): Failure | undefined {
  if (code === blockCode) return /\bSTOP\b/i.test(`${title} ${detail}`) ? "carrier_opted_out" : "carrier_blocked";
  return failuresByCode.get(code);
}

/** The failure of a text that was not delivered. */
export const failureOfDelivery = (error: TelnyxError | null): Failure =>
  (error === null ? undefined : failureOf(error)) ?? "carrier_unknown";

/** The failure of a refused request: its code if it is known, otherwise its HTTP status. */
export function failureOfRefusal(status: number, error: TelnyxError | null): Failure {
  // nothing was processed, whatever the code says
  if (status === 429) return "carrier_throttled";
  const known = error === null ? undefined : failureOf(error);
  if (known !== undefined) return known;
  return status === 401 || status === 403 || status === 404 ? "carrier_account" : "carrier_rejected";
}
