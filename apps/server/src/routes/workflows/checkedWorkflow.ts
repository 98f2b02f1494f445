import { checkSaved } from "@trunkline/workflow/outbound/checkSaved.ts";
import { missingReference, type Reference } from "@trunkline/workflow/outbound/references.ts";
import type { SavedWorkflow } from "@trunkline/workflow/outbound/savedWorkflow.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { Problem } from "../../http/problem.ts";
import { whyNoVoice } from "../../inbound/whyNoVoice.ts";
import { lockAudiences } from "../../store/contacts/audience.ts";
import type { Query } from "../../store/database.ts";
import { findAccount } from "../../store/identity/account.ts";
import { listCampaignCarriers } from "../../store/numbers/number.ts";
import { listKnownEmailTemplates } from "../../store/templates/emailTemplate.ts";
import { listKnownRcs } from "../../store/templates/rcs.ts";
import { listKnownSmsTemplates } from "../../store/templates/smsTemplate.ts";
import { listKnownWebhooks } from "../../store/webhooks/webhook.ts";
import { findVersion, listKnownCampaigns } from "../../store/workflows/campaign.ts";

/** Validates a workflow with the workflow package and checks that its references exist. */
export async function checkedWorkflow(q: Query, account: string, campaignId: string, text: string): Promise<string> {
  const { flags } = (await findAccount(q, account)) ?? { flags: {} as Record<string, boolean> };
  const context = { flag: (name: string) => ownValue(flags, name) === true, today: earliestToday() };
  const before = await findVersion(q, account, campaignId);
  const checked = checkSaved(text, context, before?.definition ?? null);
  if (!checked.ok) {
    throw new Problem(
      400,
      checked.problems.map(({ nodeId, field, message }) => ({
        code: "invalid_workflow",
        message,
        where: ["body.workflow", ...(nodeId === null ? [] : [`node ${nodeId}`]), ...(field ? [field] : [])].join(" "),
      })),
    );
  }
  const missing = await listMissing(q, account, checked.references);
  if (missing.length > 0) {
    throw new Problem(
      400,
      missing.map((reference) => ({
        code: "missing_reference",
        message: missingReference(reference),
        where: `body.workflow node ${reference.nodeId} ${reference.field}`,
      })),
    );
  }
  await refuseVoices(q, account, campaignId, checked.workflow);
  return JSON.stringify(checked.workflow);
}

/** Refuses voices that the carriers of the workflow's numbers do not have. */
async function refuseVoices(q: Query, account: string, campaignId: string, workflow: SavedWorkflow): Promise<void> {
  const used = workflow.nodes.flatMap((node) => {
    const { textToSpeechVoice: voice } = node as { textToSpeechVoice?: unknown };
    return typeof voice === "string" && voice !== "" ? [{ node: node.id, voice }] : [];
  });
  if (used.length === 0) return;
  const carriers = await listCampaignCarriers(q, account, campaignId);
  const problems = used.flatMap(({ node, voice }) => {
    const message = whyNoVoice(carriers, voice);
    const where = `body.workflow node ${node} textToSpeechVoice`;
    return message === null ? [] : [{ code: "invalid_workflow", message, where }];
  });
  if (problems.length > 0) throw new Problem(400, problems);
}

/** References that do not exist in this account. */
async function listMissing(q: Query, account: string, references: readonly Reference[]): Promise<Reference[]> {
  const ids = (from: Reference["from"]) => references.filter((one) => one.from === from).map((one) => one.id);
  const templates = await listKnownSmsTemplates(q, account, ids("smsTemplates"));
  const emailTemplates = await listKnownEmailTemplates(q, account, ids("emailTemplates"));
  const campaigns = await listKnownCampaigns(q, account, ids("campaigns"));
  const rcs = await listKnownRcs(q, account, { agents: ids("rcsAgents"), templates: ids("rcsTemplates") });
  const webhooks = await listKnownWebhooks(q, account, ids("webhooks"));
  const audiences = await lockAudiences(q, account, ids("audiences"));
  return references.filter(
    ({ from, id }) =>
      (from === "rcsAgents" && !rcs.agents.has(id)) ||
      (from === "rcsTemplates" && !rcs.templates.has(id)) ||
      (from === "audiences" && !audiences.has(id.toLowerCase())) ||
      (from === "webhooks" && !webhooks.has(id.toLowerCase())) ||
      (from === "smsTemplates" && !templates.has(id.toLowerCase())) ||
      (from === "emailTemplates" && !emailTemplates.has(id.toLowerCase())) ||
      (from === "campaigns" && !campaigns.has(id.toLowerCase())),
  );
}

/** Today in the westernmost time zone, so that a user's own "today" is never in the past. The editor uses the user's clock. */
const earliestToday = (): string => new Date(Date.now() - 12 * 3_600_000).toISOString().slice(0, 10);
