import type { Brand } from "@trunkline/contract/registration/brand.ts";
import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { describe, expect, it } from "vitest";
import { ownProvider } from "../../../test/ownProvider.ts";
import type { Sent } from "../../../test/server.ts";
import { tenDlcSample } from "../../../test/tenDlcSample.ts";
import { brandSample } from "../../../test/world.ts";
import { openSimulatedRegistry } from "../../registry/openRegistry.ts";
import { syncRegistrationsJob } from "./syncRegistrations.ts";

const own = await ownProvider();
const { db, server } = own;
const { secrets, egress } = server.api;
const job = syncRegistrationsJob(openSimulatedRegistry(db), { secrets, egress });
const service = `MG${"ab".repeat(16)}`;
const [customer, profile] = [`BU${"1".repeat(32)}`, `BU${"2".repeat(32)}`];

async function open(messagingServiceSid = service) {
  const world = await own.makeProviderWorld({ registrationUrl: own.provider.baseUrl, messagingServiceSid });
  const key = await server.key(world.account, "owner");
  const call = (method: string, url: string, sent: Sent = {}) => server.call(method, url, { as: { key }, ...sent });
  const first = async <T>(method: string, url: string, body?: object): Promise<T> => {
    const answer = await call(method, url, body && { body });
    if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
    return answer.body.payload[0] as T;
  };
  const sync = async () => {
    await db.global((q) => q.run("update registration_due set due = now()"));
    await job.run(db);
  };
  const bundles = { connectionId: world.connection, customerProfileSid: customer, trustProfileSid: profile };
  return {
    call,
    sync,
    first,
    account: world.account,
    file: (more: object = {}) =>
      first<Brand>("POST", `/${world.account}/brand`, { ...brandSample("The Shop"), ...bundles, ...more }),
    brand: ({ brandId }: Brand) => first<Brand>("GET", `/${world.account}/brand/${brandId}`),
    campaign: ({ id }: TenDlcCampaign) => first<TenDlcCampaign>("GET", `/${world.account}/campaign/${id}`),
    errorOf: async (answer: ReturnType<typeof call>) => {
      const { status, body } = await answer;
      return [status, body.error[0]?.where, body.error[0]?.message];
    },
  };
}

describe("registration by the provider of the numbers", () => {
  it("files a brand by its bundles once although the answer was lost, and shows the verdict and the score", async () => {
    const { file, sync, brand } = await open();
    own.provider.registry.files = "doneAndFail";
    const made = await file();
    await sync();
    expect(await brand(made)).toMatchObject({ registryId: null, status: "PENDING", problem: expect.any(String) });
    own.provider.registry.files = "done";
    await sync();
    const [filed] = own.provider.registry.brands;
    expect(own.provider.registry.brands).toMatchObject([
      { customer_profile_bundle_sid: customer, a2p_profile_bundle_sid: profile, brand_type: "STANDARD", mock: false },
    ]);
    expect(await brand(made)).toMatchObject({ registryId: filed?.sid, status: "PENDING", problem: null });
    Object.assign(filed ?? {}, { status: "APPROVED", identity_status: "VETTED_VERIFIED", brand_score: 80 });
    await sync();
    expect(await brand(made)).toMatchObject({ status: "VETTED_VERIFIED", score: 80, vetting: "done" });
    expect(own.provider.mistakes).toEqual([]);
  });

  it("shows why a brand failed, and the provider's refusal in its words", async () => {
    const { file, sync, brand } = await open();
    const made = await file();
    await sync();
    Object.assign(own.provider.registry.brands[0] ?? {}, { status: "FAILED", failure_reason: "Tax ID does not match" });
    await sync();
    expect(await brand(made)).toMatchObject({ status: "UNVERIFIED", feedback: ["Tax ID does not match"] });
    own.provider.registry.bundles = [];
    const other = await file({ displayName: "Other", referenceId: "other", customerProfileSid: `BU${"3".repeat(32)}` });
    await sync();
    expect(await brand(other)).toMatchObject({ problem: "A2P Trust Bundle does not exist" });
  });

  it("files a 10DLC campaign for the messaging service, shows the review, and limits it by our table", async () => {
    const { file, sync, first, account, campaign, errorOf, call } = await open();
    const { brandId } = await file();
    await sync();
    Object.assign(own.provider.registry.brands[0] ?? {}, {
      status: "APPROVED",
      identity_status: "VETTED_VERIFIED",
      brand_score: 80,
    });
    await sync();
    const { numberSetId } = await first<{ numberSetId: string }>("POST", "/v4/numberset/", {
      name: "Registered",
      phoneNumbers: [],
    });
    const offered = (await call("GET", `/${account}/brand/${brandId}/usecase`)).body.payload;
    expect(offered.map(({ usecase }: Record<string, unknown>) => usecase)).toEqual(["CUSTOMER_CARE", "MARKETING"]);
    const filing = { ...tenDlcSample({ brandId, numberSetId }), usecase: "MARKETING", subUsecases: [] };
    expect(await errorOf(call("POST", `/${account}/campaign`, { body: { ...filing, usecase: "2FA" } }))).toEqual([
      400,
      "body.usecase",
      'The brand "The Shop" does not qualify for this use case',
    ]);
    own.provider.registry.files = "doneAndFail";
    const made = await first<TenDlcCampaign>("POST", `/${account}/campaign`, filing);
    await sync();
    own.provider.registry.files = "done";
    await sync();
    const [filed] = own.provider.registry.campaigns;
    expect(own.provider.registry.campaigns).toMatchObject([{ us_app_to_person_usecase: "MARKETING" }]);
    expect(filed?.samples.length).toBeGreaterThan(1);
    expect(await campaign(made)).toMatchObject({ registryId: filed?.sid, status: "PENDING" });
    Object.assign(filed ?? {}, {
      campaign_status: "FAILED",
      errors: [{ error_code: 30909, description: "No opt-in" }],
    });
    await sync();
    expect(await campaign(made)).toMatchObject({ status: "DECLINED", reason: "No opt-in" });
    Object.assign(filed ?? {}, { campaign_status: "VERIFIED", errors: [] });
    await sync();
    const accepted = await campaign(made);
    expect(accepted).toMatchObject({ status: "ACCEPTED", reason: null });
    expect(accepted.rateConfigs.map(({ carrier, status, brand }) => [carrier, status, brand])).toEqual([
      ["AT&T", "APPROVED", "B"],
      ["T-Mobile", "APPROVED", "Top"],
      ["Verizon", "APPROVED", null],
      ["US Cellular", "APPROVED", null],
    ]);
    await call("DELETE", `/${account}/campaign/${made.id}`);
    await sync();
    expect(own.provider.registry.campaigns).toEqual([]);
    expect(own.provider.mistakes).toEqual([]);
  });

  it("refuses what is missing with words that say what to do", async () => {
    const { account, call, errorOf, file, sync } = await open("");
    const body = { ...brandSample("The Shop"), connectionId: "0198c0de-0000-7000-8000-0000000000ff" };
    expect(await errorOf(call("POST", `/${account}/brand`, { body }))).toEqual([
      400,
      "body.customerProfileSid",
      "Customer Profile SID is required",
    ]);
    expect(await errorOf(call("POST", `/${account}/brand`, { body: { ...body, customerProfileSid: "BU1" } }))).toEqual([
      400,
      "body.customerProfileSid",
      "Customer Profile SID must be BU and 32 hexadecimal digits",
    ]);
    const { brandId } = await file();
    await sync();
    Object.assign(own.provider.registry.brands[0] ?? {}, { status: "APPROVED", identity_status: "VERIFIED" });
    await sync();
    expect(await errorOf(call("GET", `/${account}/brand/${brandId}/usecase`))).toEqual([
      409,
      undefined,
      expect.stringContaining("The carrier connection has no messaging service. Create one at the provider"),
    ]);
  });
});
