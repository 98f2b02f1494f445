import { enrolBatch } from "../src/jobs/runs/enrolBatch.ts";
import { openDatabase } from "../src/store/database.ts";
import { testDialect } from "./testDialect.ts";

// Counts and enrols a run ten contacts at a time, and kills itself in the middle of the N-th part: node breakingEnrolment.ts URL ACCOUNT BATCH N

const [url, account, batch, at] = process.argv.slice(2) as [string, string, string, string];
const db = openDatabase(url, { connections: 2, ...testDialect() });
for (let part = 1; ; part++) {
  if (part === Number(at))
    await enrolBatch(
      { ...db, tx: (ids, work) => db.tx(ids, async (q) => kill(await work(q))) },
      account,
      batch,
      900,
      20_000,
      10,
    );
  await enrolBatch(db, account, batch, 900, 20_000, 10);
}

function kill<T>(answer: T): T {
  process.kill(process.pid, "SIGKILL");
  return answer;
}
