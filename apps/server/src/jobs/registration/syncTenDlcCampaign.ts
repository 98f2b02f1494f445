import {
  type CampaignRegistry,
  type CampaignState,
  type Network,
  networkNames,
  networks,
  RegistryRefusal,
} from "@trunkline/carriers/registry/registry.ts";
import { standingOf } from "../../registry/standingOf.ts";
import type { Database } from "../../store/database.ts";
import { notify } from "../../store/notifications/notify.ts";
import { type BrandRow, findBrand } from "../../store/registration/brand.ts";
import { type DueRegistration, insertRegistrationEvents } from "../../store/registration/registration.ts";
import {
  findTenDlcCampaign,
  lockTenDlcCampaign,
  type TenDlcAnswer,
  type TenDlcRow,
  writeTenDlcAnswer,
} from "../../store/registration/tenDlcCampaign.ts";
import { type Again, type OpenRegistry, refusedAgainMs, retryMs } from "./retryMs.ts";

/** Sends what a 10DLC campaign is to be, reads the answers of registry and carriers, and stores both. */
export async function syncTenDlcCampaign(
  db: Database,
  open: OpenRegistry,
  { accountId, subjectId, attempt, said }: DueRegistration,
): Promise<Again | null> {
  const [row, brand] = await db.tx([accountId], async (q) => {
    const found = await findTenDlcCampaign(q, accountId, subjectId);
    return [found, found && (await findBrand(q, accountId, found.brandId))] as const;
  });
  if (row === null || brand === null || (row.status === "EXPIRED" && row.wanted === null)) return null;
  try {
    const registry = await open(brand);
    const asked = await askOf(registry, accountId, row, brand);
    const answer = { ...asked, reason: asked.reason ?? reasonOf(asked.status, row, said) };
    await keep(db, accountId, row, answer);
    if (answer.status === "EXPIRED") return null;
    return { inMs: isUnderWay(answer) ? registry.lookAgainMs.pending : registry.lookAgainMs.settled, attempt: 0 };
  } catch (error) {
    if (error instanceof RegistryRefusal) {
      await keep(db, accountId, row, { ...row, wanted: null, problem: error.message });
      return { inMs: refusedAgainMs, attempt: 0 };
    }
    await keep(db, accountId, row, { ...row, problem: "The registry cannot be reached; it is tried again" });
    return { inMs: retryMs(attempt), attempt };
  }
}

async function askOf(
  registry: CampaignRegistry,
  account: string,
  row: TenDlcRow,
  brand: BrandRow,
): Promise<TenDlcAnswer> {
  const nothing = { reason: null, carriers: {}, wanted: null, problem: null };
  if (row.wanted === "remove") {
    if (row.registryId !== null) await registry.removeCampaign(account, row.registryId);
    return { ...nothing, registryId: row.registryId, status: "EXPIRED", terms: row.terms };
  }
  if (brand.registryId === null) throw new RegistryRefusal("The brand is no longer filed with the registry");
  const registryId = row.registryId ?? (await registry.addCampaign(account, row.id, brand.registryId, row.details));
  if (row.registryId !== null && row.wanted !== null) await registry.updateCampaign(account, registryId, row.details);
  const state = await registry.findCampaign(account, registryId);
  if (state === null) return { ...nothing, registryId, status: "EXPIRED", terms: row.terms };
  const offered = await registry.listUseCases(standingOf(brand));
  const terms = offered.find(({ usecase }) => usecase === row.details.usecase)?.carriers ?? row.terms;
  return { ...state, registryId, terms, wanted: null, problem: null };
}

/** A registry that does not give a reason has sent it in an event, or gives it on request. */
const reasonOf = (status: TenDlcAnswer["status"], row: TenDlcRow, said: string | null): string | null =>
  status === "DECLINED" ? (said ?? row.reason ?? "The partner that connects to the carriers gave no reason") : null;

const isUnderWay = ({ status, carriers }: Pick<CampaignState, "status" | "carriers">): boolean =>
  status === "PENDING" || (status === "ACCEPTED" && Object.values(carriers).some((one) => one.status === "REVIEW"));

/** Saves the answer. Concurrent changes are sent next, and a campaign that was given up stays over. */
async function keep(db: Database, account: string, before: TenDlcRow, answer: TenDlcAnswer): Promise<void> {
  await db.tx([account], async (q) => {
    const now = await lockTenDlcCampaign(q, account, before.id);
    if (now === null) return;
    const isChanged = now.wanted !== before.wanted || JSON.stringify(now.details) !== JSON.stringify(before.details);
    const status = now.status === "EXPIRED" ? "EXPIRED" : answer.status;
    await writeTenDlcAnswer(q, account, before.id, {
      ...answer,
      status,
      wanted: isChanged ? (status === "EXPIRED" ? "remove" : "update") : answer.wanted,
    });
    await insertRegistrationEvents(q, account, before.id, eventsOf(before, { ...answer, status }));
    for (const [tone, decision] of decisionsOf(before, { ...answer, status }))
      await notify(
        q,
        account,
        {
          kind: "registration",
          tone,
          sentence: `The 10DLC campaign of “${before.brandName}” ${decision}`,
          path: `/businessprofiles/campaign/edit/${before.id}`,
        },
        { privilege: "registration-admin", but: null },
      );
  });
}

/** What was decided, in words. A carrier's approval follows from the acceptance and is no news. */
function decisionsOf(before: TenDlcRow, after: TenDlcAnswer): ["done" | "failed", string][] {
  const because = (reason: string | null) => (reason === null ? "" : `: ${reason}`);
  const decisions: ["done" | "failed", string][] = [];
  if (after.status !== before.status) {
    if (after.status === "ACCEPTED") decisions.push(["done", "was accepted"]);
    if (after.status === "DECLINED") decisions.push(["failed", `was declined${because(after.reason)}`]);
  }
  for (const network of networkNames) {
    const is = after.carriers[network];
    if (is === undefined || is.status === before.carriers[network]?.status) continue;
    if (is.status === "REJECTED" || is.status === "SUSPENDED")
      decisions.push(["failed", `was ${is.status.toLowerCase()} by ${networks[network].name}${because(is.reason)}`]);
  }
  return decisions;
}

const words: Record<Exclude<CampaignState["carriers"][Network], undefined>["status"], string> = {
  REVIEW: "is reviewing it",
  APPROVED: "approved it",
  REJECTED: "rejected it",
  SUSPENDED: "suspended it",
};

/** What is new, in words. */
function eventsOf(before: TenDlcRow, after: TenDlcAnswer): string[] {
  const events: string[] = [];
  if (after.registryId !== null && before.registryId === null)
    events.push(`Filed with the registry as ${after.registryId}`);
  if (after.status !== before.status) {
    if (after.status === "ACCEPTED") events.push("Accepted, and handed to the carriers");
    if (after.status === "DECLINED") events.push(`Declined · ${after.reason ?? "no reason given"}`);
    if (after.status === "EXPIRED" && before.wanted !== "remove") events.push("Expired");
  }
  for (const network of networkNames) {
    const [was, is] = [before.carriers[network], after.carriers[network]];
    if (is === undefined || is.status === was?.status || is.status === "REVIEW") continue;
    const said = was?.status === "SUSPENDED" && is.status === "APPROVED" ? "lifted the suspension" : words[is.status];
    events.push([`${networks[network].name} ${said}`, ...(is.reason === null ? [] : [is.reason])].join(" · "));
  }
  if (after.problem !== null && after.problem !== before.problem) events.push(after.problem);
  return events;
}
