import { type EmailResult, emailFailures } from "@trunkline/carriers/emailProvider.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { externalProviders } from "@trunkline/contract/integrations/external.ts";
import type { Answer, Effect, OutgoingEmail } from "@trunkline/workflow/engine/effects.ts";
import { TemplateError } from "@trunkline/workflow/freemarker/templateError.ts";
import { sendWire } from "../carriers/sendWire.ts";
import { type EmailProviderName, emailProviderNames, emailProviders } from "../email/emailProviders.ts";
import { fillEmail } from "../email/fillEmail.ts";
import { readEmailKeys } from "../email/readEmailKeys.ts";
import { readSmtpServer } from "../email/readSmtpServer.ts";
import { endEmail, insertEmail } from "../store/email/email.ts";
import { findAccount } from "../store/identity/account.ts";
import { type ExternalConfigRow, listExternalConfig } from "../store/integrations/externalConfig.ts";
import { findEmailTemplate } from "../store/templates/emailTemplate.ts";
import type { EffectContext, Performer, Postponed } from "./performer.ts";

type SendEmail = Extract<Effect, { do: "sendEmail" }>;

/** Attempts for mail that the provider certainly did not accept. */
const mostTries = 5;

/**
 * Hands an e-mail to the account's provider (spec 2 §3.3 email) or mail server, or to the outbox alone where the account has none. Never
 * repeated: an e-mail that was under way when its worker died is in doubt.
 */
export const sendEmailPerformer: Performer<SendEmail> = {
  do: "sendEmail",
  repeatable: false,
  timeoutMs: 60_000,
  perform: sendEmail,
};

async function sendEmail({ email }: SendEmail, context: EffectContext): Promise<Answer | Postponed> {
  const { db, accountId, effectId, attempt } = context;
  const { contactId, campaignId, batchId, journeyId, node } = context;
  const { rows, account } = await db.tx([accountId], async (q) => ({
    rows: await listExternalConfig(q, accountId, [...emailProviderNames, "smtp"]),
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
  const end = async (state: "rejected" | "in_doubt", reason: string, words: string): Promise<Answer> => {
    await db.tx([accountId], (q) => endEmail(q, accountId, effectId, { state, reason, words }));
    return { ok: false, reason: words === "" ? reason : `${reason}: ${words}` };
  };
  const result = await (email.provider === "smtp"
    ? submitOverSmtp(email, rows, context)
    : askProvider(email.provider, email, rows, context));
  if (result === "not_connected") return end("rejected", "email_not_connected", externalProviders[email.provider]);
  if (result.outcome === "in_doubt") return end("in_doubt", "in_doubt", "");
  if (result.outcome === "refused") {
    if (emailFailures[result.failure] && attempt < mostTries) return { postponeMs: 1_000 * 2 ** attempt };
    return end("rejected", result.failure, result.words.slice(0, 300));
  }
  await db.tx([accountId], (q) => endEmail(q, accountId, effectId, { state: "accepted", ref: result.ref }));
  return { ok: true };
}

async function askProvider(
  name: EmailProviderName,
  email: OutgoingEmail,
  rows: readonly ExternalConfigRow[],
  { accountId, effectId, secrets, emailUrls, signal }: EffectContext,
): Promise<EmailResult | "not_connected"> {
  const provider = emailProviders[name];
  const keys = readEmailKeys(rows, name, accountId, { secrets, urls: emailUrls });
  if (keys === null) return "not_connected";
  const request = provider.buildSend({ ...email, emailId: effectId }, keys);
  if ("refused" in request) return refusedTemplate(request.refused);
  return provider.readSend(await sendWire(request, signal));
}

async function submitOverSmtp(
  email: OutgoingEmail,
  rows: readonly ExternalConfigRow[],
  { db, accountId, effectId, secrets, smtp, signal }: EffectContext,
): Promise<EmailResult | "not_connected"> {
  const server = readSmtpServer(rows, accountId, secrets);
  if (server === null) return "not_connected";
  const template = await db.tx([accountId], (q) => findEmailTemplate(q, accountId, email.templateId));
  if (template === null) return refusedTemplate("The template was deleted");
  let content: ReturnType<typeof fillEmail>;
  try {
    content = fillEmail(template, email, Date.now());
  } catch (error) {
    if (error instanceof TemplateError) return refusedTemplate(error.message);
    throw error;
  }
  const { from, to, cc, bcc, subject } = email;
  const mail = { emailId: effectId, from, to, cc, bcc, subject, ...content, bounceAddress: server.bounceAddress };
  return smtp.send(accountId, server, mail, signal);
}

const refusedTemplate = (words: string): EmailResult => ({ outcome: "refused", failure: "email_template", words });
