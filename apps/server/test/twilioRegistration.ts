import { z } from "zod";

/** A brand that the provider has. */
interface ProviderBrand {
  sid: string;
  customer_profile_bundle_sid: string;
  a2p_profile_bundle_sid: string;
  brand_type: string;
  mock: boolean;
  status: string;
  identity_status: string | null;
  brand_score: number | null;
  failure_reason: string | null;
}
/** A 10DLC campaign of a messaging service. */
interface ProviderCampaign {
  sid: string;
  brand_registration_sid: string;
  us_app_to_person_usecase: string;
  description: string;
  samples: string[];
  campaign_status: string;
  errors: { error_code: number; description: string }[];
}

/** What the provider has registered. */
export interface ProviderRegistry {
  brands: ProviderBrand[];
  campaigns: ProviderCampaign[];
  /** What it does with a filing: `doneAndFail` files it and answers 500. */
  files: "done" | "doneAndFail";
  /** The trust profile bundles that it accepts. Null: all. */
  bundles: readonly string[] | null;
}

const sid = (prefix: string) => z.string().regex(new RegExp(`^${prefix}[0-9a-fA-F]{32}$`));
const flag = z.enum(["true", "false"]);
const brandForm = z.strictObject({
  CustomerProfileBundleSid: sid("BU"),
  A2PProfileBundleSid: sid("BU"),
  BrandType: z.enum(["STANDARD", "SOLE_PROPRIETOR"]).optional(),
  Mock: flag.optional(),
  SkipAutomaticSecVet: flag.optional(),
});
const changeForm = {
  HasEmbeddedLinks: flag,
  HasEmbeddedPhone: flag,
  MessageSamples: z.string().min(20),
  MessageFlow: z.string().min(40),
  Description: z.string().min(40),
  AgeGated: flag,
  DirectLending: flag,
  PrivacyPolicyUrl: z.url().optional(),
  TermsAndConditionsUrl: z.url().optional(),
};
const campaignForm = z.strictObject({
  ...changeForm,
  BrandRegistrationSid: sid("BN"),
  UsAppToPersonUsecase: z.string().min(1),
  SubscriberOptIn: flag.optional(),
  OptInMessage: z.string().optional(),
  OptOutMessage: z.string().optional(),
  HelpMessage: z.string().optional(),
});

/** A request below /v1/a2p and /v1/Services, and how it is answered. */
interface Asked {
  method: string;
  path: string;
  sent: string;
  newSid(prefix: string): string;
  say(status: number, body: object): unknown;
  /** Notes a request that does not keep to the description. */
  mistake(words: string): void;
}

/** Answers the registration requests of an account (telecom §4.4), as strict as the published description. */
export function answerRegistration(registry: ProviderRegistry, asked: Asked): unknown {
  const { method, path, sent, newSid, say, mistake } = asked;
  const form = Object.fromEntries(new URLSearchParams(sent));
  const wrong = (): unknown => {
    mistake(`${method} ${path} ${sent}`);
    return say(400, { code: 20001, message: "refused", status: 400 });
  };
  const filed = (made: object) =>
    registry.files === "done"
      ? say(201, made)
      : say(500, { code: 20500, message: "Internal Server Error", status: 500 });
  const [, brandSid, rest] = /^\/v1\/a2p\/BrandRegistrations(?:\/(BN[0-9a-f]{32})(\/SmsOtp)?)?$/.exec(path) ?? [];
  if (path.startsWith("/v1/a2p/")) {
    const brand = registry.brands.find((one) => one.sid === brandSid);
    if (brandSid === undefined && method === "GET") return say(200, { data: registry.brands, meta: {} });
    if (brandSid === undefined && method === "POST") {
      const read = brandForm.safeParse(form);
      if (!read.success) return wrong();
      const { CustomerProfileBundleSid, A2PProfileBundleSid, BrandType = "STANDARD", Mock } = read.data;
      if (registry.bundles !== null && !registry.bundles.includes(A2PProfileBundleSid))
        return say(400, { code: 70002, message: "A2P Trust Bundle does not exist", status: 400 });
      registry.brands.push({
        sid: newSid("BN"),
        customer_profile_bundle_sid: CustomerProfileBundleSid,
        a2p_profile_bundle_sid: A2PProfileBundleSid,
        brand_type: BrandType,
        mock: Mock === "true",
        status: "PENDING",
        identity_status: null,
        brand_score: null,
        failure_reason: null,
      });
      return filed(registry.brands.at(-1) ?? {});
    }
    if (brand === undefined) return say(404, { code: 20404, message: "not found", status: 404 });
    if (rest !== undefined || method === "POST") return sent === "" ? say(200, brand) : wrong();
    return say(200, brand);
  }
  const [, more = ""] = /^\/v1\/Services\/MG[0-9a-fA-F]{32}\/Compliance\/Usa2p(\/.*)?$/.exec(path) ?? ["", "none"];
  if (more === "/Usecases")
    return say(200, {
      us_app_to_person_usecases: ["MARKETING", "CUSTOMER_CARE"].map((code) => ({ code, name: code })),
    });
  if (more === "" && method === "GET") return say(200, { compliance: registry.campaigns, meta: {} });
  if (more === "" && method === "POST") {
    const read = campaignForm.safeParse(form);
    if (!read.success) return wrong();
    registry.campaigns.push({
      sid: newSid("QE"),
      brand_registration_sid: read.data.BrandRegistrationSid,
      us_app_to_person_usecase: read.data.UsAppToPersonUsecase,
      description: read.data.Description,
      samples: new URLSearchParams(sent).getAll("MessageSamples"),
      campaign_status: "IN_PROGRESS",
      errors: [],
    });
    return filed(registry.campaigns.at(-1) ?? {});
  }
  const index = registry.campaigns.findIndex((one) => `/${one.sid}` === more);
  const campaign = registry.campaigns[index];
  if (campaign === undefined) return say(404, { code: 20404, message: "not found", status: 404 });
  if (method === "DELETE") {
    registry.campaigns.splice(index, 1);
    return say(204, {});
  }
  if (method !== "POST") return say(200, campaign);
  const read = z.strictObject(changeForm).safeParse(form);
  if (!read.success) return wrong();
  campaign.description = read.data.Description;
  return say(200, campaign);
}
