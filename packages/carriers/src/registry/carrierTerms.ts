import { ownValue } from "../ownValue.ts";
import type { BrandStanding, CarrierTerms, Network, UseCaseTerms } from "./registry.ts";

/** A use case of the registry: its monthly fee, how many sub use cases it takes, and what opens it. */
interface UseCase {
  monthlyFeeMicros: number;
  sub: readonly [least: number, most: number];
  minSamples: number;
  /** A brand must be vetted, or have this attribute or entity type. */
  needs?: "vetted" | "501c3" | "SOLE_PROPRIETOR" | "GOVERNMENT";
}

const standard = { monthlyFeeMicros: 10_000_000, sub: [0, 0], minSamples: 1 } as const;
const special = { ...standard, needs: "vetted" } as const;

/** Every use case with its terms (telecom §4.2, §4.3: data, not code). */
export const useCases: Readonly<Record<string, UseCase>> = {
  "2FA": standard,
  ACCOUNT_NOTIFICATION: standard,
  CUSTOMER_CARE: standard,
  DELIVERY_NOTIFICATION: standard,
  FRAUD_ALERT: standard,
  HIGHER_EDUCATION: standard,
  LOW_VOLUME: { monthlyFeeMicros: 1_500_000, sub: [1, 5], minSamples: 1 },
  MARKETING: { ...standard, minSamples: 2 },
  MIXED: { ...standard, sub: [2, 5], minSamples: 2 },
  POLLING_VOTING: standard,
  PUBLIC_SERVICE_ANNOUNCEMENT: standard,
  SECURITY_ALERT: standard,
  AGENTS_FRANCHISES: { ...special, monthlyFeeMicros: 30_000_000 },
  CARRIER_EXEMPT: { ...special, sub: [1, 5] },
  CHARITY: { ...standard, monthlyFeeMicros: 3_000_000, sub: [0, 5], needs: "501c3" },
  CONVERSATIONAL: special,
  EMERGENCY: { ...standard, monthlyFeeMicros: 5_000_000, needs: "GOVERNMENT" },
  K12_EDUCATION: special,
  M2M: special,
  POLITICAL: { ...special, sub: [0, 5] },
  PROXY: { ...special, sub: [0, 5] },
  SOCIAL: { ...special, sub: [0, 5] },
  SOLE_PROPRIETOR: { ...standard, monthlyFeeMicros: 2_000_000, sub: [1, 5], needs: "SOLE_PROPRIETOR" },
  SWEEPSTAKE: special,
  TRIAL: { ...standard, monthlyFeeMicros: 0, needs: "vetted" },
  UCAAS_HIGH: special,
  UCAAS_LOW: special,
};

/** Use cases that may stand as sub use cases. */
export const subUseCases = [
  "2FA",
  "ACCOUNT_NOTIFICATION",
  "CUSTOMER_CARE",
  "DELIVERY_NOTIFICATION",
  "FRAUD_ALERT",
  "HIGHER_EDUCATION",
  "MARKETING",
  "POLLING_VOTING",
  "PUBLIC_SERVICE_ANNOUNCEMENT",
  "SECURITY_ALERT",
] as const;

/** Whether a brand of this standing may file for the use case. */
function qualifies({ entityType, status, attributes = [] }: BrandStanding, usecase: string): boolean {
  const { needs } = ownValue(useCases, usecase) ?? {};
  if (status !== "VERIFIED" && status !== "VETTED_VERIFIED") return false;
  // a sole proprietor can only file for its one use case, which others cannot use
  if (entityType === "SOLE_PROPRIETOR" || needs === "SOLE_PROPRIETOR")
    return entityType === "SOLE_PROPRIETOR" && needs === "SOLE_PROPRIETOR";
  if (needs === "GOVERNMENT") return entityType === "GOVERNMENT";
  if (needs === "501c3") return entityType === "NON_PROFIT" && attributes.includes("501c3");
  return needs === undefined || status === "VETTED_VERIFIED";
}

/** AT&T's classes by use case and score: dedicated, mixed and marketing; segments and pictures a minute. */
function attOf(
  { entityType, status, score, attributes = [] }: BrandStanding,
  usecase: string,
): [tier: string, sms: number, mms: number] {
  if (usecase === "SOLE_PROPRIETOR") return ["W", 15, 15];
  if (usecase === "LOW_VOLUME") return ["T", 75, 50];
  const isMixed = usecase === "MIXED" || usecase === "MARKETING";
  const isTop = attributes.includes("russell3000") || (entityType === "GOVERNMENT" && status !== "UNVERIFIED");
  if (isTop || (score ?? 0) >= 75) return [isMixed ? "B" : "A", 4_500, 2_400];
  if ((score ?? 0) >= 50) return [isMixed ? "D" : "C", 2_400, 1_200];
  return [isMixed ? "F" : "E", 240, 150];
}

/** T-Mobile's tiers by score: segments a day of the whole brand. */
function tmobileOf(
  { entityType, status, score, attributes = [] }: BrandStanding,
  usecase: string,
): [string, number | null] {
  if (usecase === "SOLE_PROPRIETOR") return ["Sole proprietor", 1_000];
  if (entityType === "GOVERNMENT" && status !== "UNVERIFIED") return ["Government", null];
  if (usecase === "LOW_VOLUME") return ["Low", 2_000];
  if (attributes.includes("russell3000") || (score ?? 0) >= 75) return ["Top", 200_000];
  if ((score ?? 0) >= 50) return ["High-mid", 40_000];
  if ((score ?? 0) >= 25) return ["Low-mid", 10_000];
  return ["Low", 2_000];
}

/** Verizon has no classes: every number has the same pace. */
const verizonPerMinute = 6_000;
/** A long code at a carrier with an unpublished rate: one segment per second (telecom §14.3). */
const unknownPerMinute = 60;
const unclassed = { tier: null, perMinute: null, perDay: null, surchargeMicros: 4_500 };

/** What each carrier allows a 10DLC campaign of this brand and use case. */
export function termsOf(brand: BrandStanding, usecase: string): CarrierTerms[] {
  const [attClass, attPerMinute, attPictures] = attOf(brand, usecase);
  const [tier, perDay] = tmobileOf(brand, usecase);
  return [
    {
      network: "att",
      tier: attClass,
      perMinute: attPerMinute,
      mmsPerMinute: attPictures,
      perDay: null,
      surchargeMicros: 3_500,
    },
    { network: "tmobile", tier, perMinute: null, perDay, surchargeMicros: 4_500 },
    { ...unclassed, network: "verizon", numberPerMinute: verizonPerMinute },
    { ...unclassed, network: "uscellular", numberPerMinute: unknownPerMinute },
  ];
}

/**
 * Messages per minute from one number to a handset of one of these carriers, the strictest of them if the carrier is
 * unknown. Assumed limits apply only when the handset's carrier is known.
 */
export function numberPace(terms: readonly CarrierTerms[]): { network: Network; perMinute: number } | null {
  const [slowest] = terms
    .flatMap(({ network, numberPerMinute: perMinute }) => (perMinute == null ? [] : [{ network, perMinute }]))
    .filter(({ perMinute }) => terms.length === 1 || perMinute !== unknownPerMinute)
    .sort((a, b) => a.perMinute - b.perMinute);
  return slowest ?? null;
}

/** The use cases that a brand may file for, in the order of the table. */
export const useCasesOf = (brand: BrandStanding): UseCaseTerms[] =>
  Object.entries(useCases)
    .filter(([usecase]) => qualifies(brand, usecase))
    .map(([usecase, { monthlyFeeMicros, sub, minSamples }]) => ({
      usecase,
      monthlyFeeMicros,
      minSubUsecases: sub[0],
      maxSubUsecases: sub[1],
      minSamples,
      carriers: termsOf(brand, usecase),
    }));
