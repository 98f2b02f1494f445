/** The networks that the registry files 10DLC campaigns with, by the registry's ids of them (telecom §4.2). */
export const networks = {
  att: { networkId: "10017", name: "AT&T" },
  tmobile: { networkId: "10035", name: "T-Mobile" },
  verizon: { networkId: "10038", name: "Verizon" },
  uscellular: { networkId: "10037", name: "US Cellular" },
} as const;
export type Network = keyof typeof networks;
export const networkNames = Object.keys(networks) as Network[];

/** What a brand is: an organization as the registry knows it. */
export interface BrandFiling {
  entityType: string;
  displayName: string;
  companyName?: string | undefined;
  ein?: string | undefined;
  /** A mock brand costs nothing, carries no traffic and is deleted after 30 days. */
  mock?: boolean | undefined;
  [field: string]: unknown;
}

/** How the registry has identified a brand. */
export type IdentityStatus = "SELF_DECLARED" | "UNVERIFIED" | "VERIFIED" | "VETTED_VERIFIED";

/** What the registry says about a brand. */
export interface BrandState {
  /** PENDING until it was reviewed. */
  status: "PENDING" | IdentityStatus;
  /** 0 to 100 once it was vetted. */
  score: number | null;
  vetting: "none" | "pending" | "done" | "failed";
  /** Mismatches, as text. */
  feedback: string[];
}

/** A 10DLC campaign as it is filed. */
export interface CampaignFiling {
  usecase: string;
  subUsecases: readonly string[];
  [field: string]: unknown;
}

/** Where a carrier is with a 10DLC campaign. */
export type OperationStatus = "REVIEW" | "APPROVED" | "REJECTED" | "SUSPENDED";

/** What the registry says about a 10DLC campaign. */
export interface CampaignState {
  status: "PENDING" | "DECLINED" | "ACCEPTED" | "EXPIRED";
  /** Why it was declined. */
  reason: string | null;
  carriers: Partial<Record<Network, { status: OperationStatus; reason: string | null }>>;
}

/** What a carrier allows a 10DLC campaign, and what it costs (telecom §4.3). */
export interface CarrierTerms {
  network: Network;
  /** AT&T's message class, T-Mobile's brand tier. */
  tier: string | null;
  /** Segments a minute, of the whole 10DLC campaign. */
  perMinute: number | null;
  /** Messages with a picture a minute, which have a pace of their own; left out where it is that of texts. */
  mmsPerMinute?: number | null;
  /** Segments a minute of each number; left out where the carrier sets none. */
  numberPerMinute?: number | null;
  /** Segments a day (Pacific), of the whole brand. */
  perDay: number | null;
  surchargeMicros: number;
}

/** A use case that a brand may file for. */
export interface UseCaseTerms {
  usecase: string;
  /** Micro-dollars. */
  monthlyFeeMicros: number;
  minSubUsecases: number;
  maxSubUsecases: number;
  minSamples: number;
  carriers: CarrierTerms[];
}

/** Brand facts that decide which use cases it qualifies for. */
export interface BrandStanding {
  registryId: string;
  entityType: string;
  status: string;
  score: number | null;
  /** Facts that open further use cases: 501c3, russell3000, government. */
  attributes?: readonly string[];
}

/** A refusal by the registry. Other errors are thrown and retried. */
export class RegistryRefusal extends Error {
  override name = "RegistryRefusal";
}

/** The registry of brands and 10DLC campaigns. Requests can be repeated: filings are found by our reference. */
export interface CampaignRegistry {
  /** A request can decide in its place (`tenDlcRoutes.simulate`). Default: no. */
  isSimulated?: true;
  /** Milliseconds until something pending, or something settled, is polled again. */
  lookAgainMs: { pending: number; settled: number | null };
  /** Files a brand and answers the registry's id; `reference` is our id of it. */
  addBrand(owner: string, reference: string, filing: BrandFiling): Promise<string>;
  updateBrand(owner: string, registryId: string, filing: BrandFiling): Promise<void>;
  /** Orders a vetting by an outside provider. */
  vetBrand(owner: string, registryId: string): Promise<void>;
  /** Sends the confirmation code to a sole proprietor's mobile phone, and checks it. */
  sendCode(owner: string, registryId: string): Promise<void>;
  confirmCode(owner: string, registryId: string, code: string): Promise<void>;
  /** Null when the registry no longer knows it. */
  findBrand(owner: string, registryId: string): Promise<BrandState | null>;
  removeBrand(owner: string, registryId: string): Promise<void>;
  /** Use cases that the brand qualifies for, with the carriers' terms. */
  listUseCases(brand: BrandStanding): Promise<UseCaseTerms[]>;
  addCampaign(owner: string, reference: string, brandRegistryId: string, filing: CampaignFiling): Promise<string>;
  /** Changes what may be changed; one that was declined is resubmitted by it. */
  updateCampaign(owner: string, registryId: string, filing: CampaignFiling): Promise<void>;
  findCampaign(owner: string, registryId: string): Promise<CampaignState | null>;
  /** Deactivates a 10DLC campaign. */
  removeCampaign(owner: string, registryId: string): Promise<void>;
  /** Subscribes this address to events. Idempotent. */
  listen?(webhookUrl: string): Promise<void>;
}
