import { accountGroups } from "../../store/claimDialect.ts";
import type { Database } from "../../store/database.ts";
import {
  type Alert,
  listWatchedAccounts,
  openCarrierAlerts,
  openSpendAlerts,
} from "../../store/notifications/alert.ts";
import { notify } from "../../store/notifications/notify.ts";
import type { Job } from "../repeat.ts";

const accountsAtOnce = 64;

/** Notifies of what no transaction of its own says: connections that have been down for a minute, and reached spending limits. */
export async function watchAlerts(db: Database): Promise<false> {
  const accounts = await db.global(listWatchedAccounts);
  for (const some of accountGroups(db, accounts, accountsAtOnce))
    await db.tx(some, async (q) => {
      for (const alert of await openCarrierAlerts(q, some))
        await notify(
          q,
          alert.accountId,
          { kind: "carrier", tone: "failed", sentence: describeDown(alert), path: "/settings/carriers" },
          { privilege: "account-config-update", but: null },
        );
      for (const alert of await openSpendAlerts(q, some))
        await notify(
          q,
          alert.accountId,
          { kind: "held", tone: "failed", sentence: describeSpent(alert), path: "/settings/limits" },
          { privilege: "workflow-run", but: null },
        );
    });
  return false;
}

const describeDown = ({ name, detail }: Alert): string =>
  `The connection “${name}” is down${detail === null ? "" : ` (${detail})`}, and its texts wait`;

function describeSpent({ detail }: Alert): string {
  const limit = (Number(detail) / 1_000_000).toLocaleString("en-US", { style: "currency", currency: "USD" });
  return `The spending limit of ${limit} is reached: texts and calls are blocked until midnight UTC`;
}

/** The job that watches connections and spending. */
export const watchAlertsJob: Job = { name: "alerts", everyMs: 15_000, run: watchAlerts };
