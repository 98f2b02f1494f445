import { describe, expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeContacts, makeWorld, replyFlow, runBatch } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { enrolBatch } from "../jobs/enrolBatch.ts";
import { forecastRun } from "./forecastRun.ts";

const db = await freshDatabase();
const startMs = Date.parse("2026-06-01T03:00:00Z");

describe("the summary before a start (spec 2 §2.6)", () => {
  it("counts who gets it, who is filtered and why, what is sent and what it costs", async () => {
    const world = await makeWorld(db, { segmentPriceMicros: 10_000 });
    const contacts = await makeContacts(db, world, handsets(30));
    const set = (what: string, which: number) =>
      ask(db, world, `update contact set ${what} where account_id = $1 and contact_id = $2`, [contacts[which]]);
    await set("archived = now()", 0);
    await set("phone = null", 1);
    await set("dnc = 2", 2);
    await set("dnc = 1", 3);
    const campaign = await makeCampaign(db, world, replyFlow(world.template), { frequencyDays: 7 });
    const earlier = await runBatch(db, world, campaign, [contacts[4]!, contacts[5]!]);
    await enrolBatch(db, world.account, earlier, 1);
    const run = { ...campaign, frequencyDays: 7, dncFilter: ["sms" as const], periodMs: 60_000, startMs };
    const forecast = await db.tx([world.account], (q) => forecastRun(q, world.account, { ...run, statements: [] }));
    expect(forecast).toEqual({
      enrolled: 25,
      filtered: [
        { reason: "frequency", count: 2 },
        { reason: "dnc", count: 1 },
        { reason: "no_phone", count: 1 },
      ],
      sampled: 25,
      texts: 25,
      segments: 25,
      rcs: 0,
      calls: 0,
      emails: 0,
      costMicros: 250_000,
      beginSeconds: 24 * 60,
      lastSendMs: startMs + 24 * 60_000,
      numbers: 1,
    });
    const picked = await db.tx([world.account], (q) =>
      forecastRun(q, world.account, { ...run, dncFilter: [], contactIds: [...contacts.slice(0, 4), contacts[0]!] }),
    );
    expect([picked.enrolled, picked.filtered]).toEqual([
      2,
      [
        { reason: "archived", count: 1 },
        { reason: "no_phone", count: 1 },
      ],
    ]);
  });

  it("says when the last text goes where a window holds it back", async () => {
    const world = await makeWorld(db);
    await makeContacts(db, world, handsets(3));
    const campaign = await makeCampaign(db, world, replyFlow(world.template), {
      timezoneProtectionType: 3,
      timezoneProtectionStartTime: "08:00:00",
      timezoneProtectionEndTime: "17:00:00",
      timezoneProtectionTimezoneFixed: -20,
    });
    const run = { ...campaign, frequencyDays: -1, dncFilter: [], periodMs: -1, startMs, statements: [] };
    const forecast = await db.tx([world.account], (q) => forecastRun(q, world.account, run));
    expect(new Date(forecast.lastSendMs ?? 0).toISOString()).toBe("2026-06-01T12:00:00.000Z");
  });
});
