import { termsOf } from "@trunkline/carriers/registry/carrierTerms.ts";
import { networkNames } from "@trunkline/carriers/registry/registry.ts";
import { brandBody } from "@trunkline/contract/registration/brandFields.ts";
import { tenDlcBody } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import type { Query } from "../store/database.ts";
import { insertBrand, writeBrandAnswer } from "../store/registration/brand.ts";
import { insertRegistrationEvents, insertRegistryRecord } from "../store/registration/registration.ts";
import { insertTenDlcCampaign, writeTenDlcAnswer } from "../store/registration/tenDlcCampaign.ts";

const brand = brandBody.parse({
  entityType: "PRIVATE_PROFIT",
  displayName: "Harbor Dental",
  companyName: "Harbor Dental LLC",
  ein: "123456782",
  einIssuingCountry: "US",
  phone: "+12025550100",
  email: "office@harbor-dental.example.com",
  website: "https://harbor-dental.example.com",
  street: "12 Harbor Street",
  city: "New York",
  state: "NY",
  postalCode: "10001",
  country: "US",
  vertical: "HEALTHCARE",
});
const score = 82;
const filedDaysAgo = 14;

const campaignOf = (brandId: string, numberSetId: string) =>
  tenDlcBody.parse({
    brandId,
    numberSetId,
    usecase: "MIXED",
    subUsecases: ["CUSTOMER_CARE", "MARKETING"],
    description:
      "Harbor Dental reminds patients of their appointments, welcomes new ones and informs them about offers.",
    messageFlow:
      "Patients check an unchecked box on the form they sign at their first visit: I agree to receive up to 6 texts a month from Harbor Dental about appointments and offers. Message and data rates may apply. Reply HELP for help, STOP to cancel. The privacy policy is printed next to it.",
    helpMessage: "Harbor Dental: for help call +12025550100. Message and data rates may apply. Reply STOP to cancel.",
    sample1:
      "Hi Ann, this is Harbor Dental. Your appointment is tomorrow at 10:00 AM. Reply YES to confirm or CHANGE to reschedule. Thank you Ann, you are confirmed.",
    sample2: "Harbor Dental: no problem Ann. Call us at +1 202 555 0100 and we will find another time.",
    sample3: "Ann, we have not heard from you. Your appointment at Harbor Dental is still scheduled for tomorrow.",
    sample4:
      "Welcome to Harbor Dental, Ann! Over the next two days we will send you two short tips. Tip 1: a soft brush cleans better than a hard one. Tip 2: bring your insurance card to your first visit. Reply STOP to opt out.",
    sample5:
      "Spring is here, Ann! Whitening is 20% off until Friday. Reply YES to book. Harbor Dental, STOP to cancel.",
    embeddedPhone: true,
    subscriberOptin: true,
    subscriberOptout: true,
    subscriberHelp: true,
    privacyPolicyLink: "https://harbor-dental.example.com/privacy",
    vertical: "HEALTHCARE",
  });

/** Seeds a vetted brand and a 10DLC campaign for the demo's number set, approved by every carrier. */
export async function registerDemo(q: Query, account: string, numberSetId: string): Promise<void> {
  const filedAt = Date.now() - filedDaysAgo * 86_400_000;
  const record = { filedAt, createdAt: filedAt, suspended: [], expired: false };
  const [brandRegistryId, registryId] = ["BDEMO01", "CDEMO01"];
  const brandId = await insertBrand(q, account, { details: brand, wanted: null });
  await writeBrandAnswer(q, account, brandId, {
    registryId: brandRegistryId,
    status: "VETTED_VERIFIED",
    score,
    vetting: "done",
    feedback: [],
    wanted: null,
    problem: null,
  });
  await insertRegistryRecord(q, account, brandId, {
    ...record,
    registryId: brandRegistryId,
    kind: "brand",
    filing: brand,
    vettedAt: filedAt,
  });
  const details = campaignOf(brandId, numberSetId);
  const standing = { registryId: brandRegistryId, entityType: brand.entityType, status: "VETTED_VERIFIED", score };
  const terms = termsOf(standing, details.usecase);
  const id = await insertTenDlcCampaign(q, account, { details, terms });
  await writeTenDlcAnswer(q, account, id, {
    registryId,
    status: "ACCEPTED",
    reason: null,
    terms,
    wanted: null,
    problem: null,
    carriers: Object.fromEntries(networkNames.map((name) => [name, { status: "APPROVED", reason: null }])),
  });
  await insertRegistryRecord(q, account, id, {
    ...record,
    registryId,
    kind: "campaign",
    filing: { ...details, brandRegistryId },
    vettedAt: null,
  });
  await insertRegistrationEvents(q, account, brandId, ["Registered with the demo"]);
  await insertRegistrationEvents(q, account, id, ["Registered with the demo"]);
}
