import { campaignRoutes } from "@trunkline/contract/campaign.ts";
import { type Bundle, readBundle } from "@trunkline/workflow/outbound/bundle.ts";
import { parseWorkflow, readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { type Reference, references } from "@trunkline/workflow/outbound/references.ts";
import { customFieldForm } from "../csv/mapColumns.ts";
import { type Api, handle } from "../http/handle.ts";
import { invalid, Problem } from "../http/problem.ts";
import { findAccount } from "../store/account.ts";
import { audit } from "../store/audit.ts";
import { type CampaignRow, findVersion, insertCampaign, listCampaigns, saveVersion } from "../store/campaign.ts";
import type { Query } from "../store/database.ts";
import { listNumberSets } from "../store/numberSet.ts";
import { insertSmsTemplate, listSmsTemplates } from "../store/smsTemplate.ts";
import { bringInRcs, listBundledRcs } from "./bundleRcs.ts";
import { needCampaign, settingsOf } from "./campaign.ts";
import { checkedWorkflow } from "./checkedWorkflow.ts";
import { addMissingCustomFields } from "./contactFields.ts";

/** Bundles: a workflow with its templates and settings in one file (decisions, Calls for our own pages). */
export function registerBundle(api: Api): void {
  handle(api, campaignRoutes.export, ({ db, account, params }) =>
    db.tx([account], async (q) => [await writeBundle(q, account, await needCampaign(q, account, params.campaignId))]),
  );
  handle(api, campaignRoutes.import, (call) =>
    call.db.tx([call.account], async (q) => {
      const bundle = checkedBundle(call.body);
      const brought = await bringIn(q, call.account, bundle);
      const campaignId = await insertCampaign(q, call.account, {
        ...settingsOf(bundle.campaign as Parameters<typeof settingsOf>[0]),
        campaignName: brought.campaignName,
        numberSet: brought.numberSet,
      });
      const definition = await checkedWorkflow(q, call.account, campaignId, brought.text);
      await saveVersion(q, call.account, campaignId, definition, call.actor.id);
      await audit(q, call, "campaign.import", campaignId, { name: brought.campaignName });
      const { campaignName, renamed, missing, added } = brought;
      return [{ campaignId, campaignName, renamed, missing, added }];
    }),
  );
}

/** What a workflow needs to stand elsewhere; ids stay as they are and are matched by name on the way in. */
async function writeBundle(q: Query, account: string, campaign: CampaignRow): Promise<Bundle> {
  const saved = await findVersion(q, account, campaign.campaignId);
  const workflow = parseWorkflow(saved?.definition ?? null);
  const used = references(readGraph(workflow, {}));
  const idsFrom = (from: Reference["from"]) => [
    ...new Set(used.filter((one) => one.from === from).map((one) => one.id)),
  ];
  const wanted = idsFrom("smsTemplates");
  const templates = (await listSmsTemplates(q, account)).filter((one) => wanted.includes(one.templateId));
  const texts = [saved?.definition ?? "", ...templates.map((one) => one.templateText)].join("\n");
  const owner = await findAccount(q, account);
  const enrolled = idsFrom("campaigns");
  const { campaignName, workflowDisplayType, frequencyDays } = campaign;
  return {
    trunkline: 1,
    campaign: {
      campaignName,
      workflowDisplayType,
      frequencyDays,
      timezoneProtectionType: campaign.timezoneProtectionType as 0 | 1 | 3,
      timezoneProtectionStartTime: campaign.timezoneProtectionStartTime,
      timezoneProtectionEndTime: campaign.timezoneProtectionEndTime,
      timezoneProtectionTimezoneFixed: campaign.timezoneProtectionTimezoneFixed,
    },
    workflow: { ...workflow, nodes: workflow.nodes.map((node) => ({ ...node })) },
    templates: templates.map((one) => ({ ...one })),
    ...(await listBundledRcs(q, account, { templates: idsFrom("rcsTemplates"), agents: idsFrom("rcsAgents") })),
    numberSetName:
      (await listNumberSets(q, account)).find((one) => one.numberSetId === campaign.numberSet)?.name ?? null,
    campaigns: (await listCampaigns(q, account))
      .filter((one) => enrolled.includes(one.campaignId))
      .map((one) => ({ campaignId: one.campaignId, campaignName: one.campaignName })),
    customFields: (owner?.customFields ?? []).filter((field) => new RegExp(`\\b${field}\\b`, "i").test(texts)),
  };
}

function checkedBundle(body: unknown): Bundle {
  const read = readBundle(body);
  if (read.ok) return read.bundle;
  throw new Problem(
    400,
    read.problems.map(({ path, message }) => ({
      code: "invalid_bundle",
      message,
      where: ["body", ...path.map(String)].join("."),
    })),
  );
}

interface Brought {
  campaignName: string;
  numberSet: string | null;
  /** The workflow with the ids of this account. */
  text: string;
  renamed: string[];
  missing: string[];
  added: string[];
}

/** Finds or makes what the bundle needs: equal templates are used, others and custom fields are made; workflows and number sets go by name. */
async function bringIn(q: Query, account: string, bundle: Bundle): Promise<Brought> {
  const ids = new Map<string, string>();
  const missing: string[] = [];
  const templates = await listSmsTemplates(q, account);
  for (const template of bundle.templates) {
    const same = templates.find(
      (one) => one.templateTitle === template.templateTitle && one.templateText === template.templateText,
    );
    ids.set(template.templateId, same?.templateId ?? (await insertSmsTemplate(q, account, template)));
  }
  const rcs = await bringInRcs(q, account, bundle);
  const campaigns = await listCampaigns(q, account);
  for (const { campaignId, campaignName } of bundle.campaigns) {
    const named = campaigns.find((one) => one.campaignName === campaignName);
    if (named) ids.set(campaignId, named.campaignId);
    else missing.push(`Workflow "${campaignName}"`);
  }
  const numberSet =
    (await listNumberSets(q, account)).find((one) => one.name === bundle.numberSetName)?.numberSetId ?? null;
  if (bundle.numberSetName !== null && numberSet === null) missing.push(`Number set "${bundle.numberSetName}"`);
  const fields = [...new Set(bundle.customFields.map((field) => field.trim().toLowerCase()))];
  const wrong = fields.find((field) => !customFieldForm.test(field));
  if (wrong !== undefined)
    throw invalid(
      `"${wrong}" is no name for a custom field: it begins with a letter and holds letters, digits and _, at most 40`,
      "body.customFields",
    );
  const added = await addMissingCustomFields(q, account, fields, "body.customFields");
  const { campaignName } = bundle.campaign;
  const free = freeName(
    campaignName,
    campaigns.map((one) => one.campaignName),
  );
  return {
    campaignName: free,
    numberSet,
    text: withIds(JSON.stringify(rcs.workflow), ids),
    renamed: [...(free === campaignName ? [] : [`Workflow "${campaignName}" to "${free}"`]), ...rcs.renamed],
    missing,
    added: added.map((field) => `Custom field "${field}"`),
  };
}

/** The text with every quoted id replaced. */
const withIds = (text: string, ids: ReadonlyMap<string, string>): string =>
  [...ids].reduce((changed, [from, to]) => changed.replaceAll(JSON.stringify(from), JSON.stringify(to)), text);

function freeName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  for (let count = 2; ; count++) if (!taken.includes(`${name} (${count})`)) return `${name} (${count})`;
}
