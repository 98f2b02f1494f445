import { beforeAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { makeWorld, type Owned } from "../../../test/world.ts";
import { newId } from "../../store/newId.ts";

const db = await freshDatabase();
const server = await testServer(db);
let ann: Owned;
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);
const ids = { old: newId(at("2026-03-01")), late: newId(at("2026-03-09")), incoming: newId(at("2026-03-05")) };
const ask = (path: string) => server.call("GET", path, { as: { key: ann.key } });

beforeAll(async () => {
  ann = await makeWorld(server, "Annabel");
  const { account, contact, campaign, batch, journey, number } = ann.world;
  await db.tx([account], async (q) => {
    for (const [id, state, line] of [
      [ids.old, "accepted", "completed"],
      [ids.late, "blocked", null],
    ] as const) {
      await q.run(
        `insert into call (account_id, call_id, contact_id, campaign_id, batch_id, journey_id, node, direction, from_number, to_number,
           plan, state, line, duration_seconds, keys) values ($1, $2, $3, $4, $5, $6, 2, 'out', $7, '+12025550143', '{}', $8, $9, 61, '12')`,
        [account, id, contact, campaign, batch, journey, number, state, line],
      );
      await q.run(
        `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node, channel, direction, from_number,
           to_number, body, segments, encoding, state)
         values ($1, $2, $3, $4, $5, $6, 2, 'sms', 'out', $7, '+12025550143', 'Hi, "there"', 1, 'GSM7', $8)`,
        [account, id, contact, campaign, batch, journey, number, state],
      );
    }
    await q.run(
      `insert into message (account_id, message_id, channel, direction, from_number, to_number, body, segments, encoding, state)
       values ($1, $2, 'sms', 'in', '+12025550199', $3, '=1+1', 1, 'GSM7', 'received')`,
      [account, ids.incoming, number],
    );
    await q.run(
      "insert into call_event (account_id, call_id, event_id, type, data) values ($1, $2, $3, 'answered', '{\"by\": \"human\"}')",
      [account, ids.old, newId()],
    );
  });
});

describe.each(["message", "call"] as const)("GET /v4/%s/ (readings, Requests without a path)", (kind) => {
  const list = async (query: string): Promise<unknown[]> => {
    const answer = await ask(`/v4/${kind}/?endDate=2026-04-01T00:00:00Z&${query}`);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.payload.map((row) => row[`${kind}Id`]);
  };
  const incoming = kind === "message" ? [ids.incoming] : [];

  it.each<[string, () => string, unknown[]]>([
    ["nothing: newest first", () => "", [ids.late, ...incoming, ids.old]],
    ["its workflow", () => `campaignId=${ann.world.campaign}`, [ids.late, ids.old]],
    ["its run", () => `batchId=${ann.world.batch}&campaignId=${ann.world.campaign}`, [ids.late, ids.old]],
    ["its contact", () => `contactId=${ann.world.contact}`, [ids.late, ids.old]],
    ["its direction", () => "direction=out", [ids.late, ids.old]],
    ["its status", () => "status=blocked", [ids.late]],
    ["a number on either side in any notation", () => "phone=(202)%20555-0143", [ids.late, ids.old]],
    [
      "one of the account's numbers",
      () => `phone=${encodeURIComponent(ann.world.number)}`,
      [ids.late, ...incoming, ids.old],
    ],
    ["an unknown number", () => "phone=%2B12025550111", []],
    ["its journey", () => `journeyId=${ann.world.journey}`, [ids.late, ids.old]],
    ["a deleted journey", () => `journeyId=${newId()}`, []],
    ["its journey and status", () => `journeyId=${ann.world.journey}&status=blocked`, [ids.late]],
    ["a first day", () => "startDate=2026-03-02T00:00:00Z", [ids.late, ...incoming]],
    ["a last day", () => "startDate=2026-02-01T00:00:00Z&limit=1", [ids.late]],
    ["all at once", () => `campaignId=${ann.world.campaign}&status=blocked&direction=out`, [ids.late]],
    ["a filter without matches", () => `campaignId=${newId()}`, []],
  ])("is filtered by %s", async (_name, query, expected) => {
    expect(await list(query())).toEqual(expected);
  });

  it("continues after the key of its last row", async () => {
    const first = await ask(`/v4/${kind}/?endDate=2026-04-01T00:00:00Z&limit=1&contactId=${ann.world.contact}`);
    expect(first.body.payload).toMatchObject([{ contactName: "Annabel", campaignName: "Annabel workflow" }]);
    expect(await list(`limit=1&contactId=${ann.world.contact}&cursor=${first.body["next"]}`)).toEqual([ids.old]);
  });

  it.each([
    ["phone=12", /^Phone "12"/],
    ["startDate=yesterday", /must be an instant/],
    ["startDate=2026-05-01T00:00:00Z", /endDate must not be before startDate/],
  ])("refuses %s with a reason", async (query, words) => {
    const answer = await ask(`/v4/${kind}/?endDate=2026-04-01T00:00:00Z&${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.error[0]?.message).toMatch(words);
  });

  it("is exported in full with its filters", async () => {
    const { payload: text } = await server.api.app.inject({
      url: `/v4/${kind}/export?endDate=2026-04-01T00:00:00Z&bom=true`,
      headers: { authorization: `Bearer ${ann.key}` },
    });
    const lines = text.trimEnd().split("\r\n");
    expect(lines[0]).toContain(`\uFEFF${kind}Id,created,`);
    expect(lines).toHaveLength(3 + incoming.length);
    if (kind === "message") expect(text).toContain(`"Hi, ""there"""`);
    if (kind === "message") expect(text).toContain(",'=1+1,");
  });
});

it("GET /v4/message/ charges only accepted texts, so that the list adds up to the run", async () => {
  const bob = await makeWorld(server, "Bob");
  const { account, campaign, batch, number } = bob.world;
  const states = ["queued", "submitting", "accepted", "in_doubt", "unknown", "rejected", "blocked", "cancelled"];
  await db.tx([account], (q) =>
    q.run(
      `insert into message (account_id, message_id, campaign_id, batch_id, channel, direction, from_number, to_number, body, segments,
         encoding, state, cost_micros, not_before)
       select $1, i, $2, $3, 'sms', 'out', $4, '+12025550143', s, 1, 'GSM7', s, 8000, 'infinity' from unnest($5::uuid[], $6::text[]) u (i, s)`,
      [account, campaign, batch, number, states.map(() => newId(at("2026-03-02"))), states],
    ),
  );
  const listed = await server.call("GET", `/v4/message/?batchId=${batch}&startDate=2026-03-01T00:00:00Z`, {
    as: { key: bob.key },
  });
  const costs = new Map(listed.body.payload.map(({ text, cost }) => [text, cost]));
  expect(Object.fromEntries(costs)).toEqual({
    ...Object.fromEntries(states.map((state) => [state, 0])),
    accepted: 0.008,
    in_doubt: 0.008,
    unknown: 0.008,
  });
  const run = await server.call("GET", `/v4/campaign/${campaign}/batch/${batch}/cost`, { as: { key: bob.key } });
  expect(run.body.payload).toEqual([{ texts: 3, segments: 3, cost: 0.024, asOf: null }]);
});

it("GET /v4/call/{callId}/ returns a call with its events and 404 for an unknown one", async () => {
  const found = await ask(`/v4/call/${ids.old}/`);
  expect(found.body.payload).toMatchObject([
    { callId: ids.old, status: "completed", digits: "12", events: [{ type: "answered", data: { by: "human" } }] },
  ]);
  expect((await ask(`/v4/call/${newId()}/`)).status).toBe(404);
});
