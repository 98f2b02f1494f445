import { foldReportsJob } from "../apps/server/src/jobs/reports/foldReports.ts";
import { countOutcomesJob } from "../apps/server/src/jobs/runs/countOutcomes.ts";
import { countMessages } from "../apps/server/src/store/reports/countChanges.ts";
import { openApi, quantile } from "./api.ts";
import type { Place } from "./place.ts";
import { makeContacts, makeFiveNodes, type Scene, startOverAll } from "./scene.ts";

/** How the requests of a run's page answer. */
export interface RunFigures {
  /** To write the rows of the run. */
  seconds: number;
  /** To count the run and its workflow in the background. */
  countSeconds: number;
  answers: { name: string; p95: number }[];
  problems: string[];
}

const perChunk = 100_000;
const calls = 10;

interface Run {
  campaignId: string;
  batchId: string;
  contacts: number;
}

/** A run over so many contacts, each with a text and five steps; a twentieth replied. The page's requests, Home and the lists of runs. */
export async function measureRun({ db }: Place, scene: Scene, contacts: number): Promise<RunFigures> {
  const { account } = scene;
  const began = performance.now();
  await makeContacts(db, account, contacts);
  const campaign = await makeFiveNodes(db, scene);
  const batchId = await startOverAll(db, account, campaign);
  const run = { campaignId: campaign.campaignId, batchId, contacts };
  await fill(db, account, run);
  while ((await foldReportsJob.run(db)) === true);
  await db.owner((q) => q.run("analyze contact, journey, step, message, report_count, report_hour"));
  const seconds = (performance.now() - began) / 1000;
  const counting = performance.now();
  await countOutcomesJob.run(db);
  const countSeconds = (performance.now() - counting) / 1000;
  return { seconds, countSeconds, ...(await measureRequests(db, account, run)) };
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

function requestsOf({ campaignId, batchId }: Run): [name: string, url: string][] {
  const run = `/v4/campaign/${campaignId}/batch/${batchId}`;
  const journeys = `/v4/journey/?limit=100&batchId=${batchId}`;
  return [
    ["home", "/v4/home/"],
    ["run", `${run}/`],
    ["cost", `${run}/cost`],
    ["outcome", `${run}/outcome`],
    ["comparison", `/v4/campaign/${campaignId}/comparison?batchId=${batchId}`],
    ["counts of the drawing", `/v4/campaign/${campaignId}/counts?batchId=${batchId}`],
    ["counts of the calls", `/v4/call/counts?batchId=${batchId}`],
    ["journeys", journeys],
    ...["reached", "replied", "optedOut", "converted"].map((figure): [string, string] => [
      `journeys, ${figure}`,
      `${journeys}&figure=${figure}`,
    ]),
    ["delivered texts", `/v4/message/?limit=100&batchId=${batchId}&figure=delivered`],
    ["filtered contacts", `${run}/filtered/?limit=100`],
    ["run history", "/v4/campaign/batch/?limit=100"],
    ["workflows", "/v4/campaign/"],
    ["results of the workflow", `/v4/campaign/${campaignId}/comparison`],
    ["funnel", `/v4/campaign/report/funnel/?campaignId=${campaignId}&startDate=${day(3)}&endDate=${day(0)}`],
    ["report by day", `/v4/campaign/report/detail/?startDate=${day(30)}&endDate=${day(0)}&previous=true&grouping=day`],
    ["failures by reason", `/v4/campaign/report/failure/?startDate=${day(30)}&endDate=${day(0)}`],
  ];
}

async function measureRequests(
  db: Place["db"],
  account: string,
  run: Run,
): Promise<Pick<RunFigures, "answers" | "problems">> {
  const api = await openApi(db, account);
  const answers: RunFigures["answers"] = [];
  const problems: string[] = [];
  try {
    for (const [name, url] of requestsOf(run)) {
      const { times, body } = await api.ask({ url, calls });
      answers.push({ name, p95: quantile(times, 0.95) });
      if (name === "outcome") problems.push(...checkOutcome(body, run));
    }
  } finally {
    await api.close();
  }
  return { answers, problems };
}

function checkOutcome(body: string, { contacts }: Run): string[] {
  const [outcome] = (JSON.parse(body) as { payload: { contacts: number; replied: number }[] }).payload;
  return outcome?.contacts === contacts && outcome.replied === Math.ceil(contacts / 20)
    ? []
    : [`the outcome counts ${outcome?.contacts} contacts, ${outcome?.replied} replies`];
}

const at = "now() - interval '1 day' + g * interval '1 hour' / $6::int";
/** An id of this time that ends in the contact's number. */
const idOf = (kind: number, when: string): string =>
  `overlay(overlay(trunkline_first_id(${when})::text placing lpad(to_hex(g), 12, '0') from 25) placing '${kind}' from 21 for 1)::uuid`;
const people = `(select g, c.contact_id, c.phone from generate_series($4::int, $5::int - 1) g
  join contact c on c.account_id = $1 and c.phone = '+1303' || lpad((2000000 + g)::text, 7, '0')) p`;

/** Journeys that have ended, their steps, their texts within an hour of yesterday, and the replies. */
async function fill(db: Place["db"], account: string, { campaignId, batchId, contacts }: Run): Promise<void> {
  for (let from = 0; from < contacts; from += perChunk)
    await db.tx([account], async (q) => {
      const values = [account, campaignId, batchId, from, Math.min(contacts, from + perChunk), contacts];
      await q.run(
        `with j as (insert into journey (account_id, journey_id, campaign_id, batch_id, contact_id, starts_at, wake_at, version, node, revision, status)
         select $1::uuid, ${idOf(2, at)}, $2, $3, contact_id, ${at}, null, 1, 9, 5, 3 from ${people}
         returning account_id, journey_id, campaign_id)
         insert into report_change (account_id, quarter, campaign_id, enrolled)
         select account_id, trunkline_quarter(journey_id), campaign_id, count(*) from j group by 1, 2, 3`,
        values,
      );
      await q.run(
        `insert into step (account_id, journey_id, revision, node, at, outcome, next_node)
         select $1, ${idOf(2, at)}, r, n, ${at}, 0, case when n = 4 then case when g % 2 = 0 then 5 else 8 end else o end
         from ${people} cross join (values (1, 1, 2), (2, 2, 3), (3, 3, 4), (4, 4, 5), (5, 5, 9)) s (r, n, o)
         where $2::uuid is not null and $3::uuid is not null`,
        values,
      );
      await q.run(
        `with r as (insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node, revision, direction,
           from_number, to_number, body, state, receipt, cost_micros, counts_as, submitted, updated)
         select $1::uuid, ${idOf(1, `${at} + interval '1 second'`)}, contact_id, $2::uuid, $3::uuid, ${idOf(2, at)}, 5, 4, 'out', '+12025550010', phone, 'Your offer ends on Friday.',
           'accepted', case when g % 23 = 5 then 'undelivered' else 'delivered' end, 8000, null, ${at}, ${at} from ${people}
         union all
         select $1, ${idOf(3, `${at} + interval '5 minutes'`)}, contact_id, $2::uuid, $3::uuid, ${idOf(2, at)}, null, null, 'in', phone, '+12025550010',
           'YES', 'received', null, 0, 'reply', null, now() from ${people} where g % 20 = 0
         returning *) ${countMessages("r", null)}`,
        values,
      );
    });
  await db.tx([account], (q) => finish(q, account, { campaignId, batchId, contacts }));
}

/** What workers count as they go. */
async function finish(
  q: Parameters<Parameters<Place["db"]["tx"]>[1]>[0],
  account: string,
  { batchId, contacts }: Run,
): Promise<void> {
  const values = [account, batchId, contacts];
  await q.run(
    "insert into batch_count (account_id, batch_id, slot, enrolled, started, done) values ($1, $2, 0, $3, $3, $3)",
    values,
  );
  await q.run(
    `insert into node_count (account_id, batch_id, version, node, slot, entered)
     select $1, $2, 1, n, 0, $3 from unnest('{1,2,3,4,5,9}'::int[]) n`,
    values,
  );
  await q.run(
    `insert into edge_count (account_id, batch_id, version, node, to_node, slot, went)
     select $1, $2, 1, n, o, 0, $3 from (values (1, 2), (2, 3), (3, 4), (4, 5), (5, 9)) e (n, o)`,
    values,
  );
  await q.run(
    `update batch set status = 'done', enrolment = 'done', enrolled = $3, queued = $3, started = now() - interval '1 day', finished = now()
     where account_id = $1 and batch_id = $2`,
    values,
  );
}
