import type { WireAnswer, WireRequest } from "../../carrier.ts";
import { ownValue } from "../../ownValue.ts";
import {
  type BrandState,
  type CampaignRegistry,
  type CampaignState,
  type IdentityStatus,
  networkNames,
  networks,
  type OperationStatus,
  RegistryRefusal,
} from "../registry.ts";
import { readUseCases } from "./tcrTerms.ts";
import {
  brandOf,
  buildCall,
  campaignChangeOf,
  campaignOf,
  type Json,
  listOf,
  type Method,
  numberOf,
  readAnswer,
  recordOf,
  type TcrKeys,
  textOf,
} from "./tcrWire.ts";

export interface TcrParts {
  keys: TcrKeys;
  /** Opens the sockets. */
  send(request: WireRequest): Promise<WireAnswer>;
  /** Epoch ms. */
  now(): number;
}

const minute = 60_000;
/** A brand is scored within two minutes of its filing (API, non-blocking registration); until then it is unverified. */
const scoringMs = 5 * minute;
const categories = ["BRAND", "CAMPAIGN", "VETTING"] as const;
/** What the registry texts a sole proprietor; it fills in the code itself. */
const codeTexts = {
  pinSms: "Your code to confirm your brand is @OTP_PIN@",
  successSms: "Your brand is confirmed. Thank you.",
};
const identities: readonly string[] = ["SELF_DECLARED", "UNVERIFIED", "VERIFIED", "VETTED_VERIFIED"];
const operations: readonly string[] = ["REVIEW", "APPROVED", "REJECTED", "SUSPENDED"];

/** Calls of the registry's API. */
interface Calls {
  /** The answer; null if the registry does not know what was asked for. */
  call(method: Method, path: string, body?: object): Promise<unknown>;
  /** The same, refused if the registry does not know it. */
  needed(method: Method, path: string, body?: object): Promise<Json>;
  /** The id of what was already filed under our reference. */
  filed(kind: "brand" | "campaign", reference: string): Promise<string | null>;
}

/**
 * The Campaign Registry by its CSP API (telecom §4.1). Everything is filed under our own reference, by which it is
 * found again, so that every call may be repeated. All accounts file as the operator's one CSP.
 */
export function tcrRegistry(parts: TcrParts): CampaignRegistry {
  const calls = openCalls(parts);
  return {
    lookAgainMs: { pending: minute, settled: 6 * 60 * minute },
    ...brandCalls(calls, parts),
    ...campaignCalls(calls, parts.keys),
    async listen(webhookUrl) {
      const known = listOf(await calls.call("GET", "/webhook/subscription"));
      for (const eventCategory of categories) {
        const isOurs = (one: Json) => one["eventCategory"] === eventCategory && one["webhookEndpoint"] === webhookUrl;
        if (known.some(isOurs)) continue;
        await calls.needed("PUT", "/webhook/subscription", { eventCategory, webhookEndpoint: webhookUrl });
      }
    },
  };
}

function openCalls({ keys, send }: TcrParts): Calls {
  const call = async (method: Method, path: string, body?: object): Promise<unknown> =>
    readAnswer(await send(buildCall(keys, method, path, body)));
  return {
    call,
    async needed(method, path, body) {
      const answer = await call(method, path, body);
      if (answer === null) throw new RegistryRefusal("The registry does not know it");
      return recordOf(answer);
    },
    async filed(kind, reference) {
      const found = recordOf(await call("GET", `/${kind}?referenceId=${encodeURIComponent(reference)}`));
      const own = listOf(found["records"]).find((one) => one["referenceId"] === reference);
      return own ? textOf(own[`${kind}Id`]) || null : null;
    },
  };
}

function idIn(answer: Json, name: string): string {
  const id = textOf(ownValue(answer, name));
  if (id === "") throw new Error(`The registry answered without ${name}`);
  return id;
}

type BrandCalls = Pick<
  CampaignRegistry,
  "addBrand" | "updateBrand" | "vetBrand" | "sendCode" | "confirmCode" | "findBrand" | "removeBrand"
>;
type CampaignCalls = Pick<
  CampaignRegistry,
  "listUseCases" | "addCampaign" | "updateCampaign" | "findCampaign" | "removeCampaign"
>;

function brandCalls(calls: Calls, { keys, now }: TcrParts): BrandCalls {
  const vettings = async (brandId: string) => listOf(await calls.call("GET", `/brand/${brandId}/externalVetting`));
  return {
    addBrand: async (_owner, reference, filing) =>
      (await calls.filed("brand", reference)) ??
      idIn(await calls.needed("POST", "/brand/nonBlocking", brandOf(filing, reference)), "brandId"),
    async updateBrand(_owner, registryId, filing) {
      const changed = await calls.needed("PUT", `/brand/${registryId}`, brandOf(filing, null));
      if (changed["identityStatus"] === "UNVERIFIED") await calls.needed("PUT", `/brand/${registryId}/revet`);
    },
    async vetBrand(_owner, registryId) {
      const ordered = (await vettings(registryId)).some((one) => one["vettingStatus"] === "PENDING");
      if (ordered) return;
      const order = { evpId: keys.vettingProvider, vettingClass: "STANDARD" };
      await calls.needed("POST", `/brand/${registryId}/externalVetting`, order);
    },
    async sendCode(_owner, registryId) {
      await calls.needed("POST", `/brand/${registryId}/smsOtp`, codeTexts);
    },
    async confirmCode(_owner, registryId, code) {
      await calls.needed("PUT", `/brand/${registryId}/smsOtp`, { otpPin: code });
    },
    async findBrand(_owner, registryId) {
      const brand = await calls.call("GET", `/brand/${registryId}`);
      if (brand === null) return null;
      return readBrand(recordOf(brand), now(), {
        vettings: () => vettings(registryId),
        feedback: async () => recordOf(await calls.call("GET", `/brand/feedback/${registryId}`)),
      });
    },
    async removeBrand(_owner, registryId) {
      await calls.call("DELETE", `/brand/${registryId}`);
    },
  };
}

function campaignCalls(calls: Calls, keys: TcrKeys): CampaignCalls {
  const sharing = async (campaignId: string): Promise<string> => {
    const found = recordOf(await calls.call("GET", `/campaign/${campaignId}/sharing`));
    return textOf(recordOf(found["sharedByMe"])["sharingStatus"]);
  };
  const share = (campaignId: string) => calls.needed("PUT", `/campaign/${campaignId}/sharing/${keys.upstream}`);
  return {
    listUseCases: async (brand) =>
      readUseCases(brand, await calls.call("GET", `/campaignBuilder/brand/${brand.registryId}`)),
    async addCampaign(_owner, reference, brandId, filing) {
      const id =
        (await calls.filed("campaign", reference)) ??
        idIn(await calls.needed("POST", "/campaignBuilder", campaignOf(filing, brandId, reference)), "campaignId");
      const { mock } = await calls.needed("GET", `/campaign/${id}`);
      // those of mock brands cannot be shared
      if (mock !== true && (await sharing(id)) === "") await share(id);
      return id;
    },
    async updateCampaign(_owner, registryId, filing) {
      await calls.needed("PUT", `/campaign/${registryId}`, campaignChangeOf(filing));
      if ((await sharing(registryId)) === "DECLINED") await share(registryId);
    },
    async findCampaign(_owner, registryId) {
      const campaign = await calls.call("GET", `/campaign/${registryId}`);
      if (campaign === null) return null;
      const { status, mock } = recordOf(campaign);
      if (status === "EXPIRED") return { status: "EXPIRED", reason: null, carriers: {} };
      const shared = mock === true ? "ACCEPTED" : await sharing(registryId);
      if (shared !== "ACCEPTED")
        return { status: shared === "DECLINED" ? "DECLINED" : "PENDING", reason: null, carriers: {} };
      const carriers = readOperations(await calls.call("GET", `/campaign/${registryId}/operationStatus`));
      return { status: "ACCEPTED", reason: null, carriers };
    },
    async removeCampaign(_owner, registryId) {
      await calls.call("DELETE", `/campaign/${registryId}`);
    },
  };
}

async function readBrand(
  brand: Json,
  now: number,
  more: { vettings(): Promise<Json[]>; feedback(): Promise<Json> },
): Promise<BrandState> {
  const said = textOf(brand["identityStatus"]);
  const status = identities.includes(said) ? (said as IdentityStatus) : "PENDING";
  const nothing = { score: null, vetting: "none", feedback: [] } as const;
  if (status === "PENDING" || status === "SELF_DECLARED") return { ...nothing, feedback: [], status };
  if (status === "UNVERIFIED") {
    const feedback = listOf((await more.feedback())["category"]).map((one) =>
      [textOf(one["id"]), textOf(one["description"]) || textOf(one["displayName"])].filter(Boolean).join(": "),
    );
    const filedMs = Date.parse(textOf(brand["createDate"]));
    const isFresh = feedback.length === 0 && now - filedMs < scoringMs;
    return { ...nothing, feedback, status: isFresh ? "PENDING" : "UNVERIFIED" };
  }
  const all = (await more.vettings()).filter((one) => textOf(one["vettingClass"]) !== "POLITICAL");
  const score = all.map((one) => numberOf(one["vettingScore"])).find((one) => one !== null) ?? null;
  if (all.some((one) => one["vettingStatus"] === "PENDING")) return { status, score, vetting: "pending", feedback: [] };
  if (status === "VETTED_VERIFIED" || score !== null) return { status, score, vetting: "done", feedback: [] };
  const failed = all.find((one) => one["vettingStatus"] === "FAILED");
  if (failed === undefined) return { ...nothing, feedback: [], status };
  const reasons = Array.isArray(failed["reasons"]) ? failed["reasons"].map(String) : [];
  return { status, score: null, vetting: "failed", feedback: reasons };
}

/** What each carrier says, by network id; carriers are free to say nothing, and then have nothing against it. */
function readOperations(answer: unknown): CampaignState["carriers"] {
  const said = recordOf(answer);
  return Object.fromEntries(
    networkNames.map((network) => {
      const status = textOf(said[networks[network].networkId]).toUpperCase();
      return [network, { status: (operations.includes(status) ? status : "REVIEW") as OperationStatus, reason: null }];
    }),
  );
}
