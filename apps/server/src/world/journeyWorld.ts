import { type AccountSettings, accountSettings } from "@trunkline/contract/identity/account.ts";
import { makeDefinition } from "@trunkline/workflow/engine/definition.ts";
import type { Definition, Lookup, Template } from "@trunkline/workflow/engine/world.ts";
import { kindOf } from "@trunkline/workflow/outbound/kinds/index.ts";
import { audiencesOfNodes } from "@trunkline/workflow/parts/audienceStatement.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { connectionKinds } from "../carriers/connectionKinds.ts";
import { linkBase } from "../links/linkBase.ts";
import type { Query } from "../store/database.ts";
import {
  type ClaimRcsAgent,
  type ClaimVersion,
  listClaimCampaigns,
  listClaimEmailTemplates,
  listClaimNumbers,
  listClaimRcsAgents,
  listClaimRcsTemplates,
  listClaimSettings,
  listClaimTemplates,
  listClaimVersions,
  type NamedThing,
  type VersionKey,
} from "../store/journeys/claimWorld.ts";

/** A number to send from. */
export interface SendingNumber {
  phone: string;
  carrier: string;
}

/** Everything about one version of a workflow that its journeys need, besides the journey and its contact. */
export interface JourneyWorld {
  definition: Definition;
  lookup: Lookup;
  settings: AccountSettings;
  numbers: readonly SendingNumber[];
  /** The carrier of an RCS agent's messages. Null: that of the number. */
  rcsCarrierOf(agentId: string): string | null;
  /** What the account's short addresses and their codes begin with. */
  links: { base: string; key: string };
  /** A node of it asks the federal list, which is read for each claim. */
  asksFederal: boolean;
  /** The audiences that its nodes ask about. */
  audienceIds: readonly string[];
}

/** Which world a lane needs. */
export interface WorldKey extends VersionKey {
  ignoresWindow: boolean;
}

/** Nothing read of it yet. */
const unread = (key: WorldKey): Known => ({
  key,
  version: null,
  definition: null,
  legalHours: false,
  templateIds: [],
  emailTemplateIds: [],
  campaignIds: [],
  rcsKeys: [],
  agentIds: [],
  asksFederal: false,
  audienceIds: [],
  world: null,
  readAtMs: Number.NEGATIVE_INFINITY,
});

interface Known {
  key: WorldKey;
  /** Null if the version does not exist or no longer exists. */
  version: ClaimVersion | null;
  /** The same object as long as what it is made of stays: its windows are remembered in it. */
  definition: Definition | null;
  legalHours: boolean;
  templateIds: string[];
  emailTemplateIds: string[];
  campaignIds: string[];
  rcsKeys: string[];
  agentIds: string[];
  asksFederal: boolean;
  audienceIds: readonly string[];
  world: JourneyWorld | null;
  readAtMs: number;
}

/** Templates, settings and numbers are read again after this; versions never change. */
const freshForMs = 1_000;
const mostKnown = 1_000;

/** The worlds that a worker has at hand: versions for good, what people edit for a second. */
export class JourneyWorlds {
  private readonly known = new Map<string, Known>();
  private readonly hasModel: () => boolean;
  private readonly publicUrl: string;

  constructor({
    hasModel = false,
    publicUrl = "http://127.0.0.1:4400",
  }: { hasModel?: boolean; publicUrl?: string } = {}) {
    this.hasModel = () => hasModel;
    this.publicUrl = publicUrl;
  }

  /** The worlds of these versions. Missing or outdated ones are read with one query per table. Null if the version is gone. */
  async load(q: Query, keys: readonly WorldKey[]): Promise<(JourneyWorld | null)[]> {
    const now = performance.now();
    const wanted = keys.map((key) => this.find(key));
    const stale = [...new Set(wanted.filter((known) => now - known.readAtMs > freshForMs))];
    if (stale.length > 0) await this.read(q, stale, now);
    return wanted.map((known) => known.world);
  }

  /** The world of a drawing that no version has, read afresh. */
  async loadDrawn(
    q: Query,
    key: WorldKey,
    drawn: Pick<ClaimVersion, "definition" | "settings">,
  ): Promise<JourneyWorld | null> {
    const known: Known = { ...unread(key), version: { ...key, ...drawn } };
    await this.read(q, [known], performance.now());
    return known.world;
  }

  private find(key: WorldKey): Known {
    const name = `${key.accountId} ${key.campaignId} ${key.version} ${key.ignoresWindow}`;
    const found = this.known.get(name);
    // the map keeps the order of use: the first is the one that was needed least recently
    this.known.delete(name);
    const known = found ?? unread(key);
    this.known.set(name, known);
    if (this.known.size > mostKnown) this.known.delete(this.known.keys().next().value as string);
    return known;
  }

  private async read(q: Query, stale: readonly Known[], now: number): Promise<void> {
    await readVersions(
      q,
      stale.filter((known) => known.version === null),
    );
    const there = stale.filter((known) => known.version !== null);
    const accounts = new Map(
      (await listClaimSettings(q, [...new Set(there.map((known) => known.key.accountId))])).map((row) => [
        row.accountId,
        {
          settings: accountSettings.parse(row.settings ?? {}),
          links: { base: linkBase(this.publicUrl, row.linkDomain), key: row.linkKey },
        },
      ]),
    );
    for (const known of there) refreshDefinition(known, accounts.get(known.key.accountId)?.settings.legalHours ?? true);
    const things = await readThings(q, there);
    for (const known of stale) {
      known.readAtMs = now;
      const { accountId } = known.key;
      const account = accounts.get(accountId);
      if (known.version === null || account === undefined) continue;
      const { settings: accountOnes, links } = account;
      const sets = setsOf(known);
      known.world = {
        definition: known.definition as Definition,
        asksFederal: known.asksFederal,
        audienceIds: known.audienceIds,
        settings: accountOnes,
        links,
        numbers: things.numbers.filter((row) => row.accountId === accountId && sets.includes(row.numberSetId)),
        rcsCarrierOf: (id) => things.rcsAgents.get(`${accountId} ${id}`)?.carrier ?? null,
        lookup: {
          template: (id) => things.templates.get(`${accountId} ${id}`) as Template | undefined,
          emailTemplate: (id) => things.emailTemplates.get(`${accountId} ${id}`),
          rcsTemplate: (key) => things.rcsTemplates.get(`${accountId} ${key}`),
          rcsAgent: (id) => agentOf(things.rcsAgents.get(`${accountId} ${id}`), accountOnes),
          campaignExists: (id) => things.campaigns.has(`${accountId} ${id}`),
          zone: zoneOf,
          federalDnc: () => undefined,
          hasModel: this.hasModel,
          ...(accountOnes.rcsSuccess === "delivered" && {
            rcsDeliveredWithinSeconds: accountOnes.rcsDeliveryMinutes * 60,
          }),
          asksCarriers: accountOnes.carrierLookup !== "none",
        },
      };
    }
  }
}

async function readVersions(q: Query, missing: readonly Known[]): Promise<void> {
  if (missing.length === 0) return;
  const rows = await listClaimVersions(
    q,
    missing.map((known) => known.key),
  );
  for (const known of missing) {
    const { accountId, campaignId, version } = known.key;
    known.version =
      rows.find((row) => row.accountId === accountId && row.campaignId === campaignId && row.version === version) ??
      null;
  }
}

/** Legal hours are an account setting: switching them makes another definition of the same version. */
function refreshDefinition(known: Known, legalHours: boolean): void {
  if (known.definition !== null && known.legalHours === legalHours) return;
  const { version, key } = known;
  if (version === null) return;
  const definition = makeDefinition({
    campaignId: version.campaignId,
    version: version.version,
    workflow: version.definition,
    protection: key.ignoresWindow ? {} : version.settings,
    legalHours,
    kindOf,
  });
  const nodes = [...definition.nodes.values()] as unknown as Record<string, unknown>[];
  const textsUnder = (name: string): string[] => [
    ...new Set(
      nodes.map((node) => ownValue(node, name)).filter((id): id is string => typeof id === "string" && id !== ""),
    ),
  ];
  const idsUnder = (name: string): string[] => textsUnder(name).filter(isUuid);
  Object.assign(known, {
    definition,
    legalHours,
    templateIds: idsUnder("smsTemplateId"),
    // templates of other providers are never found here
    emailTemplateIds: idsUnder("templateId"),
    campaignIds: idsUnder("campaignId"),
    rcsKeys: textsUnder("rcsTemplateKey"),
    agentIds: textsUnder("agentId"),
    asksFederal: textsUnder("dncList").includes("federal"),
    audienceIds: audiencesOfNodes(nodes).filter(isUuid),
  });
}

const isUuid = (text: string): boolean => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

const setsOf = ({ version }: Known): string[] => (version?.settings.numberSet ? [version.settings.numberSet] : []);

function thingsOf(known: readonly Known[], idsOf: (known: Known) => readonly string[]): NamedThing[] {
  const things = new Map<string, NamedThing>();
  for (const one of known) {
    const { accountId } = one.key;
    for (const id of idsOf(one)) things.set(`${accountId} ${id}`, { accountId, id });
  }
  return [...things.values()];
}

/** An agent whose carrier reports phones without RCS late waits for the delivery in any case, so that its failure path holds. */
function agentOf(
  row: ClaimRcsAgent | undefined,
  { rcsDeliveryMinutes }: AccountSettings,
): ReturnType<NonNullable<Lookup["rcsAgent"]>> {
  if (row === undefined) return undefined;
  const { agentId, name, kind } = row;
  const isLate = kind !== null && connectionKinds[kind].reportsNoRcsLater === true;
  return { agentId, name, ...(isLate && { deliveredWithinSeconds: rcsDeliveryMinutes * 60 }) };
}

function byThing<Row extends { accountId: string }>(rows: readonly Row[], idKey: keyof Row & string): Map<string, Row> {
  return new Map(rows.map((row) => [`${row.accountId} ${String(row[idKey])}`, row]));
}

/** What the versions refer to, by account and id. */
async function readThings(q: Query, known: readonly Known[]) {
  const of = (idsOf: (one: Known) => readonly string[]) => thingsOf(known, idsOf);
  return {
    templates: byThing(
      await listClaimTemplates(
        q,
        of((one) => one.templateIds),
      ),
      "templateId",
    ),
    emailTemplates: byThing(
      await listClaimEmailTemplates(
        q,
        of((one) => one.emailTemplateIds),
      ),
      "templateId",
    ),
    campaigns: byThing(
      await listClaimCampaigns(
        q,
        of((one) => one.campaignIds),
      ),
      "campaignId",
    ),
    rcsTemplates: byThing(
      await listClaimRcsTemplates(
        q,
        of((one) => one.rcsKeys),
      ),
      "templateKey",
    ),
    rcsAgents: byThing(
      await listClaimRcsAgents(
        q,
        of((one) => one.agentIds),
      ),
      "agentId",
    ),
    numbers: await listClaimNumbers(q, of(setsOf)),
  };
}
