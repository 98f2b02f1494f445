import { lockedFields } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import tenDlc from "./wire/tendlc-campaign.json" with { type: "json" };

/** A 10DLC campaign that a reviewer accepts, for "The Shop" (wire/tendlc-campaign.json). */
export const tenDlcSample = (of: { brandId: string; numberSetId: string }) => ({ ...tenDlc, ...of });

/** The same as an edit sends it: without what is locked. */
export const tenDlcChangeSample = (of: { brandId: string; numberSetId: string }) =>
  Object.fromEntries(
    Object.entries(tenDlcSample(of)).filter(([name]) => !(lockedFields as readonly string[]).includes(name)),
  );
