import { describe, expect, it } from "vitest";
import { ask, handsets, type makeWorld } from "../../../test/engineWorld.ts";
import { inboxWorlds } from "../../../test/inboxWorld.ts";

const { db, server, inbox, broken } = await inboxWorlds();
const phones = handsets(40, 300);

describe("a manual reply has the checks of every text (readings, Windows; readings, STOP; architecture, Sending)", () => {
  const cases: [what: string, settings: Parameters<typeof makeWorld>[1], text: string, reason: string][] = [
    ["a contact that said STOP", {}, "stop", "the contact has opted out"],
    ["the kill switch", { killSwitch: true }, "hello", "sending is turned off for this account"],
    ["the spend limit", { spendLimitMicros: 0 }, "hello", "the account's spend limit is reached"],
    [
      "a country the account does not send to",
      { countryCodes: ["+44"] },
      "hello",
      "the account does not send to this country",
    ],
  ];
  it.each(cases)("is blocked by %s with a reason", async (what, settings, words, reason) => {
    const { reply, settled, text } = await inbox(settings);
    const contactId = await text(phones[10 + cases.findIndex(([name]) => name === what)]!, words);
    expect((await reply(contactId, "Please come back")).status).toBe(200);
    expect((await settled(contactId, "blocked"))["reasonText"]).toBe(reason);
  });

  it("is queued until legal hours start", async () => {
    const { call, reply, text, texts, world } = await inbox({ legalHours: true });
    const contactId = await text(phones[20]!, "hello");
    // A time zone where it is 3 AM now.
    const zone = Array.from(
      { length: 24 },
      (_, hour) => `Etc/GMT${hour < 12 ? "+" : "-"}${hour < 12 ? hour : 24 - hour}`,
    ).find((name) => new Date().toLocaleString("en-GB", { timeZone: name, hour: "2-digit" }) === "03");
    await ask(db, world, "update contact set zones = array[$2::text], zones_from = 'contact' where account_id = $1", [
      zone,
    ]);
    const [seen] = (await call("GET", `/v4/inbox/${contactId}/`)).body.payload;
    expect(seen).toMatchObject({
      heldBy: expect.stringContaining("legal hours 08:00 to 21:00 in Etc/GMT"),
      stopped: null,
    });
    await reply(contactId, "Good morning");
    const [held] = await texts(contactId);
    expect(held).toMatchObject({ status: "queued", heldUntil: seen!["heldUntil"], reason: seen!["heldBy"] });
  });

  const refusals: [what: string, text: string, status: number, message: string][] = [
    ["nothing", " ", 400, "Text is required"],
    ["too much", "x".repeat(1601), 400, "1,601 characters, but GSM7 texts can have at most 1,600"],
  ];
  it.each(refusals)("%s is refused", async (_, words, status, message) => {
    const { reply, text } = await inbox();
    const contactId = await text(phones[30]!, "hello");
    const answer = await reply(contactId, words);
    expect([answer.status, answer.body.error[0]]).toMatchObject([status, { message, where: "body.text" }]);
  });

  it("is refused from a released number and to a contact who never texted", async () => {
    const { call, reply, text, world } = await inbox();
    const contactId = await text(phones[31]!, "hello");
    await ask(db, world, "delete from number_set_number where account_id = $1");
    await ask(db, world, "delete from number where account_id = $1");
    const answer = await reply(contactId, "Hi");
    expect([answer.status, answer.body.error[0]?.message]).toEqual([
      409,
      `${world.number} no longer belongs to this account and cannot send`,
    ]);
    expect((await call("GET", `/v4/inbox/${contactId}/`)).body.payload[0]?.["stopped"]).toBe(
      answer.body.error[0]?.message,
    );
    expect((await reply(world.numberSet, "Hi")).status).toBe(404);
  });

  it("is sent as RCS to a contact who replied by RCS, with templates filled from the contact", async () => {
    const { call, reply, text, texts, world } = await inbox();
    const contactId = await text(phones[32]!, "hello", "rcs");
    await ask(db, world, "update contact set first_name = 'Ann' where account_id = $1");
    await ask(
      db,
      world,
      `insert into message (account_id, message_id, contact_id, channel, direction, from_number, to_number, state, rcs)
       values ($1, trunkline_uuid7(), $2, 'rcs', 'out', $3, $4, 'accepted', '{"agentId": "shop", "agentName": "Shop"}')`,
      [contactId, world.number, phones[32]],
    );
    expect((await call("GET", `/v4/inbox/${contactId}/`)).body.payload[0]?.["agentName"]).toBe("Shop");
    const [filled] = (await call("GET", `/v4/inbox/${contactId}/template/${world.template}/`)).body.payload;
    expect(filled).toEqual({
      text: "Hi Ann, the  offer of  ends soon.",
      mediaUrl: null,
      missing: ["tier", "city"],
    });
    await reply(contactId, String(filled!["text"]));
    expect((await texts(contactId))[0]).toMatchObject({ channel: "rcs", segments: 1, encoding: "RCS" });
  });

  it("has short links where its template enables them, with clicks that count for no run", async () => {
    const { call, text, texts, world } = await inbox();
    const contactId = await text(phones[33]!, "hello");
    const owner = await server.key(world.account, "owner");
    const make = async (shortenLinks: boolean) => {
      const body = { templateTitle: "Offer", templateText: "See https://shop.example/sale", shortenLinks };
      const made = await server.call("POST", "/v4/smstemplate/", { as: { key: owner }, body });
      return String(made.body.payload[0]?.["templateId"]);
    };
    const words = "See https://shop.example/sale?of=Ann or https://elsewhere.example/x";
    const send = (templateId?: string) =>
      call("POST", `/v4/inbox/${contactId}/`, { body: { text: words, ...(templateId && { templateId }) } });
    for (const templateId of [undefined, await make(false)]) {
      await send(templateId);
      expect((await texts(contactId))[0]).toMatchObject({ text: words, links: [] });
    }
    const sent = (await send(await make(true))).body.payload[0]!;
    expect(sent["text"]).toMatch(/^See http:\/\/127\.0\.0\.1:4400\/l\/\w{16} or https:\/\/elsewhere\.example\/x$/);
    const [link] = sent["links"] as { address: string; target: string }[];
    expect(link?.target).toBe("https://shop.example/sale?of=Ann");
    const { pathname, host } = new URL(link?.address ?? "");
    const headers = {
      host,
      "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1",
    };
    expect((await server.api.app.inject({ url: pathname, headers })).headers["location"]).toBe(link?.target);
    expect((await texts(contactId))[0]?.["clicked"]).toEqual(expect.any(String));
    expect(await broken(world)).toEqual([]);
    expect((await send(world.numberSet)).body.error[0]).toMatchObject({ where: "body.templateId" });
  });
});
