import type { Brand } from "@trunkline/contract/registration/brand.ts";
import { describe, expect, it } from "vitest";
import { errorOf, ownAccount } from "../../../test/ownAccount.ts";
import { brandSample } from "../../../test/world.ts";
import { syncRegistrationsJob } from "../../jobs/registration/syncRegistrations.ts";
import { openSimulatedRegistry } from "../../registry/openRegistry.ts";

const { db, account, call } = await ownAccount();
let now = Date.now();
const registry = openSimulatedRegistry(db, { delayMs: 60_000, now: () => now });
const job = syncRegistrationsJob(registry);

/** Runs the worker after a number of minutes at the registry. */
async function afterMinutes(minutes: number): Promise<void> {
  now += minutes * 60_000;
  await db.global((q) => q.run("update registration_due set due = now()"));
  await job.run(db);
}
const file = async (body: object): Promise<Brand> =>
  (await call("POST", `/${account}/brand`, { body })).body.payload[0] as unknown as Brand;
const look = async ({ brandId }: Brand): Promise<Brand> =>
  (await call("GET", `/${account}/brand/${brandId}`)).body.payload[0] as unknown as Brand;

describe("spec 1 §7: brands", () => {
  it("go from draft to filed, verified and vetted with a score", async () => {
    const kept = await call("POST", `/${account}/brand?draft=true`, {
      body: { entityType: "PRIVATE_PROFIT", displayName: "The Shop" },
    });
    const draft = kept.body.payload[0] as unknown as Brand;
    expect(draft).toMatchObject({ status: "DRAFT", registryId: null, busy: false });
    await afterMinutes(5);
    expect((await look(draft)).status).toBe("DRAFT");

    await call("PUT", `/${account}/brand/${draft.brandId}`, { body: brandSample("The Shop", "12-3456789") });
    expect(await look(draft)).toMatchObject({ status: "PENDING", busy: true });
    await afterMinutes(0);
    expect((await look(draft)).registryId).toMatch(/^B[0-9A-Z]{6}$/);
    await afterMinutes(1);
    expect(await look(draft)).toMatchObject({ status: "VERIFIED", score: null, busy: false });

    const ordered = await call("POST", `/${account}/brand/${draft.brandId}/vetting`);
    expect(ordered.body.payload[0]).toMatchObject({ vetting: "pending", busy: true });
    await afterMinutes(0);
    await afterMinutes(1);
    const vetted = await look(draft);
    expect(vetted).toMatchObject({ status: "VETTED_VERIFIED", score: 89, vetting: "done", busy: false });
    expect(vetted.events.map(({ words }) => words)).toEqual([
      "Vetted · score 89",
      "Vetting ordered",
      "Verified",
      `Filed with the registry as ${vetted.registryId}`,
      "Submitted to the registry",
      "Saved as a draft",
    ]);
  });

  it("are unverified with a reason where name and tax number do not match, and verified once corrected", async () => {
    const brand = await file(brandSample("Wrong", "120000000"));
    await afterMinutes(0);
    await afterMinutes(1);
    const found = await look(brand);
    expect(found).toMatchObject({ status: "UNVERIFIED" });
    expect(found.feedback[0]).toMatch(/^TAX_ID/);
    expect((await call("GET", `/${account}/brand/${brand.brandId}/usecase`)).body.payload).toEqual([]);
    await call("PUT", `/${account}/brand/${brand.brandId}`, { body: brandSample("Wrong", "120000040") });
    await afterMinutes(0);
    await afterMinutes(1);
    expect(await look(brand)).toMatchObject({ status: "VERIFIED", feedback: [] });
  });

  it("qualify for use cases by their status and entity type", async () => {
    const useCasesOf = async ({ brandId }: Brand) =>
      (await call("GET", `/${account}/brand/${brandId}/usecase`)).body.payload as {
        usecase: string;
        rateConfigs: unknown;
      }[];
    const brand = await file(brandSample("Small", "123456040"));
    const own = await file({
      ...brandSample("Ann"),
      entityType: "SOLE_PROPRIETOR",
      firstName: "Ann",
      lastName: "Lee",
      mobilePhone: "+12025550101",
    });
    await afterMinutes(0);
    await afterMinutes(1);
    await afterMinutes(60);
    expect((await look(own)).status).toBe("SELF_DECLARED");
    expect((await call("GET", `/${account}/brand/${own.brandId}/usecase`)).body.payload).toEqual([]);
    const code = (method: string, body?: object) =>
      call(method, `/${account}/brand/${own.brandId}/code`, body === undefined ? {} : { body });
    expect((await code("POST")).status).toBe(200);
    expect(errorOf(await code("PUT", { code: "12 34" }))).toMatchObject({
      http: 400,
      where: "body.code",
      message: "The code must have six digits",
    });
    expect(errorOf(await code("PUT", { code: "000000" }))).toMatchObject({
      http: 409,
      message: "The registry refused the request: The code is wrong",
    });
    // The embedded registry's code is the end of the mobile phone's number (docs/registration.md).
    expect((await code("PUT", { code: "550101" })).status).toBe(200);
    await afterMinutes(0);
    expect(await look(own)).toMatchObject({ status: "VERIFIED" });
    expect(errorOf(await code("POST"))).toMatchObject({ http: 409 });
    expect((await useCasesOf(own)).map(({ usecase }) => usecase)).toEqual(["SOLE_PROPRIETOR"]);
    const charity = await file({ ...brandSample("Charity", "123456041"), entityType: "NON_PROFIT" });
    await afterMinutes(0);
    await afterMinutes(1);
    expect((await useCasesOf(charity)).map(({ usecase }) => usecase)).toContain("CHARITY");
    const before = await useCasesOf(brand);
    expect(before.map(({ usecase }) => usecase)).toContain("MIXED");
    expect(before.map(({ usecase }) => usecase)).not.toContain("CONVERSATIONAL");
    expect(before.find(({ usecase }) => usecase === "MIXED")?.rateConfigs).toEqual([
      { carrier: "AT&T", max: null, tph: 14_400, numberTph: null, mmsTph: 9_000, brand: "F", surcharge: 3_500 },
      { carrier: "T-Mobile", max: 2_000, tph: null, numberTph: null, mmsTph: null, brand: "Low", surcharge: 4_500 },
      { carrier: "Verizon", max: null, tph: null, numberTph: 360_000, mmsTph: null, brand: null, surcharge: 4_500 },
      { carrier: "US Cellular", max: null, tph: null, numberTph: 3_600, mmsTph: null, brand: null, surcharge: 4_500 },
    ]);
    await call("POST", `/${account}/brand/${brand.brandId}/vetting`);
    await afterMinutes(0);
    await afterMinutes(1);
    expect((await useCasesOf(brand)).map(({ usecase }) => usecase)).toContain("CONVERSATIONAL");
  });

  it("that are mock are removed by the registry after 30 days and become drafts again", async () => {
    const brand = await file({ ...brandSample("Mock"), mock: true });
    await afterMinutes(0);
    await afterMinutes(31 * 24 * 60);
    expect(await look(brand)).toMatchObject({ status: "DRAFT", registryId: null });
  });

  it.each([
    [{ ein: "12345" }, "body.ein", "EIN must have 9 digits"],
    [{ ein: "" }, "body.ein", "EIN is required"],
    [{ website: "shop" }, "body.website", "Invalid URL"],
    [{ website: "javascript:alert(1)" }, "body.website", "Invalid URL"],
    [{ postalCode: "2000" }, "body.postalCode", "Postal Code must have 5 digits"],
    [{ phone: "555" }, "body.phone", "Phone must be a valid E.164 phone number, such as +12025550100"],
    [{ entityType: "PUBLIC_PROFIT" }, "body.stockSymbol", "Stock Symbol is required"],
    [{ entityType: "SOLE_PROPRIETOR" }, "body.firstName", "First Name is required"],
    [{ entityType: "CLUB" }, "body.entityType", "Entity Type is required"],
    [{ altBusinessIdType: "DUNS" }, "body.altBusinessId", "Alternate Business ID is required"],
  ])("with %j are refused at %s", async (wrong, where, message) => {
    const answer = await call("POST", `/${account}/brand`, { body: { ...brandSample("Wrong"), ...wrong } });
    expect(errorOf(answer)).toMatchObject({ http: 400, where, message });
  });

  it("keep a unique reference", async () => {
    await file({ ...brandSample("First"), referenceId: "shop-1" });
    const answer = await call("POST", `/${account}/brand`, {
      body: { ...brandSample("Second"), referenceId: "SHOP-1" },
    });
    expect(errorOf(answer)).toMatchObject({ http: 409, code: "reference_taken" });
  });

  it("are vetted only when verified and are not found under another account", async () => {
    const kept = await call("POST", `/${account}/brand?draft=true`, { body: brandSample("Draft") });
    const { brandId } = kept.body.payload[0] as unknown as Brand;
    expect(errorOf(await call("POST", `/${account}/brand/${brandId}/vetting`))).toMatchObject({ http: 409 });
    expect(errorOf(await call("GET", `/01990000-0000-7000-8000-000000000001/brand/${brandId}`))).toMatchObject({
      http: 404,
      message: "Account not found",
    });
    expect((await call("DELETE", `/${account}/brand/${brandId}`)).status).toBe(200);
    expect((await call("GET", `/${account}/brand/${brandId}`)).status).toBe(404);
  });
});
