import { announceChanges } from "../apps/server/src/jobs/changes/announceChanges.ts";
import { insertSession } from "../apps/server/src/store/identity/session.ts";
import { openApi, type openServer, quantile } from "./api.ts";
import type { Place } from "./place.ts";
import type { Scene } from "./scene.ts";

/** How the Live calls page answers, in milliseconds, and how soon its page hears of a change. */
export interface LiveFigures {
  agents: number;
  p50: number;
  p95: number;
  bytes: number;
  hintP50: number;
  hintMost: number;
  problems: string[];
}

const agents = 1_000;
const groups = 20;
const stays = 40_000;
const waiting = 150;
const talking = 600;
const calls = 40;
const changes = 20;

/** A call center on a busy day: 1,000 agents in twenty work groups, 40,000 calls since midnight, callers who wait and talk. */
export async function measureLive({ db }: Place, { account }: Scene): Promise<LiveFigures> {
  await fill(db, account);
  const api = await openApi(db, account);
  const stopAnnouncing = announceChanges(db);
  try {
    const { times, body } = await api.ask({ url: "/v4/call-center/?zone=Etc%2FUTC", calls });
    const [live] = (JSON.parse(body) as { payload: { agents: unknown[]; places: { waiting: number }[] }[] }).payload;
    const problems: string[] = [];
    if (live?.agents.length !== agents) problems.push(`Live calls shows ${live?.agents.length} agents`);
    const shown = live?.places.reduce((sum, place) => sum + place.waiting, 0);
    if (shown !== waiting) problems.push(`Live calls shows ${shown} waiting callers`);
    const hints = await measureHints(db, api.server, account);
    return {
      agents,
      p50: quantile(times, 0.5),
      p95: quantile(times, 0.95),
      bytes: Buffer.byteLength(body),
      hintP50: quantile(hints, 0.5),
      hintMost: hints.at(-1) ?? 0,
      problems,
    };
  } finally {
    stopAnnouncing();
    await api.close();
  }
}

/** From the commit of a change to its hint on the stream of a page, sorted. */
async function measureHints(
  db: Place["db"],
  api: Awaited<ReturnType<typeof openServer>>,
  account: string,
): Promise<number[]> {
  const token = api.tokens.make();
  await db.global(async (q) => {
    const user = await q.one<{ userId: string }>(
      'select user_id "userId" from membership where account_id = $1 limit 1',
      [account],
    );
    const tokenHash = api.tokens.hash("session", token);
    const session = { userId: user?.userId ?? "", account, tokenHash, agent: null, address: null };
    await insertSession(q, session);
  });
  const port = new URL(api.config.publicUrl).port || "80";
  const answer = await api.app.inject({
    url: "/v4/changes/",
    headers: { cookie: `trunkline_${port}=${token}` },
    payloadAsStream: true,
  });
  if (answer.statusCode !== 200) throw new Error(`The stream answered ${answer.statusCode}`);
  let heard = () => {};
  answer.stream().on("data", (chunk: Buffer) => {
    if (/event: changed\n.*"call"/.test(String(chunk))) heard();
  });
  const times: number[] = [];
  for (let change = 0; change < changes; change++) {
    const { promise, resolve } = Promise.withResolvers<void>();
    heard = resolve;
    await db.tx([account], (q) =>
      q.run("update queue_stay set missed = missed + 1 where account_id = $1 and outcome is null", [account]),
    );
    const from = performance.now();
    await promise;
    times.push(performance.now() - from);
  }
  return times.sort((a, b) => a - b);
}

async function fill(db: Place["db"], account: string): Promise<void> {
  const users = "select md5('agent' || g)::uuid user_id, g from generate_series(0, $2::int - 1) g";
  await db.global(async (q) => {
    await q.run(
      `insert into auth_user (user_id, email, name, password_hash)
       select user_id, 'agent' || g || '@example.com', 'Agent ' || g, '' from (select md5('agent' || g)::uuid user_id, g
         from generate_series(0, $1::int - 1) g) u`,
      [agents],
    );
    await q.run(
      `insert into membership (account_id, user_id, role, privileges) select $1, user_id, 'member', array['inbox-use', 'call-supervise']
       from (${users}) u`,
      [account, agents],
    );
  });
  await db.tx([account], async (q) => {
    await q.run(
      `insert into work_group (account_id, work_group_id, name, distribution_type)
       select $1, md5('group' || g)::uuid, 'Group ' || g, 1 from generate_series(0, $2::int - 1) g`,
      [account, groups],
    );
    await q.run(
      `insert into work_group_member (account_id, work_group_id, user_id, position, weight)
       select $1, md5('group' || g % $3::int)::uuid, user_id, g / $3::int, 1 from (${users}) u`,
      [account, agents, groups],
    );
    await q.run(
      `insert into agent_presence (account_id, agent, status, seen, changed)
       select $1, 'user:' || user_id, case when g % 10 = 9 then 'away' else 'available' end, now() + interval '1 hour', now()
       from (${users}) u`,
      [account, agents],
    );
    const since = "date_trunc('day', now()) + g * (now() - date_trunc('day', now())) / $2::int";
    await q.run(
      `insert into call (account_id, call_id, direction, from_number, to_number, plan, state, line, submitted, updated)
       select $1, md5('call' || g)::uuid, 'in', '+1303' || lpad((2000000 + g)::text, 7, '0'), '+12025550010', '{}', 'received', 'completed',
         ${since}, now() from generate_series(0, $2::int - 1) g`,
      [account, stays],
    );
    await q.run(
      `insert into queue_stay (account_id, stay_id, call_id, kind, name, entered, offered, left_wait, outcome, answered_by,
         answered_by_name, ended, ended_by, wrapped)
       select $1, md5('stay' || g)::uuid, md5('call' || g)::uuid, 'workGroup', 'Group ' || g % $3::int, e, e,
         case when g >= $4::int then e + g % 60 * interval '1 second' end,
         case when g < $4::int then null when g % 9 = 0 then 'abandoned' else 'answered' end,
         case when g >= $4::int and g % 9 <> 0 then md5('agent' || g % $5::int)::uuid end,
         case when g >= $4::int and g % 9 <> 0 then 'Agent ' || g % $5::int end,
         case when g >= $4::int and g % 9 <> 0 then e + interval '4 minutes' end, 'caller',
         case when g >= $4::int and g % 9 <> 0 then e + interval '5 minutes' end
       from (select g, ${since} e from generate_series(0, $2::int - 1) g) g`,
      [account, stays, groups, waiting, agents],
    );
    await q.run(
      `insert into call_offer (account_id, offer_id, call_id, user_id, kind, name, state, at, answered, ended, wrap_until)
       select $1, ('0199' || lpad(to_hex(g), 28, '0'))::uuid, md5('call' || g)::uuid, md5('agent' || g % $3::int)::uuid, 'workGroup',
         'Group ' || g % 20, case when g >= $2::int - $4::int then 'talking' else 'over' end, e, e,
         case when g < $2::int - $4::int then e + interval '4 minutes' end, case when g < $2::int - $4::int then e + interval '5 minutes' end
       from (select g, ${since} e from generate_series(0, $2::int - 1) g) g`,
      [account, stays, agents, talking],
    );
  });
  await db.owner((q) =>
    q.run("analyze auth_user, membership, work_group, work_group_member, agent_presence, call, queue_stay, call_offer"),
  );
}
