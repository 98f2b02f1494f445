import { ownValue } from "../ownValue.ts";
import { useCasesOf } from "../registry/carrierTerms.ts";
import {
  type BrandFiling,
  type BrandStanding,
  type BrandState,
  type CampaignFiling,
  type CampaignRegistry,
  type CampaignState,
  type IdentityStatus,
  networkNames,
  RegistryRefusal,
} from "../registry/registry.ts";
import { ask, type Form, type Json, listOf, need, type RegistrationPlace, textOf } from "./registrationRequests.ts";

const minute = 60_000;
const brandsPath = "/v1/a2p/BrandRegistrations";
const identities: readonly string[] = ["SELF_DECLARED", "UNVERIFIED", "VERIFIED", "VETTED_VERIFIED"];

/**
 * Registration by the provider of an account's numbers (telecom §4.4). The provider has no id of ours: a brand is found
 * again by its bundles, and a messaging service has one 10DLC campaign, so that requests can be repeated.
 */
export function openRegistration(place: RegistrationPlace): CampaignRegistry {
  return {
    lookAgainMs: { pending: minute, settled: 6 * 60 * minute },
    ...brandsOf(place),
    ...campaignsOf(place),
  };
}

type Brands = Pick<
  CampaignRegistry,
  "addBrand" | "updateBrand" | "vetBrand" | "sendCode" | "confirmCode" | "findBrand" | "removeBrand"
>;

function brandsOf(place: RegistrationPlace): Brands {
  return {
    async addBrand(_owner, _reference, filing) {
      const { customer, profile } = bundlesOf(filing);
      const known = listOf((await need(place, "GET", `${brandsPath}?PageSize=50`))["data"]).find(
        (one) => one["customer_profile_bundle_sid"] === customer && one["a2p_profile_bundle_sid"] === profile,
      );
      const made = known ?? (await need(place, "POST", brandsPath, brandForm(filing)));
      const sid = textOf(made["sid"]);
      if (sid === "") throw new Error("The provider answered without an id");
      return sid;
    },
    // what a brand says is in its bundles, which are changed at the provider
    async updateBrand(_owner, registryId) {
      await need(place, "POST", `${brandsPath}/${registryId}`);
    },
    vetBrand: () => Promise.reject(new RegistryRefusal("The provider orders the vetting itself when a brand is filed")),
    async sendCode(_owner, registryId) {
      await need(place, "POST", `${brandsPath}/${registryId}/SmsOtp`);
    },
    confirmCode: () =>
      Promise.reject(
        new RegistryRefusal("The owner answers the provider's text on the mobile phone. No code is entered here"),
      ),
    async findBrand(_owner, registryId) {
      const brand = await ask(place, "GET", `${brandsPath}/${registryId}`);
      return brand === null ? null : readBrand(brand);
    },
    // the provider keeps brands
    removeBrand: () => Promise.resolve(),
  };
}

const bundlesOf = ({ customerProfileSid, trustProfileSid }: BrandFiling) => ({
  customer: textOf(customerProfileSid),
  profile: textOf(trustProfileSid),
});

function brandForm(filing: BrandFiling): Form {
  const { customer, profile } = bundlesOf(filing);
  return [
    ["CustomerProfileBundleSid", customer],
    ["A2PProfileBundleSid", profile],
    ["BrandType", filing.entityType === "SOLE_PROPRIETOR" ? "SOLE_PROPRIETOR" : "STANDARD"],
    ["Mock", String(filing.mock === true)],
  ];
}

function readBrand(brand: Json): BrandState {
  const score = typeof brand["brand_score"] === "number" ? brand["brand_score"] : null;
  const identity = textOf(brand["identity_status"]);
  const status = textOf(brand["status"]);
  const feedback = [
    textOf(brand["failure_reason"]),
    ...(Array.isArray(brand["brand_feedback"]) ? brand["brand_feedback"].map(String) : []),
    ...listOf(brand["errors"]).map((one) => textOf(one["description"]) || textOf(one["message"])),
  ].filter((words) => words !== "");
  if (status === "FAILED" || status === "SUSPENDED")
    return {
      status: "UNVERIFIED",
      score: null,
      vetting: "none",
      feedback: [...(status === "SUSPENDED" ? ["Suspended by the provider"] : []), ...feedback],
    };
  // a sole proprietor is declared and waits for the text to be answered
  if (status !== "APPROVED" && identity !== "SELF_DECLARED")
    return { status: "PENDING", score: null, vetting: "none", feedback: [] };
  const known = identities.includes(identity) ? (identity as IdentityStatus) : "VERIFIED";
  return { status: known, score, vetting: score === null ? "none" : "done", feedback: [] };
}

type Campaigns = Pick<
  CampaignRegistry,
  "listUseCases" | "addCampaign" | "updateCampaign" | "findCampaign" | "removeCampaign"
>;

function campaignsOf(place: RegistrationPlace): Campaigns {
  const path = (more = "") => {
    if (place.messagingServiceSid === "")
      throw new RegistryRefusal(
        "The carrier connection has no messaging service. Create one at the provider with the numbers, and enter its SID under Settings → Carriers",
      );
    return `/v1/Services/${place.messagingServiceSid}/Compliance/Usa2p${more}`;
  };
  return {
    async listUseCases(brand) {
      const query = new URLSearchParams({ BrandRegistrationSid: brand.registryId });
      const said = listOf((await need(place, "GET", path(`/Usecases?${query}`)))["us_app_to_person_usecases"]);
      return offeredTo(brand, new Set(said.map(({ code }) => textOf(code))));
    },
    async addCampaign(_owner, _reference, brandRegistryId, filing) {
      const [known] = listOf((await need(place, "GET", path("?PageSize=50")))["compliance"]);
      if (known !== undefined && !isSame(known, brandRegistryId, filing))
        throw new RegistryRefusal(
          "The messaging service of the carrier connection has another 10DLC campaign. Add a connection with a messaging service of its own",
        );
      const form = [
        ["BrandRegistrationSid", brandRegistryId] as const,
        ["UsAppToPersonUsecase", filing.usecase] as const,
        ["SubscriberOptIn", "true"] as const,
        ...(textOf(filing["helpMessage"]) === "" ? [] : [["HelpMessage", textOf(filing["helpMessage"])] as const]),
        ...formOf(filing),
      ];
      const made = known ?? (await need(place, "POST", path(), form));
      const sid = textOf(made["sid"]);
      if (sid === "") throw new Error("The provider answered without an id");
      return sid;
    },
    async updateCampaign(_owner, registryId, filing) {
      await need(place, "POST", path(`/${registryId}`), formOf(filing));
    },
    async findCampaign(_owner, registryId) {
      const campaign = await ask(place, "GET", path(`/${registryId}`));
      return campaign === null ? null : readCampaign(campaign);
    },
    async removeCampaign(_owner, registryId) {
      await ask(place, "DELETE", path(`/${registryId}`));
    },
  };
}

/** The provider names the use cases; what carriers allow is from our own table. */
const offeredTo = (brand: BrandStanding, codes: ReadonlySet<string>) =>
  useCasesOf({ ...brand, attributes: codes.has("CHARITY") ? ["501c3"] : [] }).filter(({ usecase }) =>
    codes.has(usecase),
  );

/** Whether a campaign of the service is the one that is filed, whose answer was lost. */
const isSame = (known: Json, brand: string, { usecase, description }: CampaignFiling): boolean =>
  known["brand_registration_sid"] === brand &&
  known["us_app_to_person_usecase"] === usecase &&
  known["description"] === description;

/** What may be sent again later. */
function formOf(filing: CampaignFiling): Form {
  const text = (name: string) => textOf(ownValue(filing, name));
  const links = [
    ["PrivacyPolicyUrl", text("privacyPolicyLink")],
    ["TermsAndConditionsUrl", text("termsAndConditionsLink")],
  ] as const;
  return [
    ["Description", text("description")],
    ["MessageFlow", text("messageFlow")],
    ...[1, 2, 3, 4, 5].flatMap((n) =>
      text(`sample${n}`) === "" ? [] : [["MessageSamples", text(`sample${n}`)] as const],
    ),
    ["HasEmbeddedLinks", String(filing["embeddedLink"] === true)],
    ["HasEmbeddedPhone", String(filing["embeddedPhone"] === true)],
    ["AgeGated", String(filing["ageGated"] === true)],
    ["DirectLending", String(filing["directLending"] === true)],
    ...links.filter(([, url]) => url !== ""),
  ];
}

/** The provider reports one status for all carriers. */
function readCampaign(campaign: Json): CampaignState {
  const status = textOf(campaign["campaign_status"]);
  const said = listOf(campaign["errors"])
    .map((one) => textOf(one["description"]) || textOf(one["error_description"]) || textOf(one["message"]))
    .filter((words) => words !== "");
  const reason = said.length === 0 ? null : said.join("; ");
  const all = (state: "APPROVED" | "SUSPENDED") =>
    Object.fromEntries(networkNames.map((network) => [network, { status: state, reason }]));
  if (status === "VERIFIED") return { status: "ACCEPTED", reason: null, carriers: all("APPROVED") };
  if (status === "SUSPENDED") return { status: "ACCEPTED", reason: null, carriers: all("SUSPENDED") };
  return { status: status === "FAILED" ? "DECLINED" : "PENDING", reason, carriers: {} };
}
