import type { CarrierFacts, NumberLookup } from "@trunkline/carriers/numberLookup.ts";
import { simulatedLookup } from "@trunkline/carriers/simulated/simulatedLookup.ts";
import { type AccountSettings, accountSettings } from "@trunkline/contract/account.ts";
import type { Answer, QueuedEffect } from "@trunkline/workflow/engine/effects.ts";
import { findAccount } from "../store/account.ts";
import type { Performer } from "./performer.ts";

type LookUpCarrier = Extract<QueuedEffect, { do: "lookUpCarrier" }>;

/** Who is asked, by the account's setting. */
const lookups: Readonly<Record<AccountSettings["carrierLookup"], NumberLookup | null>> = {
  none: null,
  simulated: simulatedLookup,
};

/** Asks the account's look-up about a number (spec 2 §2.1); what it does not say, the number tells itself. */
export const lookUpCarrier: Performer<LookUpCarrier> = {
  do: "lookUpCarrier",
  repeatable: true,
  timeoutMs: 10_000,
  async perform({ phone }, { db, accountId, signal }): Promise<Answer> {
    const account = await db.tx([accountId], (q) => findAccount(q, accountId));
    const { carrierLookup } = accountSettings.parse(account?.settings ?? {});
    const lookup = lookups[carrierLookup];
    // switched off since it was asked for
    if (lookup === null) return { ok: true };
    const facts = await lookup.lookUp(phone, signal);
    return facts === null ? { ok: false, reason: "carrier_invalid_number" } : { ok: true, vars: variablesOf(facts) };
  },
};

const variablesOf = (facts: CarrierFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[`phonenumber1.${name}`, String(value)]],
    ),
  );
