import type { CarrierFacts } from "@trunkline/carriers/numberLookup.ts";
import { networkOf } from "@trunkline/carriers/registry/networkOf.ts";
import { simulatedLookup } from "@trunkline/carriers/simulated/simulatedLookup.ts";
import { buildLookup, readLookup } from "@trunkline/carriers/twilioLookup/twilioLookup.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { Answer, QueuedEffect } from "@trunkline/workflow/engine/effects.ts";
import { findLookUp } from "../carriers/findLookUp.ts";
import { providerTransport } from "../carriers/providerTransport.ts";
import { sendWire } from "../carriers/sendWire.ts";
import { findAccount } from "../store/identity/account.ts";
import { putPhoneNetwork } from "../store/registration/tenDlcTraffic.ts";
import type { EffectContext, Performer, Postponed } from "./performer.ts";

type LookUpCarrier = Extract<QueuedEffect, { do: "lookUpCarrier" }>;

const mostTries = 3;

/**
 * Looks a number up with the service in the account's settings (spec 2 §2.1): that of its own connection first, then that of
 * the installation. Derives the answer from the number if no service is set.
 */
export const lookUpCarrier: Performer<LookUpCarrier> = {
  do: "lookUpCarrier",
  repeatable: true,
  timeoutMs: 10_000,
  async perform({ phone }, context): Promise<Answer | Postponed> {
    const { db, accountId, signal } = context;
    const account = await db.tx([accountId], (q) => findAccount(q, accountId));
    const { carrierLookup } = accountSettings.parse(account?.settings ?? {});
    // switched off since it was asked for
    if (carrierLookup === "none") return { ok: true };
    return carrierLookup === "simulated"
      ? answerOf(await simulatedLookup.lookUp(phone, signal))
      : askService(phone, context);
  },
};

async function askService(
  phone: string,
  { db, accountId, egress, secrets, lookup, attempt, signal }: EffectContext,
): Promise<Answer | Postponed> {
  const own = await findLookUp(db, secrets, accountId);
  const keys = own ?? lookup;
  if (keys === null) return { ok: false, reason: "lookup_not_connected" };
  const request = buildLookup(phone, keys);
  // a user named the account's own service, the operator that of the installation
  const result = readLookup(
    await (own === null ? sendWire(request, signal) : providerTransport(egress, signal)(request)),
  );
  if ("facts" in result) {
    // carriers limit by network, so the sender now applies the limits of the right one
    const network = result.facts && networkOf(result.facts);
    if (network) await db.tx([accountId], (q) => putPhoneNetwork(q, accountId, phone, network));
    return answerOf(result.facts);
  }
  if (result.retryable && attempt < mostTries) return { postponeMs: 1_000 * 2 ** attempt };
  return { ok: false, reason: result.refused };
}

const answerOf = (facts: CarrierFacts | null): Answer =>
  facts === null ? { ok: false, reason: "carrier_invalid_number" } : { ok: true, vars: variablesOf(facts) };

const variablesOf = (facts: CarrierFacts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) =>
      value === undefined ? [] : [[`phonenumber1.${name}`, String(value)]],
    ),
  );
