import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { holds, type Privilege } from "@trunkline/contract/identity/roles.ts";
import {
  type ChecklistStep,
  checklistSteps,
  type Home,
  type HomeFigure,
  homeFigures,
  homeRoutes,
} from "@trunkline/contract/reports/home.ts";
import { isZone } from "@trunkline/workflow/parts/time/clock.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, handle } from "../../http/handle.ts";
import { conflict, invalid } from "../../http/problem.ts";
import type { Query } from "../../store/database.ts";
import { findAccount } from "../../store/identity/account.ts";
import {
  type DayFigures,
  dismissChecklist,
  findChecklistState,
  isChecklistDismissed,
  listDayFigures,
} from "../../store/reports/home.ts";
import { listAttention, listDiskAttention } from "./attention.ts";
import { lastDays } from "./homeDays.ts";
import { listHomeRuns } from "./homeRuns.ts";

/** The home page (decision 0091). */
export function registerHome(api: Api): void {
  handle(api, homeRoutes.find, async ({ db, account, actor, query, config }) => {
    if (query.zone !== undefined && !isZone(query.zone))
      throw invalid("zone must be a time zone such as America/New_York", "query.zone");
    const disk = await listDiskAttention(config, actor);
    return db.tx([account], async (q) => {
      const nowMs = Date.now();
      const zone = query.zone ?? (await findZone(q, account));
      const days = lastDays(nowMs, zone);
      const rows = await listDayFigures(
        q,
        account,
        days.map(({ starts }) => starts),
      );
      const { runs, moreRuns, connections } = await listHomeRuns(q, account, nowMs);
      const attention = await listAttention(q, { account, actor, runs, connections, nowMs });
      const checklist = await findChecklist(q, account, actor);
      return [
        {
          zone,
          days: days.map(({ day }) => day),
          figures: showFigures(rows, days.length),
          runs,
          moreRuns,
          attention: [...disk, ...attention],
          checklist,
        },
      ];
    });
  });
  handle(api, homeRoutes.checklist, async ({ db, account, actor, body: { dismissed } }) => {
    if (actor.kind !== "user") throw conflict("An API key has no checklist. Sign in as a user");
    await db.tx([account], (q) => dismissChecklist(q, account, actor.id, dismissed));
    return [{ dismissed }];
  });
}

async function findZone(q: Query, account: string): Promise<string> {
  const row = await findAccount(q, account);
  return zoneOf(accountSettings.parse(row?.settings ?? {}).defaultTimezoneId) ?? "Etc/UTC";
}

const figureOf: Record<HomeFigure, (row: DayFigures) => number> = {
  sent: ({ sent }) => sent,
  delivered: ({ delivered }) => delivered,
  replies: ({ replies }) => replies,
  optOuts: ({ optOuts }) => optOuts,
  failed: ({ failed }) => failed,
  callsAnswered: ({ answered }) => answered,
  callsMissed: ({ missed }) => missed,
};

function showFigures(rows: readonly DayFigures[], dayCount: number): Home["figures"] {
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const seriesOf = (figure: HomeFigure): number[] =>
    Array.from({ length: dayCount }, (_, index) => {
      const row = byDay.get(index + 1);
      return row === undefined ? 0 : figureOf[figure](row);
    });
  return Object.fromEntries(homeFigures.map((figure) => [figure, seriesOf(figure)])) as Home["figures"];
}

/** What a user needs to take a step. */
const privilegeOf: Record<ChecklistStep, Privilege> = {
  number: "number-admin",
  contacts: "contact-admin",
  workflow: "workflow-edit",
  run: "workflow-run",
  reply: "inbox-use",
  carrier: "account-config-update",
};

async function findChecklist(q: Query, account: string, actor: Actor): Promise<Home["checklist"]> {
  const steps = checklistSteps.filter((step) => holds(actor.role, actor.privileges, privilegeOf[step]));
  if (steps.length === 0) return null;
  const state = await findChecklistState(q, account);
  return {
    dismissed: actor.kind === "user" && (await isChecklistDismissed(q, account, actor.id)),
    steps: steps.map((step) => ({ step, done: state?.[step] ?? false })),
  };
}
