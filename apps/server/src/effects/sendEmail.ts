import { emailFailures } from "@trunkline/carriers/emailProvider.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { externalProviders } from "@trunkline/contract/integrations/external.ts";
import type { Answer, Effect } from "@trunkline/workflow/engine/effects.ts";
import { sendWire } from "../carriers/sendWire.ts";
import { emailProviderNames, emailProviders } from "../email/emailProviders.ts";
import { readEmailKeys } from "../email/readEmailKeys.ts";
import { endEmail, insertEmail } from "../store/email/email.ts";
import { findAccount } from "../store/identity/account.ts";
import { listExternalConfig } from "../store/integrations/externalConfig.ts";
import type { EffectContext, Performer, Postponed } from "./performer.ts";

type SendEmail = Extract<Effect, { do: "sendEmail" }>;

/** Attempts for mail that the provider certainly did not accept. */
const mostTries = 5;

/**
 * Hands an e-mail to the account's provider (spec 2 §3.3 email), or to the outbox alone where the account has none. Never
 * done twice: what was under way when its worker died is in doubt.
 */
export const sendEmailPerformer: Performer<SendEmail> = {
  do: "sendEmail",
  repeatable: false,
  timeoutMs: 60_000,
  perform: sendEmail,
};

async function sendEmail({ email }: SendEmail, context: EffectContext): Promise<Answer | Postponed> {
  const { db, accountId, effectId, attempt, signal, secrets, emailUrls } = context;
  const { contactId, campaignId, batchId, journeyId, node } = context;
  const { rows, account } = await db.tx([accountId], async (q) => ({
    rows: await listExternalConfig(q, accountId, emailProviderNames),
    account: await findAccount(q, accountId),
  }));
  if (accountSettings.parse(account?.settings ?? {}).killSwitch) return { ok: false, reason: "kill_switch" };
  const simulated = !rows.some((row) => row.key === "api_key");
  await db.tx([accountId], (q) =>
    insertEmail(q, {
      accountId,
      emailId: effectId,
      contactId,
      campaignId,
      batchId,
      journeyId,
      node,
      simulated,
      email,
    }),
  );
  if (simulated) return { ok: true, reason: "email_simulated" };
  const provider = emailProviders[email.provider];
  const keys = readEmailKeys(rows, email.provider, accountId, { secrets, urls: emailUrls });
  const end = async (state: "rejected" | "in_doubt", reason: string, words: string): Promise<Answer> => {
    await db.tx([accountId], (q) => endEmail(q, accountId, effectId, { state, reason, words }));
    return { ok: false, reason: words === "" ? reason : `${reason}: ${words}` };
  };
  if (keys === null) return end("rejected", "email_not_connected", externalProviders[email.provider]);
  const request = provider.buildSend({ ...email, emailId: effectId }, keys);
  if ("refused" in request) return end("rejected", "email_template", request.refused);
  const result = provider.readSend(await sendWire(request, signal));
  if (result.outcome === "in_doubt") return end("in_doubt", "in_doubt", "");
  if (result.outcome === "refused") {
    if (emailFailures[result.failure] && attempt < mostTries) return { postponeMs: 1_000 * 2 ** attempt };
    return end("rejected", result.failure, result.words.slice(0, 300));
  }
  await db.tx([accountId], (q) => endEmail(q, accountId, effectId, { state: "accepted", ref: result.ref }));
  return { ok: true };
}
