import { describe, expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeContacts, replyFlow, runBatch, until } from "../../../test/engineWorld.ts";
import { inboxWorlds } from "../../../test/inboxWorld.ts";

const { db, server, inbox, broken } = await inboxWorlds();
const phones = handsets(40, 300);

const named = (rows: Record<string, unknown>[]) => rows.map((row) => [row["lastText"], row["status"], row["unread"]]);

describe("the inbox (readings, Replies: shown in the inbox)", () => {
  it("lists and searches conversations by contact, newest first, in pages", async () => {
    const { call, list, text } = await inbox();
    const [ann, bob, cem] = phones as [string, string, string];
    const annId = await text(ann, "first");
    await text(bob, "second");
    await text(cem, "third", "rcs");
    await text(ann, "fourth");
    expect(named(await list())).toEqual([
      ["fourth", "open", true],
      ["third", "open", true],
      ["second", "open", true],
    ]);
    const first = await call("GET", "/v4/inbox/?limit=2");
    expect(named(first.body.payload)).toHaveLength(2);
    expect(named(await list(`?limit=2&cursor=${first.body.next}`))).toEqual([["second", "open", true]]);
    expect((await list(`?search=${encodeURIComponent(bob)}`)).map((row) => row["phone"])).toEqual([bob]);
    await server.call("PUT", `/v4/contact/${annId}/`, {
      as: { key: await server.key(await accountOf(annId), "owner") },
      body: { firstName: "Ann", lastName: "Ortiz" },
    });
    expect((await list("?search=ortiz")).map((row) => [row["contactName"], row["channel"]])).toEqual([
      ["Ann Ortiz", "sms"],
    ]);
    expect(await list("?search=no-match")).toEqual([]);
  });

  it("audits reading, assigning, closing and reopening a conversation", async () => {
    const { world, user, call, list, text } = await inbox();
    const [phone] = phones.slice(3) as [string];
    const contactId = await text(phone, "hello");
    const put = (body: unknown) => call("PUT", `/v4/inbox/${contactId}/`, { body });
    const [row] = await list();
    await put({ readTo: row!["lastIn"] });
    expect(named(await list())).toEqual([["hello", "open", false]]);
    expect(await list("?assigned=me")).toEqual([]);
    await put({ assignedTo: user.userId });
    expect((await list("?assigned=me"))[0]?.["assignedTo"]).toEqual({ userId: user.userId, name: "Test User" });
    expect(await list("?assigned=nobody")).toEqual([]);
    const stranger = await server.user((await server.account()).account, "owner");
    const refused = await put({ assignedTo: stranger.userId });
    expect([refused.status, refused.body.error[0]?.message]).toEqual([400, "This user does not belong to the account"]);
    await put({ status: "closed" });
    expect([await list("?status=open"), named(await list("?status=closed"))]).toEqual([
      [],
      [["hello", "closed", false]],
    ]);
    await text(phone, "one more thing");
    expect(named(await list("?status=open&assigned=me"))).toEqual([["one more thing", "open", true]]);
    await put({ assignedTo: null });
    expect(await list("?assigned=nobody")).toHaveLength(1);
    const leaver = await server.user(world.account, "member");
    await put({ assignedTo: leaver.userId });
    await server.call("DELETE", `/v4/user/${leaver.userId}/`, {
      as: { key: await server.key(world.account, "owner") },
    });
    expect(await list("?assigned=nobody")).toHaveLength(1);
    // Marking older texts as read does not hide newer ones.
    await put({ readTo: row!["lastIn"] });
    expect(named(await list())).toEqual([["one more thing", "open", true]]);
    expect(
      await ask(
        db,
        world,
        "select data from audit where account_id = $1 and action = 'inbox.update' order by audit_id",
      ),
    ).toEqual([
      { data: { assignedTo: user.userId } },
      { data: { status: "closed" } },
      { data: { assignedTo: null } },
      { data: { assignedTo: leaver.userId } },
    ]);
  });

  it("shows texts of workflows and users together and delivers the reply", async () => {
    const { world, list, text, texts, reply, settled } = await inbox();
    const [phone] = phones.slice(4) as [string];
    const contactId = await text(phone, "hello");
    await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), [contactId]);
    await until("the workflow has sent", async () => (await texts(contactId)).length === 2);
    await settled(contactId, "delivered");
    const { status, body } = await reply(contactId, "  Dear customer, yes.  ");
    expect([status, body.payload[0]]).toMatchObject([
      200,
      {
        text: "Dear customer, yes.",
        direction: "out",
        from: world.number,
        to: phone,
        sentBy: "Test User",
        segments: 1,
      },
    ]);
    await settled(contactId, "delivered");
    expect((await texts(contactId)).map((row) => [row["direction"], row["sentBy"], row["campaignName"]])).toEqual([
      ["out", "Test User", null],
      ["out", null, "Test workflow"],
      ["in", null, null],
    ]);
    expect(named(await list())).toEqual([["Dear customer, yes.", "open", false]]);
    expect(
      await ask(
        db,
        world,
        "select body from simulator_message where account_id = $1 and handset = $2 and direction = 'to_handset' order by simulator_id desc limit 1",
        [phone],
      ),
    ).toEqual([{ body: "Dear customer, yes." }]);
    expect(await broken(world)).toEqual([]);
  });
});

describe("a conversation that a person begins (readings, Requests of our pages)", () => {
  it("uses the last number that texted the contact or a chosen one", async () => {
    const { world, call, list, text, texts, reply, settled } = await inbox();
    const [contactId = ""] = await makeContacts(db, world, [phones[35]!]);
    const find = async () => (await call("GET", `/v4/inbox/${contactId}/`)).body.payload[0];
    expect(await find()).toMatchObject({
      begun: false,
      number: world.number,
      unread: false,
      lastAt: null,
      stopped: null,
    });
    expect([await texts(contactId), await list()]).toEqual([[], []]);
    expect((await call("PUT", `/v4/inbox/${contactId}/`, { body: { status: "closed" } })).status).toBe(404);
    const from = (number: string) => call("POST", `/v4/inbox/${contactId}/`, { body: { text: "Hi", from: number } });
    const strange = await from("+12025550000");
    expect([strange.status, strange.body.error[0]]).toMatchObject([
      400,
      { message: "+12025550000 is not a number of this account", where: "body.from" },
    ]);
    expect((await from(world.number)).status).toBe(200);
    await settled(contactId, "delivered");
    expect(named(await list())).toEqual([["Hi", "open", false]]);
    expect(await find()).toMatchObject({ begun: true, number: world.number, lastIn: null });
    expect((await from("+12025550000")).body.error[0]).toMatchObject({ code: "begun" });
    expect((await reply(contactId, "And more")).status).toBe(200);
    await text(phones[35]!, "Who is this?");
    expect(named(await list())).toEqual([["Who is this?", "open", true]]);
    expect(await broken(world)).toEqual([]);
  });

  it("has the usual checks and refuses archived contacts", async () => {
    const { world, call, reply, settled } = await inbox();
    const [stopped = "", archived = ""] = await makeContacts(db, world, [phones[36]!, phones[37]!]);
    await ask(db, world, "insert into dnc (account_id, phone, type, source) values ($1, $2, 'sms', 'reply')", [
      phones[36],
    ]);
    expect((await call("GET", `/v4/inbox/${stopped}/`)).body.payload[0]?.["stopped"]).toBe("the contact has opted out");
    await reply(stopped, "Hi");
    expect((await settled(stopped, "blocked"))["reasonText"]).toBe("the contact has opted out");
    await ask(db, world, "update contact set archived = now() where account_id = $1 and contact_id = $2", [archived]);
    const answer = await reply(archived, "Hi");
    expect([answer.status, answer.body.error[0]?.code]).toEqual([409, "archived"]);
  });

  it("the badge counts unread conversations of the user and unassigned ones", async () => {
    const { world, user, call, text } = await inbox();
    const other = await server.user(world.account, "member", ["inbox-use"]);
    const unread = async (cookie = user.cookie) =>
      (await server.call("GET", "/v4/inbox/unread", { as: { cookie } })).body.payload[0]?.["unread"];
    const contactId = await text(phones[38]!, "one");
    await text(phones[39]!, "two");
    expect([await unread(), await unread(other.cookie)]).toEqual([2, 2]);
    const put = (body: unknown) => call("PUT", `/v4/inbox/${contactId}/`, { body });
    await put({ assignedTo: other.userId });
    expect([await unread(), await unread(other.cookie)]).toEqual([1, 2]);
    const [row] = (await call("GET", `/v4/inbox/?search=${encodeURIComponent(phones[39]!)}`)).body.payload;
    await call("PUT", `/v4/inbox/${row?.["contactId"]}/`, { body: { readTo: row?.["lastIn"] } });
    expect(await unread()).toBe(0);
    await put({ status: "closed" });
    expect(await unread(other.cookie)).toBe(0);
  });
});

describe("answers of the product or a workflow are not unread", () => {
  it("a STOP is listed as read and does not reopen a closed conversation", async () => {
    const { call, list, text } = await inbox();
    const contactId = await text(phones[20]!, "thanks");
    const [row] = await list();
    await call("PUT", `/v4/inbox/${contactId}/`, { body: { status: "closed", readTo: row?.["lastIn"] } });
    for (const word of ["STOP", "START", "HELP"]) {
      await text(phones[20]!, word);
      expect(named(await list())).toEqual([[word, "closed", false]]);
    }
    await text(phones[21]!, "STOP");
    expect(await list("?status=open")).toEqual([]);
    expect((await list("?status=handled")).map((row) => [row["lastText"], row["handled"]])).toEqual([
      ["STOP", { campaignId: null, name: null, word: "stop" }],
    ]);
    expect((await call("GET", "/v4/inbox/unread")).body.payload).toEqual([{ unread: 0 }]);
  });

  it("only a reply that matches a path of a workflow is marked as read", async () => {
    const { world, list, text } = await inbox();
    const pair = [phones[22]!, phones[23]!];
    const [asking = "", joining = ""] = pair;
    const contacts = await makeContacts(db, world, pair);
    await text(asking, "Are you open today?");
    await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("both wait for a reply", async () => {
      const rows = await ask(db, world, "select 1 from journey where account_id = $1 and listening");
      return rows.length === 2;
    });
    await text(joining, "maybe");
    await text(asking, "yes");
    await until("the reply has moved its journey on", async () => {
      const rows = await ask(db, world, "select 1 from journey where account_id = $1 and status = 3");
      return rows.length === 1;
    });
    expect(named(await list())).toEqual([
      ["yes", "open", true],
      ["maybe", "open", true],
    ]);
    await text(joining, "yes");
    await until("both have ended", async () => {
      const rows = await ask(db, world, "select 1 from journey where account_id = $1 and status = 3");
      return rows.length === 2;
    });
    const unreadIds = await ask<{ texts: string[] }>(
      db,
      world,
      `select array(select m.body from message m where m.account_id = v.account_id and m.message_id = any (v.unread_ids)) texts
       from conversation v where account_id = $1 order by v.last_id desc`,
    );
    expect(unreadIds.map(({ texts }) => texts)).toEqual([["maybe"], ["Are you open today?"]]);
  });

  it("a reply that continues its workflow leaves a handled conversation, which a person can open", async () => {
    const { world, call, list, text } = await inbox();
    const contacts = await makeContacts(db, world, [phones[24]!]);
    await runBatch(db, world, await makeCampaign(db, world, replyFlow(world.template)), contacts);
    await until("it waits for a reply", async () => {
      const rows = await ask(db, world, "select 1 from journey where account_id = $1 and listening");
      return rows.length === 1;
    });
    await text(phones[24]!, "yes");
    await until("the journey has ended", async () => {
      const rows = await ask(db, world, "select 1 from journey where account_id = $1 and status = 3");
      return rows.length === 1;
    });
    expect(named(await list())).toEqual([["yes", "handled", false]]);
    expect((await call("GET", "/v4/inbox/unread")).body.payload).toEqual([{ unread: 0 }]);
    const [row] = await list("?status=handled");
    const handled = row!["handled"] as { campaignId: string };
    expect(handled).toEqual({ campaignId: expect.any(String), name: "Test workflow", word: null });
    expect(await list(`?handledBy=${handled.campaignId}`)).toHaveLength(1);
    expect(await list(`?handledBy=${world.account}`)).toEqual([]);
    await call("PUT", `/v4/inbox/${row!["contactId"]}/`, { body: { status: "open" } });
    expect((await list("?status=open")).map((one) => [one["lastText"], one["handled"]])).toEqual([["yes", null]]);
  });
});

describe("snoozed conversations (decision 0099)", () => {
  const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

  it.each([
    ["a time in the past", { snoozeUntil: "2026-01-01T09:00:00Z" }, "Choose a time in the future"],
    ["more than a year", { snoozeUntil: inMs(367 * 86_400_000) }, "A conversation can be snoozed for at most a year"],
    [
      "a status at the same time",
      { snoozeUntil: inMs(3_600_000), status: "closed" },
      "Either snooze the conversation or set its status",
    ],
  ])("are refused with %s", async (_, body, message) => {
    const { call, text } = await inbox();
    const contactId = await text(phones[25]!, "hello");
    const answer = await call("PUT", `/v4/inbox/${contactId}/`, { body });
    expect([answer.status, answer.body.error[0]?.message]).toEqual([400, message]);
  });

  it("return first in the list and unread when their time has come, and at once when the contact writes", async () => {
    const { world, call, list, text } = await inbox();
    const contactId = await text(phones[26]!, "call me next week");
    const writer = await text(phones[27]!, "not now");
    const put = async (of: string, body: unknown) => (await call("PUT", `/v4/inbox/${of}/`, { body })).body.payload[0]!;
    const [, row] = await list();
    await put(contactId, { readTo: row!["lastIn"] });
    const snoozeUntil = inMs(3_600_000);
    expect(await put(contactId, { snoozeUntil })).toMatchObject({ status: "snoozed", snoozedUntil: snoozeUntil });
    await put(writer, { snoozeUntil });
    expect([await list("?status=open"), named(await list("?status=snoozed"))]).toEqual([
      [],
      [
        ["not now", "snoozed", true],
        ["call me next week", "snoozed", false],
      ],
    ]);
    await text(phones[27]!, "now!");
    expect((await list("?status=open")).map((one) => [one["lastText"], one["snoozedUntil"]])).toEqual([["now!", null]]);
    // its time comes
    await ask(db, world, "update conversation set snoozed_until = now() where account_id = $1 and contact_id = $2", [
      contactId,
    ]);
    await db.global((q) => q.run("update conversation_due set due_at = now() where contact_id = $1", [contactId]));
    await until("it is back", async () => (await list("?status=open")).length === 2);
    expect(named(await list("?status=open"))).toEqual([
      ["call me next week", "open", true],
      ["now!", "open", true],
    ]);
    expect(await db.global((q) => q.rows("select from conversation_due where contact_id = $1", [contactId]))).toEqual(
      [],
    );
    expect((await list())[0]!["snoozedUntil"]).not.toBeNull();
    expect(await put(contactId, { status: "closed" })).toMatchObject({ status: "closed", snoozedUntil: null });
  });
});

describe("the thread of a contact (decision 0099)", () => {
  it("has texts, RCS messages, calls and voicemails in the order of time, in pages", async () => {
    const { world, call, text } = await inbox();
    const phone = phones[28]!;
    const contactId = await text(phone, "one");
    const insertCall = (state: string) =>
      ask<{ id: string }>(
        db,
        world,
        `insert into call (account_id, call_id, contact_id, direction, from_number, to_number, plan, state, line, carrier, duration_seconds)
         values ($1, trunkline_uuid7(), $2, 'in', $3, $4, '{}', 'received', $5, 'simulated', 12) returning call_id id`,
        [contactId, phone, world.number, state],
      );
    const [left] = await insertCall("completed");
    await ask(db, world, "insert into asset_content (account_id, sha256, bytes) values ($1, '\\x00', 0)");
    await ask(
      db,
      world,
      `insert into asset (account_id, asset_id, secret, file_name, type, content_type, sha256)
       values ($1, $2, 'secret', 'voicemail.wav', 'recording', 'audio/wav', '\\x00')`,
      [left!.id],
    );
    await ask(
      db,
      world,
      `insert into voicemail (account_id, voicemail_id, call_id, contact_id, phone, own_number, asset_id, seconds)
       values ($1, trunkline_uuid7(), $2, $3, $4, $5, $2, 9)`,
      [left!.id, contactId, phone, world.number],
    );
    await text(phone, "two", "rcs");
    await insertCall("no_answer");
    const thread = async (query = "") => (await call("GET", `/v4/inbox/${contactId}/thread/${query}`)).body;
    type Shown = {
      text: { text: string; channel: string } | null;
      call: { status: string; voicemail: unknown } | null;
    };
    const shown = (rows: unknown[]) =>
      (rows as Shown[]).map((one) =>
        one.text ? `${one.text.channel} ${one.text.text}` : `call ${one.call!.status} ${one.call!.voicemail !== null}`,
      );
    const all = ["call no-answer false", "rcs two", "call completed true", "sms one"];
    expect(shown((await thread()).payload)).toEqual(all);
    const first = await thread("?limit=3");
    expect(shown(first.payload)).toEqual(all.slice(0, 3));
    expect(shown((await thread(`?limit=3&cursor=${first.next}`)).payload)).toEqual(all.slice(3));
    expect((first.payload[2]!["call"] as Shown["call"])?.voicemail).toMatchObject({ seconds: 9, heard: false });
  });

  it("lists the audiences that the contact is in", async () => {
    const { world, text } = await inbox();
    const contactId = await text(phones[29]!, "hello");
    const as = { key: await server.key(world.account, "owner") };
    const add = (name: string, variable: string, operation: string, value: string) =>
      server.call("POST", "/v4/audience/", { as, body: { name, statements: [{ variable, operation, value }] } });
    await add("Zurich", "phone", "EQUALS", phones[29]!);
    await add("Elsewhere", "phone", "EQUALS", phones[30]!);
    await add("Answers", "phonenumber1", "EQUALS", phones[29]!);
    const found = await server.call("GET", `/v4/contact/${contactId}/audience/`, { as });
    expect(found.body.payload.map(({ name }) => name)).toEqual(["Answers", "Zurich"]);
  });
});

const accountOf = async (contactId: string): Promise<string> =>
  (await db.owner((q) =>
    q.one<{ account: string }>("select account_id account from contact where contact_id = $1", [contactId]),
  ))!.account;
