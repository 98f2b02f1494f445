import type { CarrierHealth } from "@trunkline/contract/carriers/carrier.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { CarrierConnectionRow } from "../store/carriers/carrierConnection.ts";
import type { CarrierServiceRow } from "../store/carriers/carrierService.ts";
import { connectionKinds } from "./connectionKinds.ts";

/** Refusals after which everything of its kind is refused, until someone does something about it. */
const ofAll: ReadonlySet<string | null> = new Set(["carrier_account", "carrier_no_calls", "carrier_unavailable"]);
/** So many refusals in a row of any other kind are no chance either. */
const manyFailures = 5;

const isFailing = ({ failingSince, failures, reason }: CarrierServiceRow): boolean =>
  failingSince !== null && (failures >= manyFailures || ofAll.has(reason));

const describeFailure = ({ reason, code }: CarrierServiceRow): string =>
  `${describeReason(reason ?? "carrier_unknown")}${code === null || code === "" ? "" : ` (${code})`}`;

/** What a connection carries, and what of it works. */
export const describeServices = ({
  kind,
  services,
  successAt,
}: Pick<CarrierConnectionRow, "kind" | "services" | "successAt">): CarrierHealth["services"] =>
  connectionKinds[kind].services.map((service) => {
    const row = services.find((one) => one.service === service);
    const fails = row !== undefined && isFailing(row);
    // texts of older versions count too
    const worked = row?.worked ?? (service === "texts" ? successAt : null);
    return {
      service,
      state: fails ? "fails" : worked ? "works" : "untried",
      lastSuccessAt: iso(worked),
      failingSince: fails ? iso(row.failingSince) : null,
      reason: fails ? describeFailure(row) : null,
    };
  });

const iso = (date: string | Date | null | undefined): string | null => (date ? new Date(date).toISOString() : null);
