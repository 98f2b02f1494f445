import { useCasesOf } from "../carrierTerms.ts";
import {
  type BrandFiling,
  type BrandState,
  type CampaignFiling,
  type CampaignRegistry,
  type CampaignState,
  type Network,
  networkNames,
  RegistryRefusal,
} from "../registry.ts";

/** What the simulated registry remembers of a brand or 10DLC campaign. */
export interface RegistryRecord {
  registryId: string;
  kind: "brand" | "campaign";
  filing: Record<string, unknown>;
  /** Epoch ms: when it was last filed, and when a vetting was ordered. */
  filedAt: number;
  createdAt: number;
  vettedAt: number | null;
  /** Carriers at which a user has suspended it. */
  suspended: Network[];
  expired: boolean;
  /** A sole proprietor's phone has been confirmed by its code. */
  confirmed?: boolean;
}

/** Its memory. */
export interface RegistryStore {
  /** The id of what was filed under this reference already, or a new record. */
  insert(owner: string, reference: string, record: RegistryRecord): Promise<string>;
  find(owner: string, registryId: string): Promise<RegistryRecord | null>;
  update(owner: string, record: RegistryRecord): Promise<void>;
  remove(owner: string, registryId: string): Promise<void>;
}

export interface SimulatedRegistryParts {
  store: RegistryStore;
  now(): number;
  /** How long it takes to look at something; zero decides at once. */
  delayMs?: number;
  /** What its reviewer finds wrong with a filing; null: nothing. */
  review(filing: CampaignFiling, brand: BrandFiling): string | null;
}

const day = 86_400_000;
const mockDays = 30;
/** The code that confirms a sole proprietor: the end of the mobile phone's number. */
const codeDigits = 6;

/**
 * The built-in registry. The filing decides the outcome, so that every outcome can be tried (docs/registration.md): an EIN
 * that ends in 000 is not found, one that ends in 00 fails its vetting, and any other brand is scored by the last two
 * digits of its EIN.
 */
export function simulatedRegistry({ store, now, delayMs = 2_000, review }: SimulatedRegistryParts): CampaignRegistry {
  const known = async (owner: string, registryId: string): Promise<RegistryRecord> => {
    const record = await store.find(owner, registryId);
    if (record === null) throw new RegistryRefusal(`The registry does not know ${registryId}`);
    return record;
  };
  const fresh = (kind: RegistryRecord["kind"], filing: Record<string, unknown>): RegistryRecord => ({
    registryId: idOf(kind),
    kind,
    filing,
    filedAt: now(),
    createdAt: now(),
    vettedAt: null,
    suspended: [],
    expired: false,
  });
  return {
    isSimulated: true,
    lookAgainMs: { pending: Math.max(50, Math.min(1_000, delayMs / 2)), settled: day / 4 },
    addBrand: (owner, reference, filing) => store.insert(owner, reference, fresh("brand", filing)),
    async updateBrand(owner, registryId, filing) {
      const record = await known(owner, registryId);
      await store.update(owner, { ...record, filing, filedAt: now() });
    },
    async vetBrand(owner, registryId) {
      const record = await known(owner, registryId);
      if (brandState(record, now(), delayMs).status !== "VERIFIED")
        throw new RegistryRefusal("Only a verified brand can be vetted");
      await store.update(owner, { ...record, vettedAt: now() });
    },
    async sendCode(owner, registryId) {
      await known(owner, registryId);
    },
    async confirmCode(owner, registryId, code) {
      const record = await known(owner, registryId);
      if (code !== String(record.filing["mobilePhone"] ?? "").slice(-codeDigits))
        throw new RegistryRefusal("The code is wrong");
      await store.update(owner, { ...record, confirmed: true });
    },
    async findBrand(owner, registryId) {
      const record = await store.find(owner, registryId);
      if (record === null) return null;
      if (record.filing["mock"] === true && now() - record.createdAt > mockDays * day) {
        await store.remove(owner, registryId);
        return null;
      }
      return brandState(record, now(), delayMs);
    },
    removeBrand: (owner, registryId) => store.remove(owner, registryId),
    // every non-profit is one that is free of tax, so that charity can be filed for
    listUseCases: (brand) =>
      Promise.resolve(useCasesOf(brand.entityType === "NON_PROFIT" ? { ...brand, attributes: ["501c3"] } : brand)),
    addCampaign: (owner, reference, brandRegistryId, filing) =>
      store.insert(owner, reference, fresh("campaign", { ...filing, brandRegistryId })),
    async updateCampaign(owner, registryId, filing) {
      const record = await known(owner, registryId);
      const { brandRegistryId } = record.filing;
      const before = await this.findCampaign(owner, registryId);
      // what is accepted stays so: only one that was declined goes to review again
      const filedAt = before?.status === "DECLINED" ? now() : record.filedAt;
      await store.update(owner, { ...record, filing: { ...filing, brandRegistryId }, filedAt });
    },
    async findCampaign(owner, registryId) {
      const record = await store.find(owner, registryId);
      if (record === null) return null;
      const brand = await store.find(owner, String(record.filing["brandRegistryId"]));
      return campaignState(record, now(), delayMs, () =>
        review(record.filing as CampaignFiling, (brand?.filing ?? {}) as BrandFiling),
      );
    },
    async removeCampaign(owner, registryId) {
      const record = await known(owner, registryId);
      await store.update(owner, { ...record, expired: true });
    },
  };
}

/** Seven characters, the first says what it is of (telecom §4.1). */
const idOf = (kind: RegistryRecord["kind"]): string =>
  (kind === "brand" ? "B" : "C") +
  Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => "0123456789ABCDEFGHJKLMNPQRSTUVWX"[byte % 32]).join(
    "",
  );

function brandState(
  { filing, filedAt, vettedAt, confirmed = false }: RegistryRecord,
  now: number,
  delayMs: number,
): BrandState {
  const nothing = { score: null, vetting: "none", feedback: [] } as const;
  if (now - filedAt < delayMs) return { ...nothing, feedback: [], status: "PENDING" };
  const ein = String(filing["ein"] ?? "").replace(/\D/g, "");
  if (filing["entityType"] === "SOLE_PROPRIETOR")
    return { ...nothing, feedback: [], status: confirmed ? "VERIFIED" : "SELF_DECLARED" };
  if (ein.endsWith("000"))
    return {
      ...nothing,
      status: "UNVERIFIED",
      feedback: ["TAX_ID: the tax number and the legal company name do not belong together"],
    };
  if (vettedAt === null) return { ...nothing, feedback: [], status: "VERIFIED" };
  if (now - vettedAt < delayMs) return { score: null, vetting: "pending", feedback: [], status: "VERIFIED" };
  if (ein.endsWith("00"))
    return {
      score: null,
      vetting: "failed",
      feedback: ["VETTING: the website does not name the company"],
      status: "VERIFIED",
    };
  return { score: Number(ein.slice(-2)), vetting: "done", feedback: [], status: "VETTED_VERIFIED" };
}

function campaignState(
  record: RegistryRecord,
  now: number,
  delayMs: number,
  review: () => string | null,
): CampaignState {
  const { filing, filedAt, suspended, expired } = record;
  if (expired) return { status: "EXPIRED", reason: null, carriers: {} };
  const age = now - filedAt;
  if (age < delayMs) return { status: "PENDING", reason: null, carriers: {} };
  const reason = review();
  if (reason !== null) return { status: "DECLINED", reason, carriers: {} };
  const decide = (network: Network, index: number): CampaignState["carriers"][Network] => {
    if (suspended.includes(network)) return { status: "SUSPENDED", reason: "Suspended by hand in the simulation" };
    // one carrier after the other, as in life
    if (age < delayMs * (1 + (index + 1) / networkNames.length)) return { status: "REVIEW", reason: null };
    const refuses = network === "att" && filing["directLending"] === true && filing["ageGated"] === true;
    return refuses
      ? { status: "REJECTED", reason: "Lending to an age-gated audience is not carried" }
      : { status: "APPROVED", reason: null };
  };
  return {
    status: "ACCEPTED",
    reason: null,
    carriers: Object.fromEntries(networkNames.map((network, index) => [network, decide(network, index)])),
  };
}
