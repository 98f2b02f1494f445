import { termsOf } from "../carrierTerms.ts";
import { type BrandStanding, type CarrierTerms, networkNames, networks, type UseCaseTerms } from "../registry.ts";
import { type Json, listOf, numberOf, recordOf, textOf } from "./tcrWire.ts";

const micros = 1_000_000;
const positive = (value: unknown): number | null => {
  const number = numberOf(value);
  return number !== null && number > 0 ? number : null;
};
const word = (text: string): string => text.charAt(0) + text.slice(1).toLowerCase().replaceAll("_", "-");

/**
 * What each carrier allows, from what the registry says by network id (telecom §4.2). Surcharges are not in its
 * answer; they and what it leaves out come from our own table.
 */
function carriersOf(brand: BrandStanding, usecase: string, metadata: Json): CarrierTerms[] {
  const known = termsOf(brand, usecase);
  return networkNames.flatMap((network) => {
    const said = metadata[networks[network].networkId];
    const own = known.find((one) => one.network === network);
    if (said === undefined || own === undefined) return [];
    const { qualify, msgClass, tpm, mmsTpm, brandTier, brandDailyCap } = recordOf(said);
    if (qualify === false) return [];
    const pictures = positive(mmsTpm) ?? own.mmsPerMinute;
    const tier = textOf(msgClass) || (textOf(brandTier) ? word(textOf(brandTier)) : "");
    return [
      {
        network,
        tier: tier || own.tier,
        perMinute: positive(tpm) ?? own.perMinute,
        ...(pictures != null && { mmsPerMinute: pictures }),
        ...(own.numberPerMinute != null && { numberPerMinute: own.numberPerMinute }),
        perDay: positive(brandDailyCap) ?? own.perDay,
        surchargeMicros: own.surchargeMicros,
      },
    ];
  });
}

/** The use cases that a brand qualifies for, with at least one carrier that takes them. */
export const readUseCases = (brand: BrandStanding, answer: unknown): UseCaseTerms[] =>
  listOf(answer).flatMap((one) => {
    const usecase = textOf(one["usecase"]);
    const metadata = recordOf(one["mnoMetadata"]);
    const carriers = carriersOf(brand, usecase, metadata);
    if (usecase === "" || carriers.length === 0) return [];
    return [
      {
        usecase,
        monthlyFeeMicros: Math.round((numberOf(one["monthlyFee"]) ?? 0) * micros),
        minSubUsecases: numberOf(one["minSubUsecases"]) ?? 0,
        maxSubUsecases: numberOf(one["maxSubUsecases"]) ?? 0,
        minSamples: Math.max(1, ...Object.values(metadata).map((mno) => numberOf(recordOf(mno)["minMsgSamples"]) ?? 1)),
        carriers,
      },
    ];
  });
