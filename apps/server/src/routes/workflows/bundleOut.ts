import { type AssetType, madeTypes } from "@trunkline/contract/assets/asset.ts";
import type { Bundle, BundledWorkflow } from "@trunkline/workflow/outbound/bundle.ts";
import { readBundle } from "@trunkline/workflow/outbound/bundle.ts";
import { parseWorkflow, readGraph } from "@trunkline/workflow/outbound/readGraph.ts";
import { type Reference, references } from "@trunkline/workflow/outbound/references.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { assetPath } from "../../assets/assetAddress.ts";
import { listWorkGroups } from "../../store/agents/workGroup.ts";
import { listAssets, readAsset } from "../../store/assets/asset.ts";
import { listAudiences } from "../../store/contacts/audience.ts";
import type { Query } from "../../store/database.ts";
import { listDispositions } from "../../store/dispositions/disposition.ts";
import { findAccount } from "../../store/identity/account.ts";
import { listNumberSets } from "../../store/numbers/numberSet.ts";
import type { RouteTagRow } from "../../store/routing/inboundRoute.ts";
import { listEmailTemplates } from "../../store/templates/emailTemplate.ts";
import { listSmsTemplates } from "../../store/templates/smsTemplate.ts";
import { listConnections } from "../../store/webhooks/connection.ts";
import { listWebhooks } from "../../store/webhooks/webhook.ts";
import { type CampaignRow, listCampaigns, listDefinitions } from "../../store/workflows/campaign.ts";
import { listTestsOfWorkflows } from "../../store/workflows/workflowTests.ts";
import { addressIn, bundleAddress, bundleId, checksumOf, mapTexts, replacing } from "./bundleIds.ts";
import { listBundledRcs } from "./bundleRcs.ts";
import { listBundledRoutes } from "./bundleRoutesOut.ts";

/** Total size of included files. Further ones are listed without their contents. */
const mostAssetBytes = 10 * 1024 * 1024;

/** Exports workflows with everything that they need elsewhere. Ids are replaced by ids of the file, so that equal objects give equal files. */
export async function writeBundle(
  q: Query,
  account: string,
  { campaigns, routes }: { campaigns: readonly CampaignRow[]; routes: readonly RouteTagRow[] },
  publicUrl: string,
): Promise<Bundle> {
  const picked = [...campaigns].sort(
    (a, b) => compare(a.campaignName, b.campaignName) || compare(a.campaignId, b.campaignId),
  );
  const workflows = await readWorkflows(q, account, picked);
  const { groups: ringing, ...inbound } = await listBundledRoutes(q, account, routes);
  const found = await listBundled(q, account, { picked, workflows, inbound });
  const { templates, emailTemplates, audiences, webhooks, connections, rcs, dispositions } = found;
  const files = await readFiles(
    q,
    account,
    publicUrl,
    JSON.stringify([workflows, templates, emailTemplates, rcs, inbound]),
    workflows,
  );
  const owner = await findAccount(q, account);
  const groups = new Set(
    [...dispositions.flatMap((one) => one.workGroups), ...ringing].map((one) => one.toLowerCase()),
  );
  const texts = JSON.stringify([workflows, templates, emailTemplates, rcs, webhooks, inbound, audiences]);
  const [first, ...others] = await showWorkflows(q, account, picked, workflows);
  const local = mapTexts(
    {
      ...first,
      others,
      ...inbound,
      templates,
      emailTemplates,
      audiences: audiences.map(({ audienceId, name, statements }) => ({ audienceId, name, statements })),
      ...rcs,
      campaigns: found.entered.map(({ campaignId, campaignName }) => ({ campaignId, campaignName })),
      webhooks: webhooks.map(({ connectionName: _, ...one }) => one),
      connections: connections.map(showConnection),
      dispositions: dispositions.map(showDisposition),
    },
    replacing(idsIn(picked, found), files.addresses),
  );
  const bundle = {
    trunkline: 1,
    ...local,
    assets: files.assets,
    queues: queuesOf(workflows).map((name) => ({ name })),
    workGroups: (await listWorkGroups(q, account))
      .filter(({ name }) => groups.has(name.toLowerCase()))
      .map(({ workGroupId: _1, members: _2, created: _3, usedBy: _4, ...one }) => one),
    customFields: (owner?.customFields ?? [])
      .filter((field) => new RegExp(`\\b${field}\\b`, "i").test(texts))
      .sort(compare),
  };
  const read = readBundle(bundle);
  // Objects saved under older limits are still exported. The import reports their problems.
  const whole = read.ok ? read.bundle : (bundle as unknown as Bundle);
  return { ...whole, checksum: checksumOf(whole) };
}

type Drawn = ReturnType<typeof parseWorkflow>;

async function readWorkflows(q: Query, account: string, picked: readonly CampaignRow[]): Promise<Drawn[]> {
  const drawn = await listDefinitions(
    q,
    account,
    picked.map((one) => one.campaignId),
  );
  return picked.map((one) => parseWorkflow(drawn.get(one.campaignId) ?? null));
}

/** The objects that the workflows and routes use, each kind in the order in which they name them. */
async function listBundled(
  q: Query,
  account: string,
  { picked, workflows, inbound }: { picked: readonly CampaignRow[]; workflows: readonly Drawn[]; inbound: object },
) {
  const used = workflows.flatMap((workflow) => references(readGraph(workflow, {})));
  const drawn = placesOf([...workflows, inbound]);
  const audiences = inOrder(drawn, await listAudiences(q, account), (one) => one.audienceId);
  // an audience may ask about another workflow
  const places = placesOf([...workflows, inbound, audiences.map(({ statements }) => statements)]);
  const idsFrom = (from: Reference["from"]) => [
    ...new Set(used.filter((one) => one.from === from).map((one) => one.id)),
  ];
  const isPicked = (id: string | null): boolean => picked.some(({ campaignId }) => campaignId === id);
  const webhooks = inOrder(places, await listWebhooks(q, account), (one) => one.id);
  const named = new Set(webhooks.map((one) => one.callbackServerConfigId));
  return {
    audiences,
    templates: inOrder(places, await listSmsTemplates(q, account), (one) => one.templateId),
    emailTemplates: inOrder(places, await listEmailTemplates(q, account), (one) => one.templateId),
    webhooks,
    connections: (await listConnections(q, account))
      .filter((one) => named.has(one.id))
      .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id)),
    // Keys of a call also start workflows but are not references of the drawing.
    entered: inOrder(places, await listCampaigns(q, account), (one) => one.campaignId).filter(
      (one) => !isPicked(one.campaignId),
    ),
    rcs: await listBundledRcs(q, account, { templates: idsFrom("rcsTemplates"), agents: idsFrom("rcsAgents") }),
    dispositions: (await listDispositions(q, account)).filter((one) => isPicked(one.triggeredCampaignId)),
  };
}

type Bundled = Awaited<ReturnType<typeof listBundled>>;

/** The ids in the file by the ids here. */
const idsIn = (
  picked: readonly CampaignRow[],
  { templates, emailTemplates, audiences, webhooks, connections, entered }: Bundled,
) =>
  new Map([
    ...[...picked, ...entered].map(({ campaignId }, index) => [campaignId, bundleId("workflow", index)] as const),
    ...templates.map(({ templateId }, index) => [templateId, bundleId("template", index)] as const),
    ...emailTemplates.map(({ templateId }, index) => [templateId, bundleId("emailTemplate", index)] as const),
    ...audiences.map(({ audienceId }, index) => [audienceId, bundleId("audience", index)] as const),
    ...webhooks.map(({ id }, index) => [id, bundleId("webhook", index)] as const),
    ...connections.map(({ id }, index) => [id, bundleId("connection", index)] as const),
  ]);

async function showWorkflows(
  q: Query,
  account: string,
  picked: readonly CampaignRow[],
  workflows: readonly Drawn[],
): Promise<BundledWorkflow[]> {
  const sets = await listNumberSets(q, account);
  const tests = await listTestsOfWorkflows(
    q,
    account,
    picked.map(({ campaignId }) => campaignId),
  );
  return picked.map((campaign, index) => ({
    campaignId: campaign.campaignId,
    campaign: settingsOf(campaign),
    workflow: (workflows[index] ?? parseWorkflow(null)) as BundledWorkflow["workflow"],
    numberSetName: sets.find((one) => one.numberSetId === campaign.numberSet)?.name ?? null,
    ...(tests.has(campaign.campaignId) && { tests: tests.get(campaign.campaignId) }),
  }));
}

const showConnection = ({
  id,
  name,
  description,
  headers,
  authHeaders,
  signingSecret,
}: Bundled["connections"][number]) => ({
  id,
  name,
  description,
  headers,
  authHeaders: Object.keys(authHeaders).sort(),
  signs: signingSecret !== null,
});

const showDisposition = ({
  key,
  description,
  selectable,
  tags,
  direction,
  triggeredCampaignId,
  workGroups,
}: Bundled["dispositions"][number]) => ({
  key,
  description,
  selectable,
  tags,
  direction,
  triggeredCampaignId,
  workGroups,
});

/** The names of the queues in which agent queues of the workflows ring, sorted. */
function queuesOf(workflows: readonly Drawn[]): string[] {
  const names = workflows.flatMap(({ nodes }) =>
    nodes.filter(({ type }) => type === "agentQueue").map((node) => textOf(node, "queueName")),
  );
  return [...new Set(names)].filter((name) => name !== "").sort(compare);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const textOf = (node: object, key: string): string => {
  const value = ownValue(node as Record<string, unknown>, key);
  return typeof value === "string" ? value.trim() : "";
};

/** Every string in the drawings with its index. */
function placesOf(workflows: readonly object[]): Map<string, number> {
  const places = new Map<string, number>();
  mapTexts(workflows, (text) => {
    if (!places.has(text)) places.set(text, places.size);
    return text;
  });
  return places;
}

/** The objects that the drawings refer to, in that order. */
const inOrder = <One>(places: ReadonlyMap<string, number>, all: readonly One[], idOf: (one: One) => string): One[] =>
  all.filter((one) => places.has(idOf(one))).sort((a, b) => (places.get(idOf(a)) ?? 0) - (places.get(idOf(b)) ?? 0));

function settingsOf(campaign: CampaignRow): BundledWorkflow["campaign"] {
  const { campaignName, workflowDisplayType, frequencyDays } = campaign;
  return {
    campaignName,
    workflowDisplayType,
    frequencyDays,
    timezoneProtectionType: campaign.timezoneProtectionType as 0 | 1 | 3,
    timezoneProtectionStartTime: campaign.timezoneProtectionStartTime,
    timezoneProtectionEndTime: campaign.timezoneProtectionEndTime,
    timezoneProtectionTimezoneFixed: campaign.timezoneProtectionTimezoneFixed,
    ...(campaign.testsMustPass && { testsMustPass: true }),
    ...(campaign.goal && { goal: campaign.goal }),
  };
}

/** The assets whose URLs are in the texts or in memes. */
async function readFiles(
  q: Query,
  account: string,
  publicUrl: string,
  texts: string,
  workflows: readonly { nodes: readonly { type: string }[] }[],
): Promise<{ assets: Bundle["assets"]; addresses: Map<string, string> }> {
  const owned = (await listAssets(q, account)).filter((one) => isBundled(one.type));
  const at = new Map(owned.map((one) => [publicUrl + assetPath(account, one), one]));
  const found = [...new Set(texts.match(addressIn) ?? [])].flatMap((address) => {
    const asset = at.get(address);
    return asset ? [{ address, asset }] : [];
  });
  const pictures = new Set(
    workflows.flatMap(({ nodes }) =>
      nodes.filter(({ type }) => type === "meme").map((node) => textOf(node, "fileName")),
    ),
  );
  for (const asset of owned)
    if (asset.type === "meme-image" && pictures.has(asset.fileName) && !found.some((one) => one.asset === asset))
      found.push({ address: "", asset });
  found.sort((a, b) => compare(a.asset.type, b.asset.type) || compare(a.asset.fileName, b.asset.fileName));
  const addresses = new Map<string, string>();
  const assets: Bundle["assets"] = [];
  let bytes = 0;
  for (const { address, asset } of found) {
    const local = bundleAddress(assets.length, asset.fileName);
    if (address !== "") addresses.set(address, local);
    bytes += asset.bytes;
    const data = bytes > mostAssetBytes ? null : (await readAsset(q, account, asset)).toString("base64");
    assets.push({
      address: local,
      type: asset.type as Bundle["assets"][number]["type"],
      fileName: asset.fileName,
      data,
    });
  }
  return { assets, addresses };
}

const isBundled = (type: AssetType): boolean => !madeTypes.some((made) => made === type);
