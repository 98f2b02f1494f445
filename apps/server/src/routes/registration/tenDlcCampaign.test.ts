import type { FilingFinding, TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";
import { registrations } from "../../../test/registrations.ts";
import { tenDlcChangeSample, tenDlcSample } from "../../../test/tenDlcSample.ts";
import { workflowText } from "../../../test/world.ts";

const own = await ownAccount();
const { db, account, call } = own;
const { first, settle, afterMinutes, readCampaign, brand, numberSet, file } = registrations(db, own);
let brandId: string;
beforeAll(async () => {
  ({ brandId } = await brand("The Shop", 89));
});
const statuses = ({ rateConfigs }: TenDlcCampaign) =>
  Object.fromEntries(rateConfigs.map(({ carrier, status }) => [carrier, status]));
const takeNumbers = async (count: number): Promise<string[]> => {
  const free = await call("GET", `/v4/number/available?count=${count}`);
  const phones = free.body.payload.map((row) => String(row["phone"]));
  for (const phone of phones) await first("POST", "/v4/number/", { phone });
  return phones;
};

describe("spec 1 §4.7: a 10DLC campaign", () => {
  it("is filed, declined with a reason, corrected, accepted, and approved by each carrier", async () => {
    const numberSetId = await numberSet("offers");
    const filed = await file({ brandId, numberSetId }, { helpMessage: "Write to help@shop.example.com, or wait." });
    expect(filed).toMatchObject({ status: "PENDING", busy: true, brandName: "The Shop", numbers: 0 });
    await settle();
    const declined = await readCampaign(filed);
    expect(declined).toMatchObject({
      status: "DECLINED",
      reason: "The help message does not say that STOP ends the messages",
      busy: false,
    });

    const body = tenDlcChangeSample({ brandId, numberSetId });
    expect((await call("PUT", `/${account}/campaign/${filed.id}`, { body })).body.payload[0]).toMatchObject({
      status: "PENDING",
      reason: null,
    });
    await afterMinutes(0);
    await afterMinutes(1.5);
    expect(statuses(await readCampaign(filed))).toEqual({
      "AT&T": "APPROVED",
      "T-Mobile": "APPROVED",
      Verizon: "REVIEW",
      "US Cellular": "REVIEW",
    });
    await settle();
    const accepted = await readCampaign(filed);
    expect(accepted).toMatchObject({ status: "ACCEPTED", busy: false });
    expect(accepted.rateConfigs[0]).toEqual({
      carrier: "AT&T",
      max: null,
      tph: 270_000,
      numberTph: null,
      mmsTph: 144_000,
      brand: "B",
      surcharge: 3_500,
      status: "APPROVED",
      reason: null,
      usedToday: 0,
    });
    expect(accepted.rateConfigs[1]).toMatchObject({ carrier: "T-Mobile", max: 200_000, brand: "Top" });
    expect(accepted.events.map(({ words }) => words).toReversed()).toEqual([
      "Submitted to the registry",
      `Filed with the registry as ${accepted.registryId}`,
      "Declined · The help message does not say that STOP ends the messages",
      "Corrected and submitted to the registry again",
      "Accepted, and handed to the carriers",
      "AT&T approved it",
      "T-Mobile approved it",
      "Verizon approved it",
      "US Cellular approved it",
    ]);
  });

  it("is suspended by a carrier, reinstated, and expires", async () => {
    const filed = await file({ brandId, numberSetId: await numberSet("suspended") });
    await settle();
    const simulate = async (body: object) => {
      await first("POST", `/v4/simulator/registry/${filed.id}/`, body);
      await afterMinutes(0);
      return readCampaign(filed);
    };
    expect(statuses(await simulate({ action: "suspend", carrier: "T-Mobile" }))).toMatchObject({
      "AT&T": "APPROVED",
      "T-Mobile": "SUSPENDED",
    });
    expect(statuses(await simulate({ action: "lift", carrier: "T-Mobile" }))).toMatchObject({ "T-Mobile": "APPROVED" });
    expect(await simulate({ action: "expire" })).toMatchObject({ status: "EXPIRED" });
    const body = tenDlcChangeSample({ brandId, numberSetId: filed.numberSetId });
    expect(errorOf(await call("PUT", `/${account}/campaign/${filed.id}`, { body }))).toMatchObject({ http: 409 });
    // Its set is available for another one.
    expect((await file({ brandId, numberSetId: filed.numberSetId })).status).toBe("PENDING");
  });

  it("needs an unused set without numbers, which then shows the 10DLC campaign", async () => {
    const [phone] = await takeNumbers(1);
    const full = await numberSet("full", [phone!]);
    const refused = await call("POST", `/${account}/campaign`, { body: tenDlcSample({ brandId, numberSetId: full }) });
    expect(errorOf(refused)).toMatchObject({
      http: 400,
      where: "body.numberSetId",
      message:
        "Number Set already has numbers associated with it. Please create a new Number Set with no numbers and try again.",
    });
    const numberSetId = await numberSet("once");
    const filed = await file({ brandId, numberSetId });
    const again = await call("POST", `/${account}/campaign`, { body: tenDlcSample({ brandId, numberSetId }) });
    expect(errorOf(again)).toMatchObject({ http: 409, code: "number_set_in_use" });
    const set = await first<Record<string, unknown>>("GET", `/v4/numberset/${numberSetId}/`);
    expect(set["campaignRegistry"]).toMatchObject({ id: filed.id, brandName: "The Shop", usecase: "MIXED" });
    expect(errorOf(await call("DELETE", `/v4/numberset/${numberSetId}/`))).toMatchObject({ http: 409 });
    // In edit mode its own set is accepted with the numbers added since (readings, 10DLC).
    await first("PUT", `/v4/numberset/${numberSetId}/`, { name: "once", phoneNumbers: [phone] });
    const body = tenDlcChangeSample({ brandId, numberSetId });
    expect((await call("PUT", `/${account}/campaign/${filed.id}`, { body })).status).toBe(200);
    // The same number in a second one is refused.
    const second = await numberSet("second");
    await file({ brandId, numberSetId: second });
    const shared = await call("PUT", `/v4/numberset/${second}/`, { body: { name: "second", phoneNumbers: [phone] } });
    expect(errorOf(shared)).toMatchObject({ http: 409, code: "number_registered" });
  });

  it("can have at most 49 numbers without a number pool", async () => {
    const phones = await takeNumbers(50);
    const [few, many] = [await numberSet("few"), await numberSet("many")];
    await file({ brandId, numberSetId: few });
    const over = await call("PUT", `/v4/numberset/${few}/`, { body: { name: "few", phoneNumbers: phones } });
    expect(errorOf(over)).toMatchObject({ http: 400, code: "number_pool_needed" });
    await file({ brandId, numberSetId: many }, { numberPool: true });
    expect((await call("PUT", `/v4/numberset/${many}/`, { body: { name: "many", phoneNumbers: phones } })).status).toBe(
      200,
    );
  });

  it("needs a verified brand that qualifies for the use case", async () => {
    const numberSetId = await numberSet("free");
    const draft = await first<{ brandId: string }>("POST", `/${account}/brand?draft=true`, {
      entityType: "PRIVATE_PROFIT",
      displayName: "Draft",
    });
    const refusal = async (of: { brandId: string }, more: object) =>
      errorOf(
        await call("POST", `/${account}/campaign`, {
          body: { ...tenDlcSample({ brandId: of.brandId, numberSetId }), ...more },
        }),
      );
    expect(await refusal(draft, {})).toMatchObject({ http: 409, code: "brand_not_verified" });
    expect(await refusal({ brandId }, { usecase: "CHARITY", subUsecases: [] })).toMatchObject({
      where: "body.usecase",
      message: 'The brand "The Shop" does not qualify for this use case',
    });
    expect(await refusal({ brandId }, { subUsecases: ["MARKETING"] })).toMatchObject({
      message: "Mixed needs 2 to 5 Sub Use Cases",
    });
    expect(await refusal({ brandId }, { usecase: "MARKETING" })).toMatchObject({
      message: "Marketing cannot have Sub Use Cases",
    });
  });

  it.each([
    [{ subUsecases: [] }, "Sub Use Cases are required for mixed use case"],
    [{ subscriberOptin: false }, "Subscribers must be opted in as required by some MNOs"],
    [{ subscriberOptout: false }, "Support for standard opt-out commands are required by some MNOs"],
    [{ subscriberHelp: false }, "Support for standard help command is required by some MNOs"],
    [{ privacyPolicyLink: "shop" }, "Invalid URL"],
    [{ screenshotLink: "shop" }, "Invalid URL"],
    [{ termsAndConditionsLink: "shop" }, "Invalid URL"],
    [{ numberSetId: "" }, "Number Set is required"],
    [{ description: "short" }, "Description must have at least 40 characters"],
    [{ description: "x".repeat(4097) }, "Description must have at most 4096 characters"],
    [{ messageFlow: "x".repeat(2049) }, "Opt-in Process must have at most 2048 characters"],
    [{ sample5: "" }, "Message Sample 5 must have at least 20 characters"],
    [{ sample1: "x".repeat(1025) }, "Message Sample 1 must have at most 1024 characters"],
  ])("spec 1 §5.4: with %j is refused: %s", async (wrong, message) => {
    const body = { ...tenDlcSample({ brandId, numberSetId: "01990000-0000-7000-8000-000000000001" }), ...wrong };
    expect(errorOf(await call("POST", `/${account}/campaign`, { body }))).toMatchObject({ http: 400, message });
  });

  it("keeps its brand and locked fields when edited", async () => {
    const numberSetId = await numberSet("locked");
    const filed = await file({ brandId, numberSetId });
    const body = tenDlcChangeSample({ brandId, numberSetId });
    const put = async (more: object) =>
      errorOf(await call("PUT", `/${account}/campaign/${filed.id}`, { body: { ...body, ...more } }));
    expect(await put({ usecase: "MARKETING" })).toMatchObject({ http: 400, message: 'Unknown key "usecase"' });
    expect(await put({ brandId: "01990000-0000-7000-8000-000000000001" })).toMatchObject({
      http: 409,
      where: "body.brandId",
    });
  });

  it("is checked before it is filed, and templates are compared with it afterwards", async () => {
    const findings = async (more: object): Promise<FilingFinding[]> =>
      (
        await call("POST", `/${account}/campaign/check`, {
          body: { ...tenDlcSample({ brandId, numberSetId: "" }), ...more },
        })
      ).body.payload as unknown as FilingFinding[];
    expect(await findings({})).toEqual([]);
    expect(await findings({ embeddedLink: false })).toContainEqual({
      level: "problem",
      field: "sample3",
      words: "It contains a link, but Embedded Link is not declared",
    });
    const numberSetId = await numberSet("drift");
    const filed = await file({ brandId, numberSetId });
    await settle();
    const { templateId } = await first<{ templateId: string }>("POST", "/v4/smstemplate/", {
      templateTitle: "Order",
      templateText: "The Shop: your order ${order} has left our store. Reply STOP to cancel.",
    });
    const { campaignId } = await first<{ campaignId: string }>("POST", "/v4/campaign/", {
      campaignName: "Orders",
      numberSet: numberSetId,
    });
    await first("POST", `/v4/campaign/${campaignId}/workflow/`, { workflow: workflowText(templateId) });
    expect((await readCampaign(filed)).drift).toEqual([]);
    await first("PUT", `/v4/smstemplate/${templateId}/`, {
      templateTitle: "Order",
      templateText: "Refinance your mortgage today and save thousands on monthly payments",
    });
    expect((await readCampaign(filed)).drift).toEqual([
      { templateId, title: "Order", words: "No sample in the filing is similar to it" },
    ]);

    // In the template form while editing.
    const drift = async (templateText: string, of = templateId) =>
      (await call("POST", `/${account}/campaign/drift`, { body: { templateId: of, templateText } })).body.payload;
    expect(await drift("The Shop: your order ${order} has left our store. Reply STOP to cancel.")).toEqual([]);
    const refinance = "Refinance your mortgage today and save thousands";
    expect(await drift(refinance)).toEqual([
      { id: filed.id, brandName: "The Shop", usecase: "Mixed", words: "No sample in the filing is similar to it" },
    ]);
    expect(await drift(refinance, "01990000-0000-7000-8000-000000000001")).toEqual([]);
    // Before another filing for the number set.
    expect(await findings({ numberSetId })).toEqual([
      {
        level: "hint",
        field: "templates",
        words: '"Order" is sent from this number set: no sample in the filing is similar to it',
      },
    ]);
  });
});
