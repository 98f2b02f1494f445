import type { Readable } from "node:stream";
import type { ChangeHint } from "@trunkline/contract/changes/change.ts";
import { afterAll, describe, expect, it } from "vitest";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { testServer } from "../../../test/server.ts";
import { announceChanges } from "../../jobs/changes/announceChanges.ts";
import { kindOfTable, kindsOfStatement } from "../../store/changes/changedKinds.ts";
import { insertSavedReply } from "../../store/inbox/savedReply.ts";

// Two servers over one database, as two processes behind a proxy: what is written through one shows at the other.
const db = await freshDatabase();
const server = await testServer(db);
const other = await testServer(db, { tokens: server.api.tokens });
afterAll(announceChanges(db));
const { account } = await server.account("Ann");
const { account: foreign } = await server.account("Bob");
const owner = await server.user(account, "owner");
const stranger = await server.user(foreign, "owner");

interface Heard extends ChangeHint {
  event: string;
}

/** Opens a stream and reads it. */
async function follow(cookie: string, at = other, query = "") {
  const answer = await at.api.app.inject({
    method: "GET",
    url: `/v4/changes/${query}`,
    headers: { cookie },
    payloadAsStream: true,
  });
  const heard: Heard[] = [];
  const stream: Readable = answer.stream();
  const reading = (async () => {
    let text = "";
    for await (const chunk of stream) {
      text += String(chunk);
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(block) ?? [];
        if (event && data) heard.push({ event, ...(JSON.parse(data) as ChangeHint) });
      }
    }
  })();
  return {
    status: answer.statusCode,
    headers: answer.headers,
    heard,
    /** Ends when the server ends the stream. */
    ended: reading,
    kinds: () => new Set(heard.flatMap(({ kinds }) => kinds)),
  };
}

const editContact = async (cookie: string) =>
  server.call("POST", "/v4/contact/", { as: { cookie }, body: { email: `${Math.random()}@example.com` } });

describe("the stream of changes (decision 0112)", () => {
  it("announces a change that another process wrote, in its account only", async () => {
    const own = await follow(owner.cookie);
    const foreigner = await follow(stranger.cookie);
    expect(own.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
    expect(own.headers["content-encoding"]).toBeUndefined();
    await editContact(owner.cookie);
    await expect.poll(() => own.kinds()).toContain("contact");
    await editContact(stranger.cookie);
    await expect.poll(() => foreigner.kinds()).toContain("contact");
    expect(foreigner.heard.filter(({ kinds }) => kinds.includes("contact"))).toHaveLength(1);
  });

  it("begins with what changed while the page was loading, and says that it continues", async () => {
    await editContact(owner.cookie);
    await expect
      .poll(async () => {
        const { heard, ended } = await follow(owner.cookie, server, "?seconds=0");
        await ended;
        return heard;
      })
      .toMatchObject([{ event: "ready", kinds: expect.arrayContaining(["contact"]), withinMs: 1_000 }]);
    const own = await follow(owner.cookie);
    await expect.poll(() => own.heard.map(({ event }) => event)).toContain("beat");
  });

  it("announces a kind once where many rows change at once", async () => {
    const { account: busy } = await server.account("Cid");
    const { cookie } = await server.user(busy, "owner");
    const stream = await follow(cookie);
    await Promise.all(Array.from({ length: 20 }, () => editContact(cookie)));
    await expect.poll(() => stream.kinds()).toContain("contact");
    const announced = stream.heard.filter(({ kinds }) => kinds.includes("contact")).length;
    expect(announced).toBeLessThan(20);
  });

  it("names only what the user may read", async () => {
    const member = await server.user(account, "member");
    const stream = await follow(member.cookie);
    const full = await follow(owner.cookie);
    await db.tx([account], (q) => insertSavedReply(q, account, { title: "Thanks", text: "Thank you" }));
    await expect.poll(() => full.kinds()).toContain("conversation");
    await editContact(owner.cookie);
    await expect.poll(() => stream.kinds()).toContain("contact");
    expect(stream.kinds()).not.toContain("conversation");
  });

  it("follows a session to its end", async () => {
    const leaving = await server.user(account, "member");
    const removed = await server.user(account, "member");
    const streams = [await follow(leaving.cookie), await follow(removed.cookie, server)];
    await server.call("POST", "/auth/sign-out", { as: { cookie: leaving.cookie } });
    await server.call("DELETE", `/v4/user/${removed.userId}/`, { as: { cookie: owner.cookie } });
    await Promise.all(streams.map(({ ended }) => ended));
    expect((await follow(leaving.cookie)).status).toBe(401);
  });

  it("is refused to strangers, API keys, pages of another account and the twenty-first page of a session", async () => {
    expect((await follow("")).status).toBe(401);
    const key = await server.key(account, "owner");
    const answers = [
      await server.call("GET", "/v4/changes/", { as: { key } }),
      await server.call("GET", `/v4/changes/?account=${foreign}`, { as: { cookie: owner.cookie } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error[0]?.code])).toEqual([
      [409, "conflict"],
      [409, "account_changed"],
    ]);
    const { cookie } = await server.user(account, "viewer");
    for (let page = 0; page < 20; page++) expect((await follow(cookie)).status).toBe(200);
    expect((await follow(cookie)).status).toBe(429);
  });
});

describe("what a statement changes", () => {
  it("is read from its text", () => {
    const of = (text: string) => [...kindsOfStatement(text)];
    expect(of("select from contact where account_id = $1")).toEqual([]);
    expect(of("select from call c where account_id = $1 for update of c skip locked")).toEqual([]);
    expect(of("insert into contact (account_id) values ($1) on conflict do update set name = $2")).toEqual(["contact"]);
    expect(of("with a as (delete from queue_stay s using x) update agent_state set at = $1")).toEqual([
      "call",
      "agent",
    ]);
  });

  it("names tables that exist", async () => {
    const rows = await db.owner((q) => q.rows<{ name: string }>("select relname name from pg_class"));
    const names = new Set(rows.map(({ name }) => name));
    expect([...kindOfTable.keys()].filter((table) => !names.has(table))).toEqual([]);
  });
});
