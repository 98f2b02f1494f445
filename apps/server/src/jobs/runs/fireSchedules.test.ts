import { nextSlot, type Recurrence, type Slot, slotName } from "@trunkline/workflow/parts/time/schedule.ts";
import { describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  replyFlow,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { listBroken } from "../../store/invariants.ts";
import { insertSchedule, replaceScheduleContacts, updateNextSlot } from "../../store/runs/schedule.ts";
import { removeCampaign } from "../../store/workflows/campaign.ts";
import { fireSchedules, recalculateSlots } from "./fireSchedules.ts";

const db = await freshDatabase({ connections: 12 });
const eastern = -20;
const zone = "America/New_York";
const dayMs = 86_400_000;
const at = (text: string) => new Date(text);

interface Made {
  world: EngineWorld;
  scheduleId: string;
  campaignId: string;
  contacts: string[];
}

/** A schedule that waits for its first slot from an instant on. */
async function make(
  from: Date,
  {
    slot,
    missed = "once",
    start = false,
    picked = false,
  }: Partial<{ slot: Slot; missed: "once" | "skip"; start: boolean; picked: boolean }> = {},
): Promise<Made> {
  const world = await makeWorld(db);
  const contacts = await makeContacts(db, world, handsets(3));
  const campaign = await makeCampaign(db, world, replyFlow(world.template));
  const fields = {
    status: 1,
    timezoneId: eastern,
    dayOfWeek: slot ? null : 127,
    timeOfDay: slot ? null : "02:30",
    expire: null,
    missed,
    request: { displayName: "Daily", periodMs: -1, start, filters: { dnc: [] }, ...(picked ? {} : { statements: [] }) },
  };
  const recurrence: Recurrence = { dayOfWeek: 127, secondOfDay: 9_000, zone };
  const scheduleId = await db.tx([world.account], async (q) => {
    const id = await insertSchedule(q, world.account, {
      ...fields,
      campaignId: campaign.campaignId,
      recurring: slot === undefined,
      createdBy: "test",
    });
    await replaceScheduleContacts(q, world.account, id, picked ? contacts.slice(0, 2) : null);
    await updateNextSlot(q, world.account, id, slot ?? nextSlot(recurrence, from.getTime()), true);
    return id;
  });
  return { world, scheduleId, campaignId: campaign.campaignId, contacts };
}

interface Firing {
  slot: string;
  outcome: string;
  late: boolean;
  batch: string | null;
  reason: string | null;
}
const firings = ({ world }: Made) =>
  ask<Firing>(
    db,
    world,
    "select slot, outcome, late, batch_id::text batch, reason from schedule_firing where account_id = $1 order by slot",
  );
const batches = ({ world }: Made) =>
  ask<{ id: string; late: boolean; status: string }>(
    db,
    world,
    "select batch_id::text id, late, status from batch where account_id = $1 order by batch_id",
  );
const status = async ({ world }: Made) =>
  (
    await ask<{ status: number; next: string | null }>(
      db,
      world,
      "select status, next_slot next from schedule where account_id = $1",
    )
  )[0];
/** Several workers look at the same moment. */
const look = (now: Date) => Promise.all([1, 2, 3].map(() => fireSchedules(db, now)));

describe("firing (invariant I19: exactly one firing per local calendar slot)", () => {
  it("three workers fire a daily run once a day over both changes of the clock, each run with its slot", async () => {
    const from = at("2026-03-05T12:00:00Z");
    const made = await make(from);
    for (let now = from.getTime(); now < from.getTime() + 6 * dayMs; now += 7 * 3_600_000) await look(new Date(now));
    const autumn = at("2026-10-30T12:00:00Z");
    await look(autumn);
    for (let now = autumn.getTime(); now < autumn.getTime() + 4 * dayMs; now += 7 * 3_600_000)
      await look(new Date(now));
    const rows = await firings(made);
    const days = rows.map(({ slot }) => slot);
    expect(new Set(days).size).toBe(days.length);
    // 6 March to 2 November, every day
    expect(days.length).toBe(242);
    expect(days.filter((slot) => !slot.endsWith("T02:30:00"))).toEqual([]);
    const fired = rows.filter(({ outcome }) => outcome === "fired");
    expect((await batches(made)).map(({ id }) => id).sort()).toEqual(fired.map(({ batch }) => batch).sort());
    expect(fired.length).toBeGreaterThan(8);
  });

  it("once: after downtime one late run, marked, and the slots before it skipped", async () => {
    const made = await make(at("2026-05-01T00:00:00Z"));
    await look(at("2026-05-04T20:00:00Z"));
    expect((await firings(made)).map(({ slot, outcome, late }) => [slot.slice(8, 10), outcome, late])).toEqual([
      ["01", "skipped", true],
      ["02", "skipped", true],
      ["03", "skipped", true],
      ["04", "fired", true],
    ]);
    expect((await batches(made)).map(({ late }) => late)).toEqual([true]);
    expect((await status(made))?.next).toBe("2026-05-05T02:30:00");
  });

  it("skip: after downtime nothing runs until the next slot", async () => {
    const made = await make(at("2026-05-01T00:00:00Z"), { missed: "skip" });
    await look(at("2026-05-04T20:00:00Z"));
    expect((await firings(made)).map(({ outcome }) => outcome)).toEqual(["skipped", "skipped", "skipped", "skipped"]);
    await look(at("2026-05-05T06:30:00Z"));
    expect((await firings(made)).at(-1)).toMatchObject({ slot: "2026-05-05T02:30:00", outcome: "fired", late: false });
    expect((await batches(made)).length).toBe(1);
  });

  it("a run that comes once comes once, and is over then", async () => {
    const due = at("2026-11-01T06:30:00Z");
    const slot = { name: slotName(due.getTime(), zone), atMs: due.getTime() };
    const made = await make(due, { slot, picked: true });
    await look(at("2026-11-01T06:29:59Z"));
    expect(await batches(made)).toEqual([]);
    await look(due);
    await look(at("2026-11-02T06:30:00Z"));
    expect((await batches(made)).map(({ late, status: word }) => [late, word])).toEqual([[false, "not_started"]]);
    expect(await status(made)).toEqual({ status: -2, next: null });
    const picked = await ask(db, made.world, "select contact_id from batch_contact where account_id = $1");
    expect(picked.length).toBe(2);
  });

  it("an edit that brings the same slot back does not fire it twice", async () => {
    const made = await make(at("2026-05-01T00:00:00Z"));
    await look(at("2026-05-01T06:30:00Z"));
    const slot = { name: "2026-05-01T02:30:00", atMs: Date.parse("2026-05-01T06:30:00Z") };
    await db.tx([made.world.account], (q) => updateNextSlot(q, made.world.account, made.scheduleId, slot, true));
    await look(at("2026-05-01T06:31:00Z"));
    expect((await batches(made)).length).toBe(1);
    expect((await status(made))?.next).toBe("2026-05-02T02:30:00");
  });

  it.each([0, -1])("status %i: nothing fires, even where a worker has just heard of it", async (to) => {
    const made = await make(at("2026-05-01T00:00:00Z"));
    await ask(db, made.world, "update schedule set status = $2 where account_id = $1", [to]);
    await look(at("2026-05-01T06:30:00Z"));
    expect(await firings(made)).toEqual([]);
  });

  it("a workflow that is gone says so on the slot, and no run is made", async () => {
    const made = await make(at("2026-05-01T00:00:00Z"));
    await db.tx([made.world.account], (q) => removeCampaign(q, made.world.account, made.campaignId));
    await look(at("2026-05-01T06:30:00Z"));
    expect(await firings(made)).toMatchObject([{ outcome: "failed", reason: "campaign_deleted", batch: null }]);
    expect(await batches(made)).toEqual([]);
  });

  it("a zone rule that changed while it waits moves the instant, not the wall clock", async () => {
    const made = await make(at("2026-05-01T00:00:00Z"));
    const { account } = made.world;
    // written down by rules that thought the zone an hour further west
    const wrong = { name: "2026-05-01T02:30:00", atMs: Date.parse("2026-05-01T07:30:00Z") };
    await db.tx([account], (q) => updateNextSlot(q, account, made.scheduleId, wrong, true));
    await recalculateSlots(db);
    await look(at("2026-05-01T06:30:00Z"));
    expect(await firings(made)).toMatchObject([{ slot: wrong.name, outcome: "fired", late: false }]);
  });

  it("one that cannot be fired does not hold up the others", async () => {
    const broken = await make(at("2026-05-01T00:00:00Z"));
    const { account } = broken.world;
    await db.tx([account], (q) => q.run("update schedule set request = 'null' where account_id = $1", [account]));
    const made = await make(at("2026-05-01T00:00:00Z"));
    await expect(fireSchedules(db, at("2026-05-01T06:30:00Z"))).rejects.toThrow();
    expect((await firings(made)).length).toBe(1);
    expect(await firings(broken)).toEqual([]);
    await db.tx([account], (q) => q.run("update schedule set status = -1 where account_id = $1", [account]));
  });
});

describe("a schedule in a running program", () => {
  it("makes its run on time, starts it, and every contact gets their text once", async () => {
    const workers = [quickWorker(db), quickWorker(db)];
    const due = Date.now() + 700;
    const made = await make(new Date(), { slot: { name: slotName(due, zone), atMs: due }, start: true });
    await until("the run is under way", async () => {
      const rows = await ask(db, made.world, "select from simulator_message where account_id = $1");
      return rows.length === 3;
    });
    expect(await firings(made)).toMatchObject([{ outcome: "fired", late: false, reason: null }]);
    expect((await batches(made)).length).toBe(1);
    const [row] = await ask<{ early: boolean }>(
      db,
      made.world,
      "select at < due_at early from schedule_firing where account_id = $1",
    );
    expect(row?.early).toBe(false);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await db.tx([made.world.account], (q) => listBroken(q, made.world.account))).toEqual([]);
  });
});
