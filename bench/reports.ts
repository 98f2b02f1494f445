import { foldReportsJob } from "../apps/server/src/jobs/reports/foldReports.ts";
import { newId } from "../apps/server/src/store/newId.ts";
import { countMessages } from "../apps/server/src/store/reports/countChanges.ts";
import { reportGroupings } from "../packages/contract/src/reports/report.ts";
import { openApi, quantile } from "./api.ts";
import type { Place } from "./place.ts";
import type { Scene } from "./scene.ts";

/** How a report of a grouping answers. */
export interface ReportFigures {
  lines: number;
  seconds: number;
  reports: { name: string; p95: number }[];
  problems: string[];
}

const calls = 10;
const perChunk = 500_000;
const days = 90;

/** Reports over so many texts of 90 days: at every time two of twelve workflows send from ten numbers, by three nodes each. */
export async function measureReports({ db }: Place, scene: Scene, texts: number): Promise<ReportFigures> {
  const { account, numbers } = scene;
  const campaigns = Array.from({ length: 12 }, () => newId());
  const templates = Array.from({ length: 3 }, () => newId());
  const states = await insertContacts(db, account);
  const began = performance.now();
  for (let from = 0; from < texts; from += perChunk)
    await db.tx([account], (q) =>
      q.run(
        `with r as (insert into message (account_id, message_id, campaign_id, template_id, node, direction, from_number, to_number, segments,
           cost_micros, state, receipt, contact_id)
         select $1::uuid, overlay(trunkline_first_id(t)::text placing lpad(to_hex(g), 12, '0') from 25)::uuid,
           ($2::uuid[])[1 + (extract(epoch from t)::bigint / 7200 + g % 2) % 12], ($3::uuid[])[1 + g % 3], 2 + g % 3, 'out',
           ($4::text[])[1 + (g / 6) % 10], '+1303' || lpad((g % 5000000 + 2000000)::text, 7, '0'), 1 + g % 2, 8000 * (1 + g % 2),
           'accepted', case when g % 20 = 0 then 'undelivered' else 'delivered' end, ($8::uuid[])[1 + g % 50]
         from (select g, date_trunc('day', now()) - interval '${days} days' + g * interval '${days} days' / $7::int t
           from generate_series($5::int, $6::int - 1) g) g returning *) ${countMessages("r", null)}`,
        [account, campaigns, templates, numbers, from, Math.min(texts, from + perChunk), texts, states],
      ),
    );
  while ((await foldReportsJob.run(db)) === true);
  const seconds = (performance.now() - began) / 1000;
  await db.owner((q) => q.run("vacuum analyze report_count")).catch(() => {});
  await db.owner((q) => q.run("analyze report_count, report_hour, report_region, report_region_hour"));
  const lines = await db.tx([account], (q) => q.one<{ n: number }>("select count(*)::int n from report_count"));
  const api = await openApi(db, account);
  const reports: ReportFigures["reports"] = [];
  const problems: string[] = [];
  try {
    const asked = reportGroupings.map((grouping) => [
      `grouping ${grouping}`,
      `/v4/campaign/report/?grouping=${grouping}`,
    ]);
    const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
    const detail = `/v4/campaign/report/detail/?startDate=${day(days + 1)}&endDate=${day(0)}&previous=true`;
    const more = [
      ["home", "/v4/home/"],
      ["detail by day, split by workflow", `${detail}&grouping=day&split=campaign`],
      ["detail by channel", `${detail}&grouping=channel`],
      ["detail by state", `${detail}&grouping=state`],
      ["failures by reason", `/v4/campaign/report/failure/?startDate=${day(days + 1)}&endDate=${day(0)}`],
    ];
    for (const [name = "", url = ""] of [...asked, ...more]) {
      const { times, body } = await api.ask({ url, calls });
      reports.push({ name, p95: quantile(times, 0.95) });
      if (more.some(([one]) => one === name)) continue;
      const { payload } = JSON.parse(body) as { payload: { sent: number }[] };
      const sent = payload.reduce((sum, line) => sum + line.sent, 0);
      if (sent !== texts) problems.push(`a report, ${name}, counts ${sent} texts`);
    }
  } finally {
    await api.close();
  }
  return { lines: lines?.n ?? 0, seconds, reports, problems };
}

/** Fifty contacts, each in a state of its own. */
async function insertContacts(db: Place["db"], account: string): Promise<string[]> {
  const ids = Array.from({ length: 50 }, () => newId());
  await db.tx([account], (q) =>
    q.run(
      `insert into contact (account_id, contact_id, phone, state)
       select $1, id, '+1303557' || lpad(place::text, 4, '0'), 'S' || place from unnest($2::uuid[]) with ordinality u (id, place)`,
      [account, ids],
    ),
  );
  return ids;
}
