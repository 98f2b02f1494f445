import { formatDollars } from "@trunkline/contract/reports/formatDollars.ts";
import { describeServices } from "../../carriers/describeServices.ts";
import { accountGroups, eachInTurn } from "../../store/claimDialect.ts";
import type { Database, Query } from "../../store/database.ts";
import {
  type Alert,
  listRefusingConnections,
  listWatchedAccounts,
  openCarrierAlerts,
  openServiceAlerts,
  openSpendAlerts,
} from "../../store/notifications/alert.ts";
import { notify } from "../../store/notifications/notify.ts";
import type { Job } from "../repeat.ts";

const accountsAtOnce = 64;

/** Notifies of what no transaction of its own says: connections that have been down for a minute, texts or calls that a carrier refuses, and reached spending limits. */
export async function watchAlerts(db: Database): Promise<false> {
  const accounts = await db.global(listWatchedAccounts);
  await eachInTurn(accountGroups(db, accounts, accountsAtOnce), (some) =>
    db.tx(some, async (q) => {
      for (const alert of await openCarrierAlerts(q, some))
        await notifyOfCarrier(q, alert.accountId, describeDown(alert));
      for (const { accountId, sentence } of await openFailing(q, some)) await notifyOfCarrier(q, accountId, sentence);
      for (const alert of await openSpendAlerts(q, some))
        await notify(
          q,
          alert.accountId,
          { kind: "held", tone: "failed", sentence: describeSpent(alert), path: "/settings/limits" },
          { privilege: "workflow-run", but: null },
        );
    }),
  );
  return false;
}

const notifyOfCarrier = (q: Query, accountId: string, sentence: string) =>
  notify(
    q,
    accountId,
    { kind: "carrier", tone: "failed", sentence, path: "/settings/carriers" },
    { privilege: "account-config-update", but: null },
  );

/** Texts and calls that have newly failed, with a sentence about each. */
async function openFailing(
  q: Query,
  accountIds: readonly string[],
): Promise<{ accountId: string; sentence: string }[]> {
  const failing = (await listRefusingConnections(q, accountIds)).flatMap((one) =>
    describeServices({ ...one, successAt: null })
      .filter(({ state }) => state === "fails")
      .map(({ service, reason }) => ({
        accountId: one.accountId,
        subject: `${one.connectionId}:${service}`,
        sentence: `${service === "calls" ? "Calls" : "Texts"} over “${one.name}” fail: ${reason}`,
      })),
  );
  const opened = new Set((await openServiceAlerts(q, accountIds, failing)).map(({ subject }) => subject));
  return failing.filter(({ subject }) => opened.has(subject));
}

const describeDown = ({ name, detail }: Alert): string =>
  `The connection “${name}” is down${detail === null ? "" : ` (${detail})`}, and its texts wait`;

function describeSpent({ detail }: Alert): string {
  return `The spending limit of ${formatDollars(Number(detail) / 1_000_000)} is reached: texts and calls are blocked until midnight UTC`;
}

/** The job that watches connections and spending. */
export const watchAlertsJob: Job = { name: "alerts", everyMs: 15_000, run: watchAlerts };
