import { statfs } from "node:fs/promises";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import type { SendingHold } from "@trunkline/contract/identity/auth.ts";
import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import type { Attention, HomeRun } from "@trunkline/contract/reports/home.ts";
import { describeServices } from "../../carriers/describeServices.ts";
import type { Actor } from "../../http/caller.ts";
import type { HttpConfig } from "../../http/settings.ts";
import type { CarrierConnectionRow } from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { findAccount } from "../../store/identity/account.ts";
import { listDeclinedRegistrations, listFailingWebhooks } from "../../store/reports/home.ts";
import { findSpend } from "../../store/runs/count.ts";
import { listAwaitedRuns } from "../../store/runs/runApproval.ts";
import { readableReason } from "../../webhooks/readableReason.ts";
import { holdOf } from "../runs/holdOf.ts";

/** The most lines of one kind. */
const most = 5;
/** The share of the spending limit above which it is near. */
const nearShare = 0.8;
/** A new connection has this long to be opened before it counts as down. */
const openingMs = 60_000;

interface Asked {
  account: string;
  actor: Actor;
  runs: readonly HomeRun[];
  connections: readonly CarrierConnectionRow[];
  nowMs: number;
}

/** What needs a person who may settle it, the most urgent first (decision 0091). */
export async function listAttention(q: Query, asked: Asked): Promise<Attention[]> {
  const { account, actor, runs, connections, nowMs } = asked;
  const may = (privilege: Privilege): boolean => holds(actor.role, actor.privileges, privilege);
  const mayConfigure = may("account-config-update");
  const down = mayConfigure ? describeDown(connections, nowMs) : [];
  return [
    ...(may("run-approve") ? (await listAwaitedRuns(q, account, actor.id, most)).map(describeAwaited) : []),
    ...(mayConfigure ? describeSpending(await findSpending(q, account)) : []),
    ...(may("workflow-run") && runs.some(({ waitsFor }) => waitsFor?.reason === "no_worker") ? [noWorker] : []),
    ...down,
    ...(mayConfigure ? describeFailing(connections, nowMs) : []),
    ...(may("workflow-edit") ? (await listFailingWebhooks(q, account, most)).map(describeWebhook) : []),
    ...(may("registration-admin") ? (await listDeclinedRegistrations(q, account, most)).map(describeDeclined) : []),
    ...(may("workflow-run") ? describeRuns(runs, down.length > 0) : []),
  ];
}

const about = (kind: Attention["kind"], title: string, text: string, subject: string | null = null): Attention => ({
  kind,
  title,
  text,
  subject,
  campaignId: null,
});

const noWorker = about("noWorker", "No worker is running", "Runs send nothing until your operator starts a worker.");

interface Spending {
  hold: SendingHold | null;
  limitMicros: number | null;
  spentMicros: number;
}

async function findSpending(q: Query, account: string): Promise<Spending> {
  const { spendLimitMicros } = accountSettings.parse((await findAccount(q, account))?.settings ?? {});
  const spentMicros = spendLimitMicros === null ? 0 : await findSpend(q, account);
  return { hold: await holdOf(q, account), limitMicros: spendLimitMicros, spentMicros };
}

const dollars = (micros: number): string => formatDollars(micros / 1_000_000);

/** The kill switch, and the spending limit when it is reached or near. */
export function describeSpending({ hold, limitMicros, spentMicros }: Spending): Attention[] {
  if (hold?.reason === "kill_switch")
    return [
      about("sendingHeld", "All sending is held", "Texts, calls and emails are blocked until you allow them again."),
    ];
  if (limitMicros === null) return [];
  const spent = `${dollars(spentMicros)} of ${dollars(limitMicros)} are spent today.`;
  if (hold?.reason === "spend_limit")
    return [
      about("spendLimit", "The spending limit is reached", `${spent} Texts and calls are blocked until midnight UTC.`),
    ];
  if (limitMicros === 0 || spentMicros < limitMicros * nearShare) return [];
  return [about("spendNear", "Spending is near its limit", `${spent} Sending stops at the limit.`)];
}

/** Connections that something sends through and that are not open. */
export const describeDown = (connections: readonly CarrierConnectionRow[], nowMs: number): Attention[] =>
  connections
    .filter(
      (one) =>
        one.numbers + one.agents > 0 &&
        nowMs - one.created.getTime() > openingMs &&
        !(one.fresh && (one.state === "bound" || one.state === "connecting")),
    )
    .slice(0, most)
    .map(({ name, error, connectionId }) =>
      about(
        "carrier",
        `“${name}” is down`,
        `${error === null ? "The connection is not open." : `The carrier answered: ${error}.`} Texts wait until it is back.`,
        connectionId,
      ),
    );

const namesOf = { texts: "texts", calls: "calls" } as const;

/** Open connections whose carrier refuses texts or calls. */
export const describeFailing = (connections: readonly CarrierConnectionRow[], nowMs: number): Attention[] =>
  connections
    .filter((one) => one.numbers + one.agents > 0 && one.fresh && one.state === "bound")
    .flatMap((one) => {
      const services = describeServices(one);
      const failing = services.filter(({ state }) => state === "fails");
      const working = services.filter(({ state }) => state === "works");
      if (failing.length === 0) return [];
      const why = failing.map(
        ({ service, reason, failingSince }) =>
          `For ${describeAge(nowMs - Date.parse(failingSince ?? ""))}, ${namesOf[service]} have failed: ${reason}.`,
      );
      const works = working.map(({ service }) => `${capitalized(namesOf[service])} work.`);
      const what = failing.map(({ service }) => namesOf[service]).join(" and ");
      const text = [...why, ...works].join(" ");
      return [about("carrier", `${capitalized(what)} over “${one.name}” fail`, text, one.connectionId)];
    })
    .slice(0, most);

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** How long something has lasted, in words. */
function describeAge(ms: number): string {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  const [count, unit] =
    minutes < 60
      ? [minutes, "minute"]
      : minutes < 48 * 60
        ? [Math.round(minutes / 60), "hour"]
        : [Math.round(minutes / 1_440), "day"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

const describeWebhook = (row: Awaited<ReturnType<typeof listFailingWebhooks>>[number]): Attention => {
  const why = readableReason(row.reason) ?? (row.status === null ? "no answer" : `status ${row.status}`);
  const count =
    row.requests === 1 ? "Its last request failed" : `${row.failed} of its last ${row.requests} requests failed`;
  return about("webhook", `The webhook “${row.name}” fails`, `${count}: ${why}.`, row.webhookId);
};

const describeDeclined = (row: Awaited<ReturnType<typeof listDeclinedRegistrations>>[number]): Attention => {
  const what =
    row.kind === "brand"
      ? `The brand “${row.name}” was not accepted`
      : `A 10DLC campaign of “${row.name}” was declined`;
  return about(row.kind, what, row.reason || "The registry gave no reason.", row.id);
};

/** A run that waits for this user's approval, or that of others who may give it. */
const describeAwaited = (run: Awaited<ReturnType<typeof listAwaitedRuns>>[number]): Attention => ({
  ...about(
    "runApproval",
    `“${run.displayName}” waits for approval`,
    `${run.author} asks to send to more than ${run.above.toLocaleString("en-US")} contacts.`,
    run.batchId,
  ),
  campaignId: run.campaignId,
});

/** Runs that send nothing until someone acts. What other lines already name is left out. */
function describeRuns(runs: readonly HomeRun[], isDownNamed: boolean): Attention[] {
  const held = runs.filter(({ waitsFor }) => waitsFor?.reason === "carrier_down" && !isDownNamed);
  const paused = runs.filter(({ status }) => status === "Paused");
  const describe = (run: HomeRun, kind: "runHeld" | "runPaused", title: string, text: string): Attention => ({
    ...about(kind, title, text, run.batchId),
    campaignId: run.campaignId,
  });
  return [
    ...held.map((run) => describe(run, "runHeld", `“${run.displayName}” is held`, run.waitsFor?.text ?? "")),
    ...paused.map((run) => describe(run, "runPaused", `“${run.displayName}” is paused`, describePause(run))),
  ];
}

function describePause({ total, reached }: HomeRun): string {
  const left = total - reached;
  if (left <= 0) return "Its contacts do not continue until you continue the run.";
  return `${left.toLocaleString("en-US")} ${left === 1 ? "contact has" : "contacts have"} not been reached yet.`;
}

const gigabyte = 1024 ** 3;

/** Whether a disk is nearly full: less than 10 % and less than 10 GB are free. */
export const isNearlyFull = ({ free, size }: { free: number; size: number }): boolean =>
  free < size / 10 && free < 10 * gigabyte;

/** The disk of the embedded database, for owners; nothing is known of another database server's. */
export async function listDiskAttention(
  { databaseUrl, dataDir }: Pick<HttpConfig, "databaseUrl" | "dataDir">,
  { role }: Actor,
): Promise<Attention[]> {
  if (role !== "owner" || databaseUrl !== undefined) return [];
  // without the folder there is no embedded database here
  const disk = await statfs(dataDir).catch(() => null);
  if (disk === null) return [];
  const [free, size] = [disk.bavail * disk.bsize, disk.blocks * disk.bsize];
  if (!isNearlyFull({ free, size })) return [];
  const left = `${(free / gigabyte).toFixed(1)} GB of ${(size / gigabyte).toFixed(0)} GB are free.`;
  return [about("disk", "The disk is nearly full", `${left} When it is full, the product stops.`)];
}
