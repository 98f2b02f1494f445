import {
  type AgentLine,
  type AgentShift,
  agentReportRoutes,
  mostAgentDays,
} from "@trunkline/contract/agents/agentReport.ts";
import { holds } from "@trunkline/contract/identity/roles.ts";
import { isZone } from "@trunkline/workflow/parts/time/clock.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { type AgentLineRow, listAgentReport } from "../../store/agents/agentReport.ts";
import { listShifts, type ShiftRow, saveShifts } from "../../store/agents/agentShift.ts";
import { auditChange } from "../../store/audit/audit.ts";
import { noZone, spanOf } from "./reportSpan.ts";

/** What agents did and what was planned (decision 0100). */
export function registerAgentReport(api: Api): void {
  handle(api, agentReportRoutes.report, ({ db, account, query }) => {
    const { grouping, zone } = query;
    const span = spanOf(query, mostAgentDays[grouping]);
    return db.tx([account], async (q) =>
      (await listAgentReport(q, account, { grouping, zone, ...span })).map(showLine),
    );
  });
  handle(api, agentReportRoutes.shifts, ({ db, account }) =>
    db.tx([account], async (q) =>
      (await listShifts(q, account))
        .filter(({ role, privileges, days }) => days.length > 0 || holds(role, privileges, "inbox-use"))
        .map(showShift),
    ),
  );
  handle(api, agentReportRoutes.saveShift, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params, body } = call;
      if (!isZone(body.zone)) throw noZone("body.zone");
      const [before] = await listShifts(q, account, params.userId);
      if (before === undefined) throw notFound("user");
      const days = body.days.map(({ weekday, start, end }) => {
        const [starts, ends] = [minutesOf(start), minutesOf(end)];
        return { weekday, starts, ends: ends <= starts ? ends + dayMinutes : ends };
      });
      await saveShifts(q, account, params.userId, { zone: body.zone, days });
      const [after = before] = await listShifts(q, account, params.userId);
      await auditChange(q, call, "agentShift.save", params.userId, {
        about: { named: before.name },
        before: planOf(before),
        after: planOf(after),
      });
      return [showShift(after)];
    }),
  );
}

const dayMinutes = 1_440;
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const timeOf = (minutes: number): string => {
  const inDay = minutes % dayMinutes;
  return `${String(Math.floor(inDay / 60)).padStart(2, "0")}:${String(inDay % 60).padStart(2, "0")}`;
};

const showShift = ({ userId, name, zone, days }: ShiftRow): AgentShift => ({
  userId,
  name,
  zone,
  days: days.map(({ weekday, starts, ends }) => ({ weekday, start: timeOf(starts), end: timeOf(ends) })),
});

const planOf = (row: ShiftRow) => ({
  zone: row.zone,
  days: showShift(row).days.map(({ weekday, start, end }) => `${weekday} ${start}-${end}`),
});

function showLine({ from, to, away, ...row }: AgentLineRow): AgentLine {
  const busy = row.ringSeconds + row.talkSeconds + row.wrapUpSeconds;
  const ready = busy + row.availableSeconds;
  return {
    ...row,
    from: from.toISOString(),
    to: to.toISOString(),
    away: away.filter(({ seconds }) => seconds > 0),
    occupancy: ready === 0 ? null : busy / ready,
    adherence: row.scheduledSeconds === 0 ? null : row.adherentSeconds / row.scheduledSeconds,
  };
}
