import type { Change } from "@trunkline/workflow/engine/effects.ts";
import type { Channel } from "@trunkline/workflow/parts/phone/dnc.ts";
import type { Query } from "../store/database.ts";
import { addDnc } from "../store/doNotContact/dnc.ts";

/** One `addDnc` of a claim. */
export interface ContactStop {
  accountId: string;
  phone: string | null;
  change: Extract<Change, { do: "addDnc" }>;
}

const everyChannel: readonly Channel[] = ["call", "sms", "rcs"];

/** Puts the numbers of a claim's contacts on the do-not-contact list (spec 2 §3.3 dnc). */
export async function stopContacts(q: Query, stops: readonly ContactStop[]): Promise<void> {
  await addDnc(
    q,
    stops.flatMap(({ accountId, phone, change: { type } }) =>
      phone === null
        ? []
        : [{ accountId, phone, types: type === "all" ? everyChannel : [type], source: "node" as const }],
    ),
  );
}
