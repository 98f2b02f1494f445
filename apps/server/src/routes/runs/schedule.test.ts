import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { daily, dayMs, inDays, once, request, scheduleWorld } from "../../../test/scheduleWorld.ts";
import { fireSchedules } from "../../jobs/runs/fireSchedules.ts";

const { db, world, url, call, first } = await scheduleWorld();
const refusal = async (method: string, address: string, body: unknown) => {
  const answer = await call(method, address, body);
  const [problem] = answer.body.error;
  return [answer.status, problem?.message, problem?.where];
};
const list = async (query = "") => (await call("GET", `/v4/campaign/batch/schedule${query}`)).body.payload;

const contactsOf = (row: Record<string, unknown>) =>
  (row["createBatchRequest"] as { contactIds?: string[] }).contactIds;

/** A wire example with its placeholder ids and dates replaced. */
const wire = (name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../test/wire/${name}.json`, import.meta.url), "utf8")
      .replaceAll("01980000-0000-7000-8000-0000000000c1", world.campaign)
      .replaceAll("01980000-0000-7000-8000-0000000000f1", world.contact)
      .replace(/,\s*"01980000-0000-7000-8000-0000000000f2"/, "")
      .replaceAll("2027-03-12", inDays(30).slice(0, 10)),
  ) as Record<string, unknown> & { createBatchRequest: Record<string, unknown> };

/** Checks that everything that was sent is in the answer. */
function expectHolds(read: Record<string, unknown>, sent: Record<string, unknown>) {
  const same = (value: unknown) => (typeof value === "string" && /^\d{4}-.*T/.test(value) ? Date.parse(value) : value);
  for (const [name, value] of Object.entries(sent)) {
    if (name !== "createBatchRequest") expect([name, same(read[name])]).toEqual([name, same(value)]);
  }
}

describe("the wire files (spec 2 §3.9, §7.4)", () => {
  it.each(["schedule.once", "schedule.recurring"])("%s is accepted, read and saved back unchanged", async (name) => {
    const body = wire(name);
    const made = await first("POST", url, body);
    expectHolds(made, body);
    expect(made.createBatchRequest).toEqual(body.createBatchRequest);
    // The full object as it was read.
    const again = await first("PUT", `${url}/${made["eventId"]}`, made);
    expect(again).toEqual(made);
    const listed = (await list()).find((row) => row["eventId"] === made["eventId"]);
    expect(listed).toEqual(made);
  });

  it("accepts batch", async () => {
    const made = await first("POST", `/v4/campaign/${world.campaign}/batch/`, { ...wire("batch"), start: false });
    expect(made).toMatchObject({ displayName: "Spring welcome, first run", periodMs: 500 });
  });

  it("a recurring form is saved with nextScheduled removed (spec 2 §7.4)", async () => {
    const { nextScheduled: _, ...made } = await first("POST", url, daily());
    const edited = await first("PUT", `${url}/${made["eventId"]}`, { ...made, dayOfWeek: 2, timeOfDay: "10:45:00" });
    expect(edited).toMatchObject({ dayOfWeek: 2, timeOfDay: "10:45", status: 1 });
    expect(new Date(String(edited["nextScheduled"])).getUTCMinutes()).toBe(45);
  });
});

describe("a schedule needs", () => {
  it.each<[string, object, number, string, string | undefined]>([
    ["a new one has status 1", once({ status: 0 }), 400, "A new schedule must have status 1", "body.status"],
    [
      "a time",
      once({ nextScheduled: "tomorrow" }),
      400,
      "nextScheduled must be an instant with offset such as 2027-03-12T13:30:00-05:00",
      "body.nextScheduled",
    ],
    [
      "a future time",
      once({ nextScheduled: inDays(-1) }),
      400,
      "nextScheduled must not be in the past",
      "body.nextScheduled",
    ],
    [
      "at most one year ahead",
      once({ nextScheduled: inDays(368) }),
      400,
      "nextScheduled must be at most one year ahead",
      "body.nextScheduled",
    ],
    ["a zone", once({ timezoneId: 77 }), 400, "timezoneId must be an id from GET /v4/timezone/", "body.timezoneId"],
    ["a day", daily({ dayOfWeek: 0 }), 400, "Choose at least one day", "body.dayOfWeek"],
    ["at least one day", daily({ dayOfWeek: undefined }), 400, "Choose at least one day", "body.dayOfWeek"],
    ["a time of day", daily({ timeOfDay: "25:00" }), 400, "Time must be HH:mm", "body.timeOfDay"],
    [
      "an expiry after the first run",
      daily({ expire: "2020-01-01" }),
      400,
      "Nothing would run because expire is before the next chosen day",
      "body.expire",
    ],
    [
      "days only for recurring runs",
      once({ recurring: false, dayOfWeek: 2 }),
      400,
      "dayOfWeek is only for recurring runs, and this one runs once",
      "body.dayOfWeek",
    ],
    [
      "one way to select contacts",
      once({ createBatchRequest: { displayName: "Run" } }),
      400,
      "Send either contactIds or statements",
      "body.createBatchRequest.contactIds",
    ],
    [
      "a name",
      once({ createBatchRequest: { ...request, displayName: " " } }),
      400,
      "Name is required",
      "body.createBatchRequest.displayName",
    ],
    [
      "fields that exist",
      once({ createBatchRequest: { ...request, statements: [{ variable: "shoe", operation: "EXISTS" }] } }),
      400,
      '"shoe" is neither a contact field nor a custom field of this account. The account\'s custom fields are age, interested.',
      "body.createBatchRequest.statements[0].variable",
    ],
    [
      "a period",
      once({ createBatchRequest: { ...request, periodMs: 0 } }),
      400,
      "periodMs must be at least 1, or -1 for Auto",
      "body.createBatchRequest.periodMs",
    ],
    [
      "contacts of the account",
      once({ createBatchRequest: { displayName: "Run", contactIds: [world.user] } }),
      400,
      "1 of the contactIds are not contacts of this account",
      "body.createBatchRequest.contactIds",
    ],
    [
      "the workflow in the URL",
      once({ createBatchRequest: { ...request, campaignId: world.user } }),
      400,
      "campaignId must be the one in the URL",
      "body.createBatchRequest.campaignId",
    ],
  ])("%s", async (_, body, status, message, where) => {
    const before = (await list()).length;
    expect(await refusal("POST", url, body)).toEqual([status, message, where]);
    expect((await list()).length).toBe(before);
  });

  it("a workflow that was saved", async () => {
    const made = await first("POST", "/v4/campaign/", { campaignName: "Empty", numberSet: world.numberSet });
    expect(await refusal("POST", `/v4/campaign/${made["campaignId"]}/batch/schedule`, once())).toEqual([
      409,
      "This workflow has never been saved. Draw and save it before you run it",
      undefined,
    ]);
  });

  it("dates expire at their end in the schedule's zone, and epoch milliseconds are accepted (wire reading 26)", async () => {
    const day = inDays(40).slice(0, 10);
    const made = await first("POST", url, daily({ expire: day, timezoneId: 0 }));
    expect(made["expire"]).toBe(`${day}T23:59:59.999Z`);
    const ms = Date.parse(inDays(3));
    const byNumber = await first("POST", url, once({ nextScheduled: ms }));
    expect(Date.parse(String(byNumber["nextScheduled"]))).toBe(ms);
    // Local date and time in the schedule's zone. Phoenix has no daylight saving time.
    const local = await first(
      "POST",
      url,
      once({ nextScheduled: `${inDays(3).slice(0, 10)}T09:00`, timezoneId: 1005 }),
    );
    expect(local["nextScheduled"]).toBe(`${inDays(3).slice(0, 10)}T16:00:00.000Z`);
  });
});

describe("statuses (spec 2 §4.7)", () => {
  const put = (made: Record<string, unknown>, more: object) =>
    [`${url}/${made["eventId"]}`, { ...made, ...more }] as const;
  const due = async (made: Record<string, unknown>) =>
    (await db.global((q) => q.rows("select from schedule_due where schedule_id = $1", [made["eventId"]]))).length;

  it("pause toggles between 1 and 0 and cancel sets -1 with immediate effect", async () => {
    const made = await first("POST", url, daily());
    expect([made["status"], await due(made)]).toEqual([1, 1]);
    expect([(await first("PUT", ...put(made, { status: 0 })))["status"], await due(made)]).toEqual([0, 0]);
    expect([(await first("PUT", ...put(made, { status: 1 })))["status"], await due(made)]).toEqual([1, 1]);
    expect([(await first("PUT", ...put(made, { status: -1 })))["status"], await due(made)]).toEqual([-1, 0]);
    expect((await list("?cancelled=false")).some((row) => row["eventId"] === made["eventId"])).toBe(false);
    expect((await list()).some((row) => row["eventId"] === made["eventId"])).toBe(true);
  });

  it("-2 blocks every action", async () => {
    const made = await first("POST", url, daily());
    await db.tx([world.account], (q) =>
      q.run("update schedule set status = -2 where account_id = $1 and schedule_id = $2", [
        world.account,
        made["eventId"],
      ]),
    );
    for (const status of [1, 0, -1]) {
      expect(await refusal("PUT", ...put(made, { status }))).toEqual([
        409,
        "This schedule has ended and cannot be changed. Create a new one to run the workflow again.",
        undefined,
      ]);
    }
    const other = await first("POST", url, daily());
    expect((await refusal("PUT", ...put(other, { status: -2 })))[0]).toBe(400);
  });

  it("unpausing does not start a run whose time passed while it was paused", async () => {
    const made = await first("POST", url, once());
    await first("PUT", ...put(made, { status: 0 }));
    await db.tx([world.account], (q) =>
      q.run("update schedule set next_at = now() - interval '1 hour' where account_id = $1 and schedule_id = $2", [
        world.account,
        made["eventId"],
      ]),
    );
    const passed = (await list()).find((row) => row["eventId"] === made["eventId"])!;
    expect(await refusal("PUT", ...put(passed, { status: 1 }))).toEqual([
      409,
      "The time of this run has passed. Choose another time",
      "body.nextScheduled",
    ]);
    const moved = await first("PUT", ...put(passed, { status: 1, nextScheduled: inDays(1) }));
    expect(moved["status"]).toBe(1);
  });

  it("deleting the workflow ends its schedules", async () => {
    const copy = await first("POST", "/v4/campaign/", { campaignName: "Short-lived", numberSet: world.numberSet });
    const at = `/v4/campaign/${copy["campaignId"]}`;
    const [drawn] = (await call("GET", `/v4/campaign/${world.campaign}/workflow/`)).body.payload;
    await first("POST", `${at}/workflow/`, { workflow: drawn?.["workflow"] });
    const made = await first("POST", `${at}/batch/schedule`, daily());
    await first("DELETE", at);
    expect(await due(made)).toBe(0);
    expect((await list()).find((row) => row["eventId"] === made["eventId"])).toMatchObject({
      status: -2,
      nextScheduled: null,
    });
  });
});

describe("selected contacts", () => {
  it("stay when the request omits them and are removed when it has statements", async () => {
    const body = once({ createBatchRequest: { displayName: "Picked", contactIds: [world.contact] } });
    const made = await first("POST", url, body);
    expect(made.createBatchRequest).toMatchObject({ contactIds: [world.contact], contactCount: 1 });
    const { contactIds: _, ...without } = made.createBatchRequest;
    const kept = await first("PUT", `${url}/${made["eventId"]}`, { ...made, createBatchRequest: without });
    expect(kept.createBatchRequest["contactIds"]).toEqual([world.contact]);
    const stated = await first("PUT", `${url}/${made["eventId"]}`, { ...made, createBatchRequest: request });
    expect(stated.createBatchRequest).toMatchObject({ statements: [] });
    expect(stated.createBatchRequest["contactIds"]).toBeUndefined();
    const one = await first("GET", `${url}/${made["eventId"]}`);
    expect(one).toEqual(stated);
  });

  it("of each schedule are listed", async () => {
    const [row] = (await call("POST", "/v4/contact/", { phone: "+14155550187", firstName: "Second" })).body.payload;
    const other = String(row?.["contactId"]);
    const pick = async (displayName: string, contactIds: string[]) =>
      (await first("POST", url, once({ createBatchRequest: { displayName, contactIds } })))["eventId"];
    const picked = new Map([
      [await pick("One", [world.contact]), [world.contact]],
      [await pick("Both", [world.contact, other]), [world.contact, other].sort()],
      [await pick("Other", [other]), [other]],
    ]);
    const listed = (await list("?limit=500")).filter((one) => picked.has(one["eventId"] as string));
    expect(new Map(listed.map((one) => [one["eventId"], contactsOf(one)]))).toEqual(picked);
  });
});

describe("the list", () => {
  it("pages by key and filters by kind and workflow", async () => {
    const all = await list("?limit=500");
    const recurring = await list("?recurring=true&limit=500");
    const single = await list("?recurring=false&limit=500");
    expect(recurring.every((row) => row["recurring"] === true)).toBe(true);
    expect(recurring.length + single.length).toBe(all.length);
    const page = (await call("GET", "/v4/campaign/batch/schedule?limit=2")).body;
    const next = (await call("GET", `/v4/campaign/batch/schedule?limit=2&cursor=${page.next}`)).body;
    expect([...page.payload, ...next.payload].map((row) => row["eventId"])).toEqual(
      all.slice(0, 4).map((row) => row["eventId"]),
    );
    expect(await list(`?campaignId=${world.user}`)).toEqual([]);
  });
});

describe("a schedule without a zone (spec 2 §9)", () => {
  it.each([
    ["a recurring one is in zone -20", { dayOfWeek: 127, timeOfDay: "09:30" }, -20],
    ["a one-time one is in zone 0", { nextScheduled: inDays(2) }, 0],
  ])("%s", async (_, when, timezoneId) => {
    expect(await first("POST", url, { ...when, createBatchRequest: request })).toMatchObject({ timezoneId });
  });
});

describe("the DNC filter (readings, Schedules)", () => {
  const withFilter = (dnc: unknown) => daily({ createBatchRequest: { ...request, filters: { dnc } } });

  it("is read as text", async () => {
    const made = await first("POST", url, withFilter("call, sms, rcs, all"));
    expect(made.createBatchRequest).toMatchObject({ filters: { dnc: ["call", "sms", "rcs", "all"] } });
  });

  it("names its types when one is unknown", async () => {
    expect((await refusal("POST", url, withFilter("call, fax"))).slice(0, 2)).toEqual([
      400,
      "DNC filter must list call, sms, rcs or all, separated by commas",
    ]);
  });
});

describe("a one-time schedule that has fired", () => {
  const isListed = async (eventId: unknown) =>
    (await list("?recurring=false&fired=false&limit=500")).some((row) => row["eventId"] === eventId);
  const fire = async (): Promise<unknown> => {
    const made = await first("POST", url, once({ createBatchRequest: { ...request, start: false } }));
    expect(await isListed(made["eventId"])).toBe(true);
    await fireSchedules(db, new Date(Date.now() + 3 * dayMs));
    return made["eventId"];
  };

  it("leaves the list of schedules that have not fired", async () => {
    expect(await isListed(await fire())).toBe(false);
  });

  it("stays in the list when no run was made", async () => {
    const eventId = await fire();
    await db.tx([world.account], (q) =>
      q.run(
        "update schedule_firing set batch_id = null, outcome = 'failed', reason = 'empty_workflow' where account_id = $1 and schedule_id = $2",
        [world.account, eventId],
      ),
    );
    expect(await isListed(eventId)).toBe(true);
  });
});
