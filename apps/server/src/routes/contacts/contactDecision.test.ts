import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld, type Owned } from "../../../test/world.ts";
import { newId } from "../../store/newId.ts";

const db = await freshDatabase();
const server = await testServer(db);
let ann: Owned;
const at = (clock: string) => Date.parse(`2026-03-12T${clock}Z`);
const iso = (clock: string) => `2026-03-12T${clock}.000Z`;
const phone = "+12025550143";
const ask = (query: string, key = ann.key) => server.call("GET", `/v4/contact/decision/?${query}`, { as: { key } });
const journeyId = newId(at("08:00:00"));

beforeAll(async () => {
  ann = await makeWorld(server, "Annabel");
  const { account, contact, campaign, number } = ann.world;
  const batch = newId(at("07:00:00"));
  const text = (
    clock: string,
    state: string,
    more: {
      reason?: string;
      channel?: string;
      submitted?: string;
      updated?: string;
      revision?: number;
      to?: string;
    } = {},
  ) => [
    newId(at(clock)),
    more.to === undefined ? contact : null,
    more.revision === undefined ? null : journeyId,
    more.revision ?? null,
    more.channel ?? "sms",
    more.to ?? phone,
    state,
    more.reason ?? null,
    more.submitted ? iso(more.submitted) : null,
    iso(more.updated ?? more.submitted ?? clock),
  ];
  await db.tx([account], async (q) => {
    await q.run(
      `insert into batch (account_id, batch_id, campaign_id, version, display_name, status, selection, filters)
       values ($1, $2, $3, 1, 'Annabel morning', 'running', '{}', '{"dnc": ["sms"]}')`,
      [account, batch, campaign],
    );
    await q.run(
      `insert into journey (account_id, journey_id, batch_id, campaign_id, contact_id, starts_at, version)
       values ($1, $2, $3, $4, $5, $6, 1)`,
      [account, journeyId, batch, campaign, contact, iso("08:00:30")],
    );
    for (const [revision, clock, outcome, next, because, data] of [
      [1, "08:01:00", 2, null, "workflow window in America/New_York, by its area code", { until: at("13:00:00") }],
      [2, "13:00:00", 1, null, null, { window: "workflow window 09:00 to 18:00 in America/New_York" }],
      [3, "13:00:04", 0, 5, null, { to: 5 }],
      [4, "13:00:05", 0, 6, "path 1 matched", { to: 6 }],
      [5, "13:00:06", 0, 7, "the contact is on the do-not-contact list", { to: 7 }],
      [6, "13:00:07", 0, 8, "the contact has opted out", { to: 8 }],
      [7, "13:00:08", 0, 9, "the carrier refused it", { to: 9, reason: "carrier_rejected" }],
      [8, "13:00:09", 1, null, null, { asks: "holdForAgent", queue: "Sales", until: at("13:10:00") }],
      [9, "13:10:00", 5, null, "an expression cannot be evaluated (x)", null],
    ] as const)
      await q.run(
        `insert into step (account_id, journey_id, revision, node, at, outcome, next_node, because, data)
         values ($1, $2, $3, 4, $4, $5, $6, $7, $8)`,
        [account, journeyId, revision, iso(clock), outcome, next, because, data === null ? null : JSON.stringify(data)],
      );
    for (const values of [
      text("13:00:01", "accepted", { submitted: "13:00:02", revision: 2 }),
      text("13:00:07", "blocked", { reason: "opted_out", revision: 6, updated: "13:00:07" }),
      text("14:00:00", "rejected", { reason: "carrier_content", submitted: "14:00:01", channel: "rcs" }),
      text("14:01:00", "cancelled", { reason: "window", updated: "14:02:00" }),
      text("14:03:00", "unknown", { submitted: "14:03:00" }),
      text("14:04:00", "queued"),
      text("14:05:00", "accepted", { submitted: "14:05:00", to: "+12025550188" }),
    ])
      await q.run(
        `insert into message (account_id, message_id, contact_id, journey_id, revision, channel, to_number, state, reason, submitted,
           updated, direction, from_number, body) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'out', $12, 'Shall we?')`,
        [account, ...values, number],
      );
    await q.run(
      `insert into message (account_id, message_id, contact_id, to_number, from_number, state, direction, submitted)
       values ($1, $2, $3, $4, $5, 'accepted', 'out', '2026-03-11T23:59:59Z'),
         ($1, $6, $3, $4, $5, 'accepted', 'out', '2026-03-13T00:00:00Z')`,
      [account, newId(at("00:00:00") - 1000), contact, phone, number, newId(at("23:59:59") + 1000)],
    );
    await q.run(
      `insert into call (account_id, call_id, contact_id, campaign_id, direction, from_number, to_number, plan, state, line, reason,
         submitted, updated) values
         ($1, $2, $3, $4, 'out', $5, $6, '{}', 'accepted', 'no_answer', 'call_no_answer', $7, $7),
         ($1, $8, $3, $4, 'out', $5, $6, '{}', 'blocked', null, 'spend_limit', null, $9)`,
      [
        account,
        newId(at("15:00:00")),
        contact,
        campaign,
        number,
        phone,
        iso("15:00:00"),
        newId(at("15:01:00")),
        iso("15:01:00"),
      ],
    );
    await q.run(
      `insert into email (account_id, email_id, contact_id, provider, simulated, from_email, from_name, to_email, to_name,
         subject, template_id, state, reason)
       values ($1, $2, $3, 'sendgrid', false, 'a@example.com', '', 'b@example.com', '', 'Your order', 't', 'rejected', 'email_template')`,
      [account, newId(at("15:02:00")), contact],
    );
    await q.run(
      "insert into batch_filtered (account_id, batch_id, contact_id, reason, at) values ($1, $2, $3, 'dnc', $4)",
      [account, batch, contact, iso("16:00:00")],
    );
    await q.run(
      `insert into consent (account_id, consent_id, phone, type, action, source, reason, at) values
         ($1, $2, $3, 'sms', 'out', 'reply', null, $4), ($1, $5, $3, 'sms', 'in', 'page', 'asked by mail', $6),
         ($1, $7, '+12025550188', 'call', 'out', 'import', null, $4)`,
      [
        account,
        newId(at("12:00:00")),
        phone,
        iso("12:00:00"),
        newId(at("17:00:00")),
        iso("17:00:00"),
        newId(at("12:00:00")),
      ],
    );
    await q.run(
      `insert into given_disposition (account_id, given_id, contact_id, key, source, note, actor, actor_name, reason, at)
       values ($1, $2, $3, 'Sale', 'page', 'at last', 'user:x', 'Bea', null, $4)`,
      [account, newId(at("18:00:00")), contact, iso("18:00:00")],
    );
  });
});

const line = ({ at: when, outcome, title, rule }: Record<string, unknown>) => [
  String(when).slice(11, 19),
  outcome,
  title,
  rule,
];
const expected = [
  ["08:00:00", "begun", "Entered Annabel workflow", "Accepted by the run"],
  [
    "08:01:00",
    "held",
    `Held in Annabel workflow until ${iso("13:00:00")}`,
    "workflow window in America/New_York, by its area code",
  ],
  ["12:00:00", "stopped", "Texts stopped", "The do-not-contact list was changed by the contact's own text"],
  ["13:00:02", "sent", `Text to ${phone}`, "Inside the sending window, and no rule stopped it"],
  ["13:00:05", "routed", "Continued in Annabel workflow", "path 1 matched"],
  ["13:00:06", "refused", "Not sent in Annabel workflow", "the contact is on the do-not-contact list"],
  ["13:00:07", "refused", `Text to ${phone}`, "the contact has opted out"],
  ["13:00:09", "held", `Held in Annabel workflow until ${iso("13:10:00")}`, "Waiting in the queue Sales for an agent"],
  ["13:10:00", "failed", "Failed in Annabel workflow", "an expression cannot be evaluated (x)"],
  ["14:00:01", "refused", `RCS message to ${phone}`, "the carrier refused the content"],
  ["14:02:00", "cancelled", `Text to ${phone}`, "the window closed before the carrier accepted it"],
  ["14:03:00", "unknown", `Text to ${phone}`, "it is unknown whether the carrier received it"],
  ["14:04:00", "queued", `Text to ${phone}`, "Waiting in the sending queue"],
  ["15:00:00", "sent", `Call to ${phone}`, "no one answered"],
  ["15:01:00", "refused", `Call to ${phone}`, "the account's spend limit is reached"],
  ["15:02:00", "refused", "E-mail to b@example.com", "the e-mail provider has no such template"],
  ["16:00:00", "refused", "Not enrolled by the run Annabel morning", "the contact is on the do-not-contact list"],
  ["17:00:00", "allowed", "Texts allowed again", "The do-not-contact list was changed by the page"],
  ["18:00:00", "disposition", "Disposition Sale", "Given by Bea"],
];

describe("GET /v4/contact/decision/", () => {
  it.each([
    ["a phone as people write it", () => "phone=(202)%20555-0143"],
    ["the contact", () => `contactId=${ann.world.contact}`],
  ])("lists every decision about %s on a day, in order of time, with its rule", async (_name, whom) => {
    const answer = await ask(`${whom()}&date=2026-03-12`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect(answer.body.payload.map(line)).toEqual(expected);
  });

  it("lists the values of each rule and links to journey, run and workflow", async () => {
    const { payload } = (await ask(`phone=${encodeURIComponent(phone)}&date=2026-03-12`)).body;
    const of = (clock: string) => {
      const row = payload.find((one) => String(one["at"]).slice(11, 19) === clock);
      return Object.fromEntries(
        ((row?.["values"] ?? []) as { name: string; value: string }[]).map(({ name, value }) => [name, value]),
      );
    };
    expect(payload[0]).toMatchObject({ journeyId, campaignId: ann.world.campaign, batchName: "Annabel morning" });
    expect(of("08:00:00")).toEqual({ "First step due": iso("08:00:30"), Version: "1" });
    expect(of("08:01:00")).toMatchObject({ Until: iso("13:00:00"), "Time zone source": expect.any(String), Node: "4" });
    expect(of("13:00:02")).toMatchObject({
      Windows: "workflow window 09:00 to 18:00 in America/New_York",
      Text: "Shall we?",
    });
    expect(of("13:00:07")).toMatchObject({ "Blocked by": "the contact's own text", "Blocked since": iso("12:00:00") });
    expect(of("16:00:00")).toEqual({ "The run excludes opted-out contacts": "sms" });
    expect(of("17:00:00")).toEqual({ Number: phone, Reason: "asked by mail" });
    expect(of("18:00:00")).toEqual({ Note: "at last" });
  });

  it("continues with its cursor and refuses the cursor of another list", async () => {
    const seen: unknown[] = [];
    let next: string | null | undefined;
    do {
      const { body } = await ask(
        `contactId=${ann.world.contact}&date=2026-03-12&limit=4${next ? `&cursor=${encodeURIComponent(next)}` : ""}`,
      );
      seen.push(...body.payload.map(line));
      next = body.next;
      if (next) expect((await ask(`phone=2025550188&cursor=${encodeURIComponent(next)}`)).status).toBe(400);
    } while (next);
    expect(seen).toEqual(expected);
  });

  it("lists the decisions about a number without a contact and is empty for an unknown number", async () => {
    expect((await ask("phone=2025550188&date=2026-03-12")).body.payload.map(line)).toEqual([
      ["12:00:00", "stopped", "Calls stopped", "The do-not-contact list was changed by an import"],
      ["14:05:00", "sent", "Text to +12025550188", "No rule stopped it"],
    ]);
    expect((await ask("phone=2025550189&date=2026-03-12")).body).toMatchObject({ payload: [], next: null });
  });

  it("shows nothing to another account", async () => {
    const { key } = await server.account("Bob");
    expect((await ask("phone=2025550143&date=2026-03-12", key)).body.payload).toEqual([]);
    expect((await ask(`contactId=${ann.world.contact}`, key)).status).toBe(404);
  });

  it.each([
    ["", /Set either phone or contactId/],
    ["phone=12", /^Phone "12"/],
    ["phone=2025550143&date=yesterday", /must be a day such as 2026-03-12/],
  ])("refuses %j with a reason", async (query, problem) => {
    const answer = await ask(query);
    expect(answer.status).toBe(400);
    expect(answer.body.error[0]?.message).toMatch(problem);
  });

  it("days are in the account's time zone, UTC by default, and default to today", async () => {
    await server.call("PUT", "/v4/account/", { as: { key: ann.key }, body: { settings: { defaultTimezoneId: -14 } } });
    const yesterday = (await ask("phone=2025550143&date=2026-03-11")).body.payload.map(line);
    // The previous evening in UTC is the same day further west.
    expect(yesterday).toContainEqual(["23:59:59", "sent", `Text to ${phone}`, "No rule stopped it"]);
    const day = (await ask("phone=2025550143&date=2026-03-12")).body.payload.map(line);
    expect(day.at(-1)).toEqual(["00:00:00", "sent", `Text to ${phone}`, "No rule stopped it"]);
    const today = (await ask("phone=2025550143")).body.payload.map(({ outcome, title }) => [outcome, title]);
    expect(today).toContainEqual(["begun", "Entered Annabel workflow"]);
  });
});
