import { type BrandState, type CampaignRegistry, RegistryRefusal } from "@trunkline/carriers/registry/registry.ts";
import { type RegistryWay, registryOf } from "../../registry/registryOf.ts";
import { eachInTurn } from "../../store/claimDialect.ts";
import type { Database, Query } from "../../store/database.ts";
import { notify } from "../../store/notifications/notify.ts";
import {
  type BrandAnswer,
  type BrandRow,
  findBrand,
  lockBrand,
  writeBrandAnswer,
} from "../../store/registration/brand.ts";
import {
  claimDueRegistrations,
  type DueRegistration,
  dueNow,
  insertRegistrationEvents,
  rescheduleRegistration,
} from "../../store/registration/registration.ts";
import { listTenDlcOfBrand } from "../../store/registration/tenDlcCampaign.ts";
import type { Job } from "../repeat.ts";
import { type Again, type OpenRegistry, refusedAgainMs, retryMs } from "./retryMs.ts";
import { syncTenDlcCampaign } from "./syncTenDlcCampaign.ts";

/** Taken at once. */
const most = 20;

/** Tells the registry what is to be filed, and asks what became of it. True: there may be more to do. */
export const syncRegistrationsJob = (registry: CampaignRegistry, way?: Omit<RegistryWay, "db" | "registry">): Job => ({
  name: "registrations",
  everyMs: 500,
  wakesUp: true,
  quietMs: 2_000,
  run: async (db) => {
    const due = await db.global((q) => claimDueRegistrations(q, most));
    await eachInTurn(due, (one) => sync(db, registry, one, way));
    return due.length === 0 ? "nothing" : due.length === most;
  },
});

async function sync(
  db: Database,
  registry: CampaignRegistry,
  due: DueRegistration,
  way: Omit<RegistryWay, "db" | "registry"> | undefined,
): Promise<void> {
  const open: OpenRegistry = (brand) =>
    way === undefined ? Promise.resolve(registry) : registryOf({ db, registry, ...way }, due.accountId, brand.details);
  const again = await (due.kind === "brand" ? syncBrand(db, open, due) : syncTenDlcCampaign(db, open, due));
  await db.global((q) => rescheduleRegistration(q, due, again?.inMs ?? null, again?.attempt ?? 0));
}

/** Sends what a brand is to be, reads the registry's answer, and stores both. */
async function syncBrand(
  db: Database,
  open: OpenRegistry,
  { accountId, subjectId, attempt }: DueRegistration,
): Promise<Again | null> {
  const brand = await db.tx([accountId], (q) => findBrand(q, accountId, subjectId));
  if (brand === null || brand.status === "DRAFT") return null;
  try {
    const registry = await open(brand);
    const { registryId, state } = await askOfBrand(registry, accountId, brand);
    await keepBrand(db, accountId, brand, answerOf(brand, registryId, state));
    const isPending = state !== null && (state.status === "PENDING" || isUnderWay(state));
    return { inMs: isPending ? registry.lookAgainMs.pending : registry.lookAgainMs.settled, attempt: 0 };
  } catch (error) {
    if (error instanceof RegistryRefusal) {
      await keepBrand(db, accountId, brand, {
        ...brand,
        vetting: settledVetting(brand),
        wanted: null,
        problem: error.message,
      });
      return { inMs: refusedAgainMs, attempt: 0 };
    }
    await keepBrand(db, accountId, brand, { ...brand, problem: "The registry cannot be reached; it is tried again" });
    return { inMs: retryMs(attempt), attempt };
  }
}

const isUnderWay = ({ vetting }: BrandState): boolean => vetting === "pending";
const settledVetting = ({ vetting }: BrandRow): BrandRow["vetting"] => (vetting === "pending" ? "none" : vetting);

async function askOfBrand(
  registry: CampaignRegistry,
  account: string,
  { brandId, registryId, details, ipAddress, wanted }: BrandRow,
): Promise<{ registryId: string; state: BrandState | null }> {
  const filing = { ...details, ...(ipAddress !== null && { ipAddress }) };
  const id = registryId ?? (await registry.addBrand(account, brandId, filing));
  if (registryId !== null && (wanted === "file" || wanted === "update"))
    await registry.updateBrand(account, id, filing);
  if (wanted === "vet") await registry.vetBrand(account, id);
  return { registryId: id, state: await registry.findBrand(account, id) };
}

/** A brand that the registry has forgotten is a draft again. */
const answerOf = (brand: BrandRow, registryId: string, state: BrandState | null): BrandAnswer =>
  state === null
    ? {
        ...brand,
        registryId: null,
        status: "DRAFT",
        score: null,
        vetting: "none",
        feedback: [],
        wanted: null,
        problem: null,
      }
    : { ...state, registryId, wanted: null, problem: null };

/** Writes the answer unless the brand was changed meanwhile: then it is asked about again. */
async function keepBrand(db: Database, account: string, before: BrandRow, answer: BrandAnswer): Promise<void> {
  await db.tx([account], async (q) => {
    const now = await lockBrand(q, account, before.brandId);
    if (now === null) return;
    const isChanged = now.wanted !== before.wanted || JSON.stringify(now.details) !== JSON.stringify(before.details);
    await writeBrandAnswer(
      q,
      account,
      before.brandId,
      isChanged ? { ...answer, wanted: now.wanted ?? "update" } : answer,
    );
    await insertRegistrationEvents(q, account, before.brandId, eventsOfBrand(before, answer));
    await notifyOfBrand(q, account, before, answer);
    // what carriers allow its 10DLC campaigns depends on its standing
    if (answer.score !== before.score || answer.status !== before.status)
      for (const { id } of await listTenDlcOfBrand(q, account, before.brandId))
        await dueNow(q, account, id, "campaign");
  });
}

/** Notifies of a decision on a brand. */
async function notifyOfBrand(q: Query, account: string, before: BrandRow, after: BrandAnswer): Promise<void> {
  const isGood = after.status === "VERIFIED" || after.status === "VETTED_VERIFIED";
  const isNew = after.status !== before.status && (isGood || after.status === "UNVERIFIED");
  if (!isNew) return;
  const [name, why] = [before.details.displayName, after.feedback.join(". ")];
  const decision = isGood ? "was verified" : `was not verified${why === "" ? "" : `: ${why}`}`;
  await notify(
    q,
    account,
    {
      kind: "registration",
      tone: isGood ? "done" : "failed",
      sentence: `The brand “${name}” ${decision}`,
      path: `/businessprofiles/edit/${before.brandId}`,
    },
    { privilege: "registration-admin", but: null },
  );
}

const words: Record<BrandState["status"], string> = {
  PENDING: "Filed with the registry",
  SELF_DECLARED: "Declared by the owner; the code to the mobile phone is awaited",
  UNVERIFIED: "Not verified",
  VERIFIED: "Verified",
  VETTED_VERIFIED: "Vetted",
};

/** What is new, in words. */
function eventsOfBrand(before: BrandRow, after: BrandAnswer): string[] {
  const events: string[] = [];
  if (after.registryId !== null && before.registryId === null) events.push(`${words.PENDING} as ${after.registryId}`);
  if (after.status === "DRAFT") events.push("Deleted by the registry: mock brands are kept for 30 days");
  else if (after.status !== before.status && after.status !== "PENDING")
    events.push(
      [words[after.status], ...(after.score === null ? [] : [`score ${after.score}`]), ...after.feedback].join(" · "),
    );
  if (after.vetting !== before.vetting && after.vetting === "failed")
    events.push(["Vetting failed", ...after.feedback].join(" · "));
  if (after.problem !== null && after.problem !== before.problem) events.push(after.problem);
  return events;
}
