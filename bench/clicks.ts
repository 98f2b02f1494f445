import { linkDay, newLinkCode } from "../apps/server/src/store/links/linkCode.ts";
import { openServer, quantile } from "./api.ts";
import { makeHistory } from "./history.ts";
import { makeRuns } from "./lists.ts";
import type { Place } from "./place.ts";
import type { Scene } from "./scene.ts";

/** So many phones open their links at once. */
const crowd = 200;
const phone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile/15E148 Safari/604.1";

/** First clicks a second by a crowd, how long one of them took, and whether every one was kept. */
export async function measureClicks(
  place: Place,
  scene: Scene,
  clicks: number,
): Promise<{ perSecond: number; p50: number; p99: number; problems: string[] }> {
  const { db } = place;
  const { account } = scene;
  await makeHistory(place, scene, await makeRuns(place, scene), clicks);
  const now = Date.now();
  const [owner] = await db.global((q) =>
    q.rows<{ key: string }>("select link_key as key from account where account_id = $1", [account]),
  );
  const codes = Array.from({ length: clicks }, () => newLinkCode(owner?.key ?? "", now));
  const made = await db.tx([account], (q) =>
    q.run(
      `insert into link (account_id, day, secret, message_id, target)
       select $1, $2, s, message_id, 'https://shop.example/sale'
       from (select message_id, row_number() over () n from message where account_id = $1 and direction = 'out' limit $4) m
       join unnest($3::text[]) with ordinality u (s, n) using (n)`,
      [account, linkDay(now), codes.map((code) => code.slice(6)), clicks],
    ),
  );
  const api = await openServer(db);
  const times: number[] = [];
  let next = 0;
  const began = performance.now();
  await Promise.all(
    Array.from({ length: crowd }, async () => {
      for (let code = codes[next++]; code !== undefined && next <= made; code = codes[next++]) {
        const from = performance.now();
        await api.app.inject({ url: `/l/${code}`, headers: { host: "127.0.0.1:4400", "user-agent": phone } });
        times.push(performance.now() - from);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  await api.app.close();
  const [kept] = await db.tx([account], (q) =>
    q.rows<{ links: number }>("select count(*)::int links from link where account_id = $1 and clicked is not null", [
      account,
    ]),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    problems:
      kept?.links === times.length ? [] : [`${times.length} links were opened, ${kept?.links} clicks were kept`],
  };
}
