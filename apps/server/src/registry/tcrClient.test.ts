import type { CampaignRegistry } from "@trunkline/carriers/registry/registry.ts";
import { canonicalJson, signatureOf } from "@trunkline/carriers/registry/tcr/webhookSignature.ts";
import { describe, expect, it } from "vitest";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { type Answers, brandOf, mnoMetadata, none, sharedAs, startTcr, type Tcr } from "../../test/tcr.ts";
import { tenDlcSample } from "../../test/tenDlcSample.ts";
import { brandSample } from "../../test/world.ts";
import { registryEventsJob } from "../jobs/registration/registryEvents.ts";
import { openRegistry } from "./openRegistry.ts";

const db = await freshDatabase();
const tcr = await startTcr();
const registry = openRegistry(db, tcr.config.registry);

const reference = "01990000-0000-7000-8000-0000000000b1";
const campaign = tenDlcSample({ brandId: reference, numberSetId: reference });
const standing = { registryId: "B123ABC", entityType: "PRIVATE_PROFIT", status: "VERIFIED", score: null };
const filedBrand = {
  ...brandSample("The Shop"),
  brandRelationship: "BASIC_ACCOUNT",
  referenceId: reference,
  mock: false,
};
const { numberSetId: _set, enableMMS: _mms, screenshotLink: _link, vertical: _vertical, ...sent } = campaign;
const filedCampaign = {
  ...sent,
  brandId: "B123ABC",
  referenceId: reference,
  autoRenewal: true,
  affiliateMarketing: false,
  optoutKeywords: "STOP",
  helpKeywords: "HELP",
  termsAndConditions: true,
};
const changes = [
  ...["description", "sample1", "sample2", "sample3", "sample4", "sample5", "messageFlow", "helpMessage"],
] as (keyof typeof campaign)[];
const changed = Object.fromEntries(changes.map((name) => [name, campaign[name]]));

interface Row {
  what: string;
  act: (registry: CampaignRegistry) => Promise<unknown>;
  answers: Answers;
  asked: Tcr["asked"];
  result?: unknown;
  /** The refusal, or the failure to retry. */
  fails?: RegExp;
}

// Paths, fields and answers follow the documentation of the CSP API.
const table: Row[] = [
  {
    what: "a brand is filed without waiting, under our reference",
    act: (to) => to.addBrand("a", reference, brandSample("The Shop")),
    answers: { [`GET /brand?referenceId=${reference}`]: [200, none], "POST /brand/nonBlocking": [200, brandOf({})] },
    asked: [[`GET /brand?referenceId=${reference}`], ["POST /brand/nonBlocking", filedBrand]],
    result: "B123ABC",
  },
  {
    what: "a brand that is already filed is found by our reference",
    act: (to) => to.addBrand("a", reference, brandSample("The Shop")),
    answers: { [`GET /brand?referenceId=${reference}`]: [200, { records: [brandOf({ referenceId: reference })] }] },
    asked: [[`GET /brand?referenceId=${reference}`]],
    result: "B123ABC",
  },
  {
    what: "a refused brand has the registry's reason",
    act: (to) => to.addBrand("a", reference, brandSample("The Shop")),
    answers: {
      [`GET /brand?referenceId=${reference}`]: [200, none],
      "POST /brand/nonBlocking": [400, [{ code: 519, field: "ein", description: "Invalid EIN" }]],
    },
    asked: [[`GET /brand?referenceId=${reference}`], ["POST /brand/nonBlocking", filedBrand]],
    fails: /^ein: Invalid EIN$/,
  },
  {
    what: "a change of a brand keeps its fixed fields and requests a new review of an unverified one",
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
    what: "a vetting is ordered from the configured provider",
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
    what: "a pending vetting is not ordered twice",
    act: (to) => to.vetBrand("a", "B123ABC"),
    answers: { "GET /brand/B123ABC/externalVetting": [200, [{ vettingClass: "STANDARD", vettingStatus: "PENDING" }]] },
    asked: [["GET /brand/B123ABC/externalVetting"]],
  },
  {
    what: "a sole proprietor's code is requested and verified",
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
    what: "a new brand is pending until it is scored",
    act: (to) => to.findBrand("a", "B123ABC"),
    answers: {
      "GET /brand/B123ABC": [200, brandOf({ identityStatus: "UNVERIFIED", createDate: new Date().toISOString() })],
      "GET /brand/feedback/B123ABC": [200, { brandId: "B123ABC", category: [] }],
    },
    asked: [["GET /brand/B123ABC"], ["GET /brand/feedback/B123ABC"]],
    result: { status: "PENDING", score: null, vetting: "none", feedback: [] },
  },
  {
    what: "an unverified brand lists what did not match",
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
    what: "a failed vetting has a reason",
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
    what: "a brand that was deleted at the registry is unknown",
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
    what: "use cases have the registry's classes, rates and caps without carriers that accept none",
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
        usecase: "MIXED",
        monthlyFeeMicros: 10_000_000,
        minSubUsecases: 2,
        maxSubUsecases: 5,
        minSamples: 2,
        carriers: [
          { network: "att", tier: "E", perMinute: 240, mmsPerMinute: 150, perDay: null, surchargeMicros: 3_500 },
          { network: "tmobile", tier: "Low", perMinute: null, perDay: 2_000, surchargeMicros: 4_500 },
          {
            network: "verizon",
            tier: null,
            perMinute: null,
            numberPerMinute: 6_000,
            perDay: null,
            surchargeMicros: 4_500,
          },
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
    what: "a 10DLC campaign of a mock brand is found and not shared",
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
    what: "a corrected 10DLC campaign is shared again",
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
    what: "an accepted 10DLC campaign lists each carrier's status, which is in review by default",
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
      status: "ACCEPTED",
      reason: null,
      carriers: {
        att: { status: "APPROVED", reason: null },
        tmobile: { status: "SUSPENDED", reason: null },
        verizon: { status: "REVIEW", reason: null },
        uscellular: { status: "REJECTED", reason: null },
      },
    },
  },
  {
    what: "a 10DLC campaign in the partner's review is pending",
    act: (to) => to.findCampaign("a", "C123ABC"),
    answers: {
      "GET /campaign/C123ABC": [200, { campaignId: "C123ABC", status: "ACTIVE" }],
      "GET /campaign/C123ABC/sharing": [200, sharedAs("PENDING")],
    },
    asked: [["GET /campaign/C123ABC"], ["GET /campaign/C123ABC/sharing"]],
    result: { status: "PENDING", reason: null, carriers: {} },
  },
  {
    what: "an expired 10DLC campaign has ended",
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
    what: "missing event categories are subscribed to",
    act: (to) => registryEventsJob(to, tcr.config.publicUrl)[0]!.run(db),
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
      what: `an answer of ${status} is retried and not treated as a refusal`,
      act: (to) => to.findBrand("a", "B123ABC"),
      answers: { "GET /brand/B123ABC": [status, undefined] },
      asked: [["GET /brand/B123ABC"]],
      fails: new RegExp(`answered ${status}`),
    }),
  ),
];

describe("the client of The Campaign Registry (telecom §4.1)", () => {
  it.each(table)("$what", async (row) => {
    tcr.answers = row.answers;
    tcr.asked = [];
    const acting = row.act(registry);
    if (row.fails) {
      const isRefusal = !row.fails.source.includes("answered");
      await expect(acting).rejects.toMatchObject({
        name: isRefusal ? "RegistryRefusal" : "Error",
        message: expect.stringMatching(row.fails),
      });
    } else if ("result" in row) expect(await acting).toEqual(row.result);
    else await acting;
    expect(tcr.asked).toEqual(row.asked);
  });

  it("signs the canonical JSON (RFC 8785) with HMAC-SHA1", async () => {
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
