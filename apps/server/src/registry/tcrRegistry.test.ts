import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import { canonicalJson, signatureOf } from "@trunkline/carriers/registry/tcr/webhookSignature.ts";
import type { Brand } from "@trunkline/contract/brand.ts";
import type { TenDlcCampaign } from "@trunkline/contract/tenDlcCampaign.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { errorOf } from "../../test/ownAccount.ts";
import { startReceiver } from "../../test/receiver.ts";
import { testServer } from "../../test/server.ts";
import { tenDlcChangeSample, tenDlcSample } from "../../test/tenDlcSample.ts";
import { brandSample } from "../../test/world.ts";
import { readConfig } from "../config.ts";
import { registryEventsJob } from "../jobs/registryEvents.ts";
import { tendRegistrationsJob } from "../jobs/tendRegistrations.ts";
import { openRegistry } from "./openRegistry.ts";

/** What the registry answers to a call: status and body. */
type Answers = Record<string, [status: number, body: unknown] | undefined>;

const db = await freshDatabase();
const tcr = await startReceiver();
let answers: Answers = {};
/** The calls that went out, as `METHOD /path`, with what they carried. */
let asked: [call: string, body?: unknown][] = [];
tcr.answer(({ method, path, headers, body }, response) => {
  if (headers.authorization !== `Basic ${btoa("KEY:SECRET")}`) {
    response.writeHead(401).end();
    return;
  }
  const call = `${method} ${path.replace(/^\/v2/, "")}`;
  asked.push(body === "" ? [call] : [call, JSON.parse(body)]);
  const [status, said] = answers[call] ?? [500, [{ code: 500, description: `not in the table: ${call}` }]];
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(said === undefined ? "" : JSON.stringify(said));
});
const config = readConfig({
  TRUNKLINE_REGISTRY_URL: `${tcr.url}/v2`,
  TRUNKLINE_REGISTRY_KEY: "KEY",
  TRUNKLINE_REGISTRY_SECRET: "SECRET",
  TRUNKLINE_REGISTRY_UPSTREAM: "SUPSTRM",
  TRUNKLINE_PUBLIC_URL: "https://trunkline.example.com",
  TRUNKLINE_CALLS_PER_MINUTE: "1000000",
});
const registry = openRegistry(db, config.registry);

const reference = "01990000-0000-7000-8000-0000000000b1";
const campaign = tenDlcSample({ brandId: reference, numberSetId: reference });
const standing = { registryId: "B123ABC", entityType: "PRIVATE_PROFIT", status: "VERIFIED", score: null };
const none = { records: [], page: 1, totalRecords: 0 };
const brandOf = (more: object) => ({ brandId: "B123ABC", entityType: "PRIVATE_PROFIT", mock: false, ...more });
const sharedAs = (sharingStatus: string) => ({ sharedByMe: { upstreamCnpId: "SUPSTRM", sharingStatus } });
const filedBrand = {
  ...brandSample("The Shop"),
  ...{ brandRelationship: "BASIC_ACCOUNT", referenceId: reference, mock: false },
};
const { numberSetId: _set, enableMMS: _mms, screenshotLink: _link, vertical: _vertical, ...sent } = campaign;
const filedCampaign = {
  ...sent,
  ...{ brandId: "B123ABC", referenceId: reference, autoRenewal: true, affiliateMarketing: false },
  ...{ optoutKeywords: "STOP", helpKeywords: "HELP", termsAndConditions: true },
};
const changes = [
  ...["description", "sample1", "sample2", "sample3", "sample4", "sample5", "messageFlow", "helpMessage"],
] as (keyof typeof campaign)[];
const changed = Object.fromEntries(changes.map((name) => [name, campaign[name]]));
const mnoMetadata = {
  "10017": { mno: "AT&T", qualify: true, msgClass: "E", tpm: 240, tpmScope: "CAMPAIGN", minMsgSamples: 1 },
  "10035": { mno: "T-Mobile", qualify: true, brandTier: "LOW", brandDailyCap: 2000, minMsgSamples: 2 },
  "10038": { mno: "Verizon", qualify: true, minMsgSamples: 1 },
  "10037": { mno: "US Cellular", qualify: false },
};

interface Row {
  what: string;
  act: (registry: CampaignRegistry) => Promise<unknown>;
  answers: Answers;
  asked: [call: string, body?: unknown][];
  result?: unknown;
  /** Why it is refused, or fails to be tried again. */
  fails?: RegExp;
}

// written from the documentation of the CSP API: paths, fields and answers
const table: Row[] = [
  {
    what: "a brand is filed without waiting, under our reference",
    act: (to) => to.addBrand("a", reference, brandSample("The Shop")),
    answers: { [`GET /brand?referenceId=${reference}`]: [200, none], "POST /brand/nonBlocking": [200, brandOf({})] },
    asked: [[`GET /brand?referenceId=${reference}`], ["POST /brand/nonBlocking", filedBrand]],
    result: "B123ABC",
  },
  {
    what: "a brand that was filed already is found by our reference",
    act: (to) => to.addBrand("a", reference, brandSample("The Shop")),
    answers: { [`GET /brand?referenceId=${reference}`]: [200, { records: [brandOf({ referenceId: reference })] }] },
    asked: [[`GET /brand?referenceId=${reference}`]],
    result: "B123ABC",
  },
  {
    what: "a brand that is refused says why in the registry's words",
    act: (to) => to.addBrand("a", reference, brandSample("The Shop")),
    answers: {
      [`GET /brand?referenceId=${reference}`]: [200, none],
      "POST /brand/nonBlocking": [400, [{ code: 519, field: "ein", description: "Invalid EIN" }]],
    },
    asked: [[`GET /brand?referenceId=${reference}`], ["POST /brand/nonBlocking", filedBrand]],
    fails: /^ein: Invalid EIN$/,
  },
  {
    what: "a change of a brand leaves what is fixed, and has an unverified one looked at again",
    act: (to) => to.updateBrand("a", "B123ABC", brandSample("The Shop")),
    answers: {
      "PUT /brand/B123ABC": [200, brandOf({ identityStatus: "UNVERIFIED" })],
      "PUT /brand/B123ABC/revet": [200, brandOf({})],
    },
    asked: [
      ["PUT /brand/B123ABC", { ...brandSample("The Shop"), brandRelationship: "BASIC_ACCOUNT" }],
      ["PUT /brand/B123ABC/revet"],
    ],
  },
  {
    what: "a vetting is ordered from the provider that is set",
    act: (to) => to.vetBrand("a", "B123ABC"),
    answers: {
      "GET /brand/B123ABC/externalVetting": [200, []],
      "POST /brand/B123ABC/externalVetting": [200, { evpId: "AEGIS", vettingStatus: "PENDING" }],
    },
    asked: [
      ["GET /brand/B123ABC/externalVetting"],
      ["POST /brand/B123ABC/externalVetting", { evpId: "AEGIS", vettingClass: "STANDARD" }],
    ],
  },
  {
    what: "a vetting that is under way is not ordered twice",
    act: (to) => to.vetBrand("a", "B123ABC"),
    answers: { "GET /brand/B123ABC/externalVetting": [200, [{ vettingClass: "STANDARD", vettingStatus: "PENDING" }]] },
    asked: [["GET /brand/B123ABC/externalVetting"]],
  },
  {
    what: "a sole proprietor's code is sent, and given back",
    act: async (to) => {
      await to.sendCode("a", "B123ABC");
      await to.confirmCode("a", "B123ABC", "123456");
    },
    answers: {
      "POST /brand/B123ABC/smsOtp": [200, { brandId: "B123ABC", referenceId: "OTP1" }],
      "PUT /brand/B123ABC/smsOtp": [204, undefined],
    },
    asked: [
      [
        "POST /brand/B123ABC/smsOtp",
        {
          pinSms: "Your code to confirm your brand is @OTP_PIN@",
          successSms: "Your brand is confirmed. Thank you.",
        },
      ],
      ["PUT /brand/B123ABC/smsOtp", { otpPin: "123456" }],
    ],
  },
  {
    what: "a brand that has just been filed is pending until it is scored",
    act: (to) => to.findBrand("a", "B123ABC"),
    answers: {
      "GET /brand/B123ABC": [200, brandOf({ identityStatus: "UNVERIFIED", createDate: new Date().toISOString() })],
      "GET /brand/feedback/B123ABC": [200, { brandId: "B123ABC", category: [] }],
    },
    asked: [["GET /brand/B123ABC"], ["GET /brand/feedback/B123ABC"]],
    result: { status: "PENDING", score: null, vetting: "none", feedback: [] },
  },
  {
    what: "an unverified brand says what did not match",
    act: (to) => to.findBrand("a", "B123ABC"),
    answers: {
      "GET /brand/B123ABC": [200, brandOf({ identityStatus: "UNVERIFIED", createDate: "2025-06-10T19:16:02.000Z" })],
      "GET /brand/feedback/B123ABC": [
        200,
        {
          category: [
            { id: "TAX_ID", displayName: "Tax ID", description: "EIN and name do not match", fields: ["ein"] },
          ],
        },
      ],
    },
    asked: [["GET /brand/B123ABC"], ["GET /brand/feedback/B123ABC"]],
    result: { status: "UNVERIFIED", score: null, vetting: "none", feedback: ["TAX_ID: EIN and name do not match"] },
  },
  {
    what: "a vetted brand has its score",
    act: (to) => to.findBrand("a", "B123ABC"),
    answers: {
      "GET /brand/B123ABC": [200, brandOf({ identityStatus: "VETTED_VERIFIED" })],
      "GET /brand/B123ABC/externalVetting": [
        200,
        [{ evpId: "AEGIS", vettingClass: "STANDARD", vettingStatus: "ACTIVE", vettingScore: 77 }],
      ],
    },
    asked: [["GET /brand/B123ABC"], ["GET /brand/B123ABC/externalVetting"]],
    result: { status: "VETTED_VERIFIED", score: 77, vetting: "done", feedback: [] },
  },
  {
    what: "a vetting that failed says why",
    act: (to) => to.findBrand("a", "B123ABC"),
    answers: {
      "GET /brand/B123ABC": [200, brandOf({ identityStatus: "VERIFIED" })],
      "GET /brand/B123ABC/externalVetting": [
        200,
        [{ vettingClass: "STANDARD", vettingStatus: "FAILED", reasons: ["No website"] }],
      ],
    },
    asked: [["GET /brand/B123ABC"], ["GET /brand/B123ABC/externalVetting"]],
    result: { status: "VERIFIED", score: null, vetting: "failed", feedback: ["No website"] },
  },
  {
    what: "a brand that was deleted there is unknown",
    act: (to) => to.findBrand("a", "B123ABC"),
    answers: { "GET /brand/B123ABC": [400, [{ code: 502, field: "brandId", description: "Brand not found" }]] },
    asked: [["GET /brand/B123ABC"]],
    result: null,
  },
  {
    what: "a brand is deleted",
    act: (to) => to.removeBrand("a", "B123ABC"),
    answers: { "DELETE /brand/B123ABC": [204, undefined] },
    asked: [["DELETE /brand/B123ABC"]],
  },
  {
    what: "use cases come with the registry's own classes, paces and caps; carriers that take none are left out",
    act: (to) => to.listUseCases(standing),
    answers: {
      "GET /campaignBuilder/brand/B123ABC": [
        200,
        [
          { usecase: "MIXED", monthlyFee: 10, minSubUsecases: 2, maxSubUsecases: 5, mnoMetadata },
          { usecase: "SOCIAL", monthlyFee: 10, mnoMetadata: { "10017": { qualify: false } } },
        ],
      ],
    },
    asked: [["GET /campaignBuilder/brand/B123ABC"]],
    result: [
      {
        ...{ usecase: "MIXED", monthlyFeeMicros: 10_000_000, minSubUsecases: 2, maxSubUsecases: 5, minSamples: 2 },
        carriers: [
          { network: "att", tier: "E", perMinute: 240, mmsPerMinute: 150, perDay: null, surchargeMicros: 3_500 },
          { network: "tmobile", tier: "Low", perMinute: null, perDay: 2_000, surchargeMicros: 4_500 },
          { network: "verizon", tier: null, perMinute: null, perDay: null, surchargeMicros: 4_500 },
        ],
      },
    ],
  },
  {
    what: "a 10DLC campaign is filed and shared with the partner",
    act: (to) => to.addCampaign("a", reference, "B123ABC", campaign),
    answers: {
      [`GET /campaign?referenceId=${reference}`]: [200, none],
      "POST /campaignBuilder": [200, { campaignId: "C123ABC", mnoMetadata }],
      "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "ACTIVE", mock: false }],
      "GET /campaign/C123ABC/sharing": [200, {}],
      "PUT /campaign/C123ABC/sharing/SUPSTRM": [200, sharedAs("PENDING").sharedByMe],
    },
    asked: [
      [`GET /campaign?referenceId=${reference}`],
      ["POST /campaignBuilder", filedCampaign],
      ["GET /campaign/C123ABC"],
      ["GET /campaign/C123ABC/sharing"],
      ["PUT /campaign/C123ABC/sharing/SUPSTRM"],
    ],
    result: "C123ABC",
  },
  {
    what: "a 10DLC campaign of a mock brand is not shared, and one that was filed is found",
    act: (to) => to.addCampaign("a", reference, "B123ABC", campaign),
    answers: {
      [`GET /campaign?referenceId=${reference}`]: [
        200,
        { records: [{ campaignId: "C123ABC", referenceId: reference }] },
      ],
      "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "ACTIVE", mock: true }],
    },
    asked: [[`GET /campaign?referenceId=${reference}`], ["GET /campaign/C123ABC"]],
    result: "C123ABC",
  },
  {
    what: "a correction of a declined 10DLC campaign shares it again",
    act: (to) => to.updateCampaign("a", "C123ABC", campaign),
    answers: {
      "PUT /campaign/C123ABC": [200, { campaignId: "C123ABC" }],
      "GET /campaign/C123ABC/sharing": [200, sharedAs("DECLINED")],
      "PUT /campaign/C123ABC/sharing/SUPSTRM": [200, sharedAs("PENDING").sharedByMe],
    },
    asked: [
      ["PUT /campaign/C123ABC", changed],
      ["GET /campaign/C123ABC/sharing"],
      ["PUT /campaign/C123ABC/sharing/SUPSTRM"],
    ],
  },
  {
    what: "an accepted 10DLC campaign says where each carrier is; one that says nothing is reviewing it",
    act: (to) => to.findCampaign("a", "C123ABC"),
    answers: {
      "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "ACTIVE" }],
      "GET /campaign/C123ABC/sharing": [200, sharedAs("ACCEPTED")],
      "GET /campaign/C123ABC/operationStatus": [
        200,
        { "10017": "APPROVED", "10035": "SUSPENDED", "10037": "REJECTED" },
      ],
    },
    asked: [["GET /campaign/C123ABC"], ["GET /campaign/C123ABC/sharing"], ["GET /campaign/C123ABC/operationStatus"]],
    result: {
      ...{ status: "ACCEPTED", reason: null },
      carriers: {
        att: { status: "APPROVED", reason: null },
        tmobile: { status: "SUSPENDED", reason: null },
        verizon: { status: "REVIEW", reason: null },
        uscellular: { status: "REJECTED", reason: null },
      },
    },
  },
  {
    what: "a 10DLC campaign that the partner looks at is pending",
    act: (to) => to.findCampaign("a", "C123ABC"),
    answers: {
      "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "ACTIVE" }],
      "GET /campaign/C123ABC/sharing": [200, sharedAs("PENDING")],
    },
    asked: [["GET /campaign/C123ABC"], ["GET /campaign/C123ABC/sharing"]],
    result: { status: "PENDING", reason: null, carriers: {} },
  },
  {
    what: "an expired 10DLC campaign is over",
    act: (to) => to.findCampaign("a", "C123ABC"),
    answers: { "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "EXPIRED" }] },
    asked: [["GET /campaign/C123ABC"]],
    result: { status: "EXPIRED", reason: null, carriers: {} },
  },
  {
    what: "a 10DLC campaign is deactivated",
    act: (to) => to.removeCampaign("a", "C123ABC"),
    answers: { "DELETE /campaign/C123ABC": [204, undefined] },
    asked: [["DELETE /campaign/C123ABC"]],
  },
  {
    what: "events are asked for by category, but those that come already",
    act: (to) => registryEventsJob(to, config.publicUrl)[0]!.run(db),
    answers: {
      "GET /webhook/subscription": [
        200,
        [{ eventCategory: "BRAND", webhookEndpoint: "https://trunkline.example.com/hooks/registry" }],
      ],
      "PUT /webhook/subscription": [200, {}],
    },
    asked: [
      ["GET /webhook/subscription"],
      ...["CAMPAIGN", "VETTING"].map((eventCategory): [string, unknown] => [
        "PUT /webhook/subscription",
        { eventCategory, webhookEndpoint: "https://trunkline.example.com/hooks/registry" },
      ]),
    ],
  },
  ...([429, 401, 500, 503] as const).map(
    (status): Row => ({
      what: `an answer of ${status} is no refusal: it is tried again`,
      act: (to) => to.findBrand("a", "B123ABC"),
      answers: { "GET /brand/B123ABC": [status, undefined] },
      asked: [["GET /brand/B123ABC"]],
      fails: new RegExp(`answered ${status}`),
    }),
  ),
];

describe("the client of The Campaign Registry (telecom-domain §4.1)", () => {
  it.each(table)("$what", async (row) => {
    answers = row.answers;
    asked = [];
    const acting = row.act(registry);
    if (row.fails) {
      const isRefusal = !row.fails.source.includes("answered");
      await expect(acting).rejects.toMatchObject({
        name: isRefusal ? "RegistryRefusal" : "Error",
        message: expect.stringMatching(row.fails),
      });
    } else if ("result" in row) expect(await acting).toEqual(row.result);
    else await acting;
    expect(asked).toEqual(row.asked);
  });

  it("signs as RFC 8785 and HMAC-SHA1 say: members in order, whatever order they came in", async () => {
    expect(canonicalJson({ b: [1, 1e21, "é\u20ac"], a: { z: null, y: true } })).toBe(
      '{"a":{"y":true,"z":null},"b":[1,1e+21,"é€"]}',
    );
    const signed = await signatureOf("SECRET", "https://a.example/", { b: 1, a: 2 });
    expect(signed).toBe(await signatureOf("SECRET", "https://a.example/", { a: 2, b: 1 }));
    expect(signed).not.toBe(await signatureOf("OTHER", "https://a.example/", { a: 2, b: 1 }));
    expect(signed).not.toBe(await signatureOf("SECRET", "https://b.example/", { a: 2, b: 1 }));
    expect(signed).toMatch(/^[A-Za-z0-9+/]{27}=$/);
  });
});

describe("brands and 10DLC campaigns at The Campaign Registry", () => {
  it("go their way by its answers and its events", async () => {
    const server = await testServer(db, { config, registry });
    const { account, key } = await server.account();
    const call = (method: string, url: string, body?: unknown) =>
      server.call(method, url, { as: { key }, ...(body === undefined ? {} : { body }) });
    const job = tendRegistrationsJob(registry);
    const event = async (body: Record<string, unknown>, signature?: string) =>
      server.call("POST", "/hooks/registry", {
        body,
        headers: {
          "x-registry-signature":
            signature ?? (await signatureOf("SECRET", "https://trunkline.example.com/hooks/registry", body)),
        },
      });

    const [brand] = (await call("POST", `/${account}/brand`, brandSample("The Shop"))).body
      .payload as unknown as Brand[];
    const { brandId } = brand!;
    const look = async () => (await call("GET", `/${account}/brand/${brandId}`)).body.payload[0] as unknown as Brand;
    const fresh = brandOf({ identityStatus: "UNVERIFIED", createDate: new Date().toISOString(), referenceId: brandId });
    answers = {
      [`GET /brand?referenceId=${brandId}`]: [200, none],
      "POST /brand/nonBlocking": [200, fresh],
      "GET /brand/B123ABC": [200, fresh],
      "GET /brand/feedback/B123ABC": [200, { category: [] }],
    };
    await job.run(db);
    expect(await look()).toMatchObject({ status: "PENDING", registryId: "B123ABC", problem: null });

    // nothing is due yet: only the event brings the worker to ask
    answers["GET /brand/B123ABC"] = [200, brandOf({ identityStatus: "VERIFIED" })];
    answers["GET /brand/B123ABC/externalVetting"] = [200, []];
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

    answers["GET /campaignBuilder/brand/B123ABC"] = [
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
    Object.assign(answers, {
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
      ...{ status: "DECLINED", registryId: "C123ABC", reason: "The opt-in is not explained" },
    });

    // corrected: changed there, shared again, accepted, and approved as each carrier says
    answers["PUT /campaign/C123ABC"] = [200, {}];
    await call("PUT", `/${account}/campaign/${id}`, tenDlcChangeSample(of));
    asked = [];
    await job.run(db);
    expect(asked.map(([one]) => one).slice(0, 3)).toEqual([
      "PUT /campaign/C123ABC",
      "GET /campaign/C123ABC/sharing",
      "PUT /campaign/C123ABC/sharing/SUPSTRM",
    ]);
    answers["GET /campaign/C123ABC/sharing"] = [200, sharedAs("ACCEPTED")];
    answers["GET /campaign/C123ABC/operationStatus"] = [
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

    // nothing of it can be made to happen by hand
    const simulate = await call("POST", `/v4/simulator/registry/${id}/`, { action: "expire" });
    expect(errorOf(simulate)).toMatchObject({ http: 409 });
    // a registry that is away is said to be, in the answer that needs it
    answers["GET /campaignBuilder/brand/B123ABC"] = [503, undefined];
    expect(errorOf(await call("GET", `/${account}/brand/${brandId}/usecase`))).toMatchObject({
      http: 503,
      code: "registry_unreachable",
    });
  });

  it("needs key, secret and partner together, and is the embedded one without them", () => {
    expect(() => readConfig({ TRUNKLINE_REGISTRY_KEY: "KEY" })).toThrow(/belong together: set all or none/);
    expect(openRegistry(db, readConfig({}).registry).name).toBe("simulated");
  });
});
