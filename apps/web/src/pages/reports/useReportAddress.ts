import type { SavedReport } from "@trunkline/contract/reports/savedReport.ts";
import { type Address, useAddress } from "../../ui/page/useAddress.ts";
import { addressOf } from "./reportState.ts";

/** The address of the report that is shown: of a saved one what was saved, until something is changed. */
export function useReportAddress(saved: SavedReport | undefined): {
  address: Address;
  change: (values: Address) => void;
  isEdited: boolean;
  reset: () => void;
} {
  const [address, change] = useAddress();
  const isEdited = saved !== undefined && address["edited"] === "yes";
  const stored = saved && addressOf(saved.settings);
  return {
    address: stored === undefined || isEdited ? address : stored,
    change: (values) => change(stored === undefined || isEdited ? values : { ...stored, ...values, edited: "yes" }),
    isEdited,
    reset: () => change(Object.fromEntries(Object.keys(address).map((name) => [name, undefined]))),
  };
}
