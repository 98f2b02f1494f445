import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeContacts, makeWorld, oneText } from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { insertBatch, startBatch } from "../../store/runs/batch.ts";
import { enrolBatch } from "./enrolBatch.ts";

const db = await freshDatabase();

it("an enrolment that selects few of many contacts continues its scan where it was killed (reliability F1)", async () => {
  const world = await makeWorld(db);
  const contacts = (await makeContacts(db, world, handsets(100))).sort();
  const chosen = contacts.filter((_, index) => index % 30 === 5);
  await ask(
    db,
    world,
    "update contact set city = 'Denver' where account_id = $1 and contact_id = any ($2::uuid[]) returning 1",
    [chosen],
  );
  const campaign = await makeCampaign(db, world, oneText(world.template));
  const batchId = await db.tx([world.account], async (q) => {
    const batch = await insertBatch(q, world.account, {
      ...campaign,
      displayName: "Run",
      periodMs: -1,
      dncFilter: [],
      createdBy: "test",
      selection: { statements: [{ variable: "city", operation: "EQUALS", value: "Denver", negated: false }] },
    });
    await startBatch(q, world.account, batch.batchId);
    return batch.batchId;
  });
  const row = async () =>
    (
      await ask<{ counted: string | null; enrolled: string | null; queued: number; journeys: number }>(
        db,
        world,
        `select count_cursor counted, enrol_cursor enrolled, queued,
           (select count(*)::int from journey j where j.account_id = b.account_id) journeys
         from batch b where account_id = $1 and batch_id = $2`,
        [batchId],
      )
    )[0];
  const runUntilKilled = async (part: number): Promise<void> => {
    const file = join(import.meta.dirname, "../../../test/breakingEnrolment.ts");
    const child = spawn(process.execPath, [file, db.url, world.account, batchId, String(part)], { stdio: "inherit" });
    expect((await once(child, "exit"))[1]).toBe("SIGKILL");
    // the backend of the killed process may hold the row a little longer, and a locked batch is skipped
    await ask(db, world, "select batch_id from batch where account_id = $1 and batch_id = $2 for update", [batchId]);
  };
  await runUntilKilled(5);
  expect(await row()).toEqual({ counted: contacts[39], enrolled: null, queued: 2, journeys: 0 });
  // the rest of the count, the last part of which enrols as well, and three parts of the enrolment
  await runUntilKilled(10);
  expect(await row()).toEqual({ counted: contacts[99], enrolled: contacts[29], queued: 4, journeys: 1 });
  for (let more = true; more; ) more = await enrolBatch(db, world.account, batchId, 900, 20_000, 10);
  expect(await row()).toMatchObject({ queued: 4, journeys: 4 });
});
