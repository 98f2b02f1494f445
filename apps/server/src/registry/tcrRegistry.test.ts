import { signatureOf } from "@trunkline/carriers/registry/tcr/webhookSignature.ts";
import type { Brand } from "@trunkline/contract/registration/brand.ts";
import type { TenDlcCampaign } from "@trunkline/contract/registration/tenDlcCampaign.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { errorOf } from "../../test/ownAccount.ts";
import { testServer } from "../../test/server.ts";
import { brandOf, mnoMetadata, none, sharedAs, startTcr } from "../../test/tcr.ts";
import { tenDlcChangeSample, tenDlcSample } from "../../test/tenDlcSample.ts";
import { brandSample } from "../../test/world.ts";
import { readConfig } from "../config/config.ts";
import { syncRegistrationsJob } from "../jobs/registration/syncRegistrations.ts";
import { openRegistry } from "./openRegistry.ts";

const db = await freshDatabase();
const tcr = await startTcr();
const registry = openRegistry(db, tcr.config.registry);

describe("brands and 10DLC campaigns at The Campaign Registry", () => {
  it("follow its answers and events", async () => {
    const server = await testServer(db, { config: tcr.config, registry });
    const { account, key } = await server.account();
    const call = (method: string, url: string, body?: unknown) =>
      server.call(method, url, { as: { key }, ...(body === undefined ? {} : { body }) });
    const job = syncRegistrationsJob(registry);
    const event = async (body: Record<string, unknown>, signature?: string) =>
      server.call("POST", "/hooks/registry", {
        body,
        headers: {
          "x-registry-signature":
            signature ?? (await signatureOf("SECRET", "https://trunkline.example.com/hooks/registry", body)),
        },
      });

    const filing = { ...brandSample("The Shop"), brandRelationship: "KEY_ACCOUNT" };
    const [brand] = (await call("POST", `/${account}/brand`, filing)).body.payload as unknown as Brand[];
    const { brandId } = brand!;
    const look = async () => (await call("GET", `/${account}/brand/${brandId}`)).body.payload[0] as unknown as Brand;
    const fresh = brandOf({ identityStatus: "UNVERIFIED", createDate: new Date().toISOString(), referenceId: brandId });
    tcr.answers = {
      [`GET /brand?referenceId=${brandId}`]: [200, none],
      "POST /brand/nonBlocking": [200, fresh],
      "GET /brand/B123ABC": [200, fresh],
      "GET /brand/feedback/B123ABC": [200, { category: [] }],
    };
    await job.run(db);
    expect(await look()).toMatchObject({ status: "PENDING", registryId: "B123ABC", problem: null });
    // telecom §4.2: the submitter's IP address is sent to the registry and not shown here
    expect(tcr.asked.find(([one]) => one === "POST /brand/nonBlocking")?.[1]).toMatchObject({
      brandRelationship: "KEY_ACCOUNT",
      ipAddress: "127.0.0.1",
      referenceId: brandId,
    });
    expect(await look()).not.toHaveProperty("ipAddress");

    // Nothing is due yet. Only the event triggers the request.
    tcr.answers["GET /brand/B123ABC"] = [200, brandOf({ identityStatus: "VERIFIED" })];
    tcr.answers["GET /brand/B123ABC/externalVetting"] = [200, []];
    await job.run(db);
    expect((await look()).status).toBe("PENDING");
    const scored = { eventType: "BRAND_SCORE_UPDATE", brandId: "B123ABC", brandReferenceId: brandId };
    expect(errorOf(await event(scored, "SmqzLvP6uQDM6DD2lfdLqwiJJbo="))).toMatchObject({
      http: 401,
      code: "wrong_signature",
    });
    expect((await event({})).status).toBe(200);
    await job.run(db);
    expect((await look()).status).toBe("PENDING");
    expect((await event(scored)).status).toBe(200);
    await job.run(db);
    expect(await look()).toMatchObject({ status: "VERIFIED", busy: false });

    tcr.answers["GET /campaignBuilder/brand/B123ABC"] = [
      200,
      [{ usecase: "MIXED", minSubUsecases: 2, maxSubUsecases: 5, mnoMetadata }],
    ];
    const made = await call("POST", "/v4/numberset/", { name: "Main", phoneNumbers: [] });
    const of = { brandId, numberSetId: String(made.body.payload[0]?.["numberSetId"]) };
    const [filed] = (await call("POST", `/${account}/campaign`, tenDlcSample(of))).body
      .payload as unknown as TenDlcCampaign[];
    const { id } = filed!;
    const lookAt = async () =>
      (await call("GET", `/${account}/campaign/${id}`)).body.payload[0] as unknown as TenDlcCampaign;
    Object.assign(tcr.answers, {
      [`GET /campaign?referenceId=${id}`]: [200, none],
      "POST /campaignBuilder": [200, { campaignId: "C123ABC" }],
      "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "ACTIVE", mock: false }],
      "GET /campaign/C123ABC/sharing": [200, sharedAs("DECLINED")],
      "PUT /campaign/C123ABC/sharing/SUPSTRM": [200, {}],
    });
    const declined = { eventType: "CAMPAIGN_SHARE_DELETE", campaignId: "C123ABC", campaignReferenceId: id };
    await job.run(db);
    await event({ ...declined, description: "The opt-in is not explained" });
    await job.run(db);
    expect(await lookAt()).toMatchObject({
      status: "DECLINED",
      registryId: "C123ABC",
      reason: "The opt-in is not explained",
    });

    // A correction is filed, shared again, accepted, and then approved by each carrier.
    tcr.answers["PUT /campaign/C123ABC"] = [200, {}];
    await call("PUT", `/${account}/campaign/${id}`, tenDlcChangeSample(of));
    tcr.asked = [];
    await job.run(db);
    expect(tcr.asked.map(([one]) => one).slice(0, 3)).toEqual([
      "PUT /campaign/C123ABC",
      "GET /campaign/C123ABC/sharing",
      "PUT /campaign/C123ABC/sharing/SUPSTRM",
    ]);
    tcr.answers["GET /campaign/C123ABC/sharing"] = [200, sharedAs("ACCEPTED")];
    tcr.answers["GET /campaign/C123ABC/operationStatus"] = [
      200,
      { "10017": "APPROVED", "10035": "APPROVED", "10038": "APPROVED", "10037": "APPROVED" },
    ];
    await event({ eventType: "CAMPAIGN_SHARE_ACCEPT", campaignReferenceId: id });
    await job.run(db);
    const accepted = await lookAt();
    expect(accepted).toMatchObject({ status: "ACCEPTED", reason: null });
    expect(accepted.rateConfigs.map(({ carrier, tph, max, status }) => [carrier, tph, max, status])).toEqual([
      ["AT&T", 14_400, null, "APPROVED"],
      ["T-Mobile", null, 2_000, "APPROVED"],
      ["Verizon", null, null, "APPROVED"],
    ]);

    // None of it can be triggered manually.
    const simulate = await call("POST", `/v4/simulator/registry/${id}/`, { action: "expire" });
    expect(errorOf(simulate)).toMatchObject({ http: 409 });
    // An unreachable registry is reported in the answer that needs it.
    tcr.answers["GET /campaignBuilder/brand/B123ABC"] = [503, undefined];
    expect(errorOf(await call("GET", `/${account}/brand/${brandId}/usecase`))).toMatchObject({
      http: 503,
      code: "registry_unreachable",
    });
  });

  it("needs key, secret and partner, and defaults to the embedded one", () => {
    expect(() => readConfig({ TRUNKLINE_REGISTRY_KEY: "KEY" })).toThrow(/must be set together. Set all or none/);
    expect(openRegistry(db, readConfig({}).registry).isSimulated).toBe(true);
  });
});
