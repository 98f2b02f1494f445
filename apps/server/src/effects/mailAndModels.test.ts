import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeWorld,
  quickWorker,
  statusOf,
  type TestNode,
  until,
} from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { end, journeyRuns, start } from "../../test/journeyRuns.ts";
import { startSmtpReceiver } from "../../test/smtpReceiver.ts";
import { openEgress } from "../egress/egress.ts";
import { secretPlace } from "../email/readEmailKeys.ts";
import { receiveMessage } from "../inbound/receiveMessage.ts";
import { sendFromHandset } from "../inbound/sendFromHandset.ts";
import { openModel } from "../models/openModel.ts";
import { openSecrets } from "../secrets/secrets.ts";
import { saveExternalConfig } from "../store/integrations/externalConfig.ts";
import { insertEmailTemplate, removeEmailTemplate } from "../store/templates/emailTemplate.ts";
import { updateSmsTemplate } from "../store/templates/smsTemplate.ts";

// What journeys ask of the world besides texts: email and the language model.

const secrets = openSecrets(randomBytes(32));
const received: { path: string; authorization: string | undefined; body: string }[] = [];
/** What the provider answers next; 202 when nothing is said. */
const says: { status: number; body: string }[] = [];

const provider = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk: Buffer) => {
    body += chunk.toString();
  });
  request.on("end", () => {
    received.push({ path: request.url ?? "", authorization: request.headers.authorization, body });
    const said = says.shift() ?? { status: 202, body: "" };
    response.writeHead(said.status, { "x-message-id": "m1" }).end(said.body);
  });
});
await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
const db = await freshDatabase({ connections: 14 });
const receiver = await startSmtpReceiver();
const worker = quickWorker(db, {
  secrets,
  egress: openEgress({ allow: ["127.0.0.1"] }),
  mailCa: receiver.cert,
  model: openModel({ kind: "local" }),
  emailUrls: { hubspot: url, mailgun: url, sendgrid: url },
});
afterAll(async () => {
  await worker.stop();
  await receiver.stop();
  provider.close();
});

const { begin, runToEnd, reasonsOf } = journeyRuns(db);

const email = (id: number, next: number, over: object = {}): TestNode => ({
  id,
  type: "email",
  children: [next],
  provider: "sendgrid",
  subject: "Hello",
  from: { email: "news@shop.example.com", name: "The Shop" },
  toVariable: { email: "${email}", name: "${firstName}" },
  cc: [],
  bcc: [],
  templateId: "d-1",
  replacements: { first_name: "${firstName}" },
  ...over,
});

const connect = (world: EngineWorld, name: string): Promise<unknown> =>
  db.tx([world.account], (q) =>
    saveExternalConfig(q, world.account, {
      provider: name,
      key: "api_key",
      value: null,
      sealed: secrets.seal(secretPlace(world.account, name, "api_key"), "the key"),
    }),
  );

describe("email (spec 2 §3.3)", () => {
  it("goes only to the outbox if the account has no provider", async () => {
    const world = await makeWorld(db);
    await runToEnd(world, [start(2), email(2, 3), end(3)]);
    expect(
      await ask(
        db,
        world,
        "select simulated, state, to_email, to_name, subject, template_id, replacements from email where account_id = $1",
      ),
    ).toEqual([
      {
        simulated: true,
        state: "accepted",
        to_email: "ann@example.com",
        to_name: "Ann",
        subject: "Hello",
        template_id: "d-1",
        replacements: { first_name: "Ann" },
      },
    ]);
    expect((await reasonsOf(world)).at(-1)).toBe(
      "the account has no e-mail provider, so the e-mail is only in the outbox",
    );
    expect(received).toEqual([]);
  });

  it("goes to the account's provider with its key, once", async () => {
    const world = await makeWorld(db);
    await connect(world, "sendgrid");
    await runToEnd(world, [start(2), email(2, 3), end(3)]);
    expect(received.splice(0)).toEqual([
      { path: "/v3/mail/send", authorization: "Bearer the key", body: expect.stringContaining('"ann@example.com"') },
    ]);
    expect(await ask(db, world, "select simulated, state, provider_ref from email where account_id = $1")).toEqual([
      { simulated: false, state: "accepted", provider_ref: "m1" },
    ]);
  });

  describe("over the account's own mail server", () => {
    const settings = {
      host: "127.0.0.1",
      port: receiver.port,
      tls: "starttls",
      user: "shop",
      sender: "news@shop.example.com",
    };
    const connectServer = (world: EngineWorld, password = receiver.password) =>
      db.tx([world.account], async (q) => {
        const save = { provider: "smtp", value: null, sealed: null };
        await saveExternalConfig(q, world.account, { ...save, key: "metadata", value: JSON.stringify(settings) });
        const sealed = secrets.seal(secretPlace(world.account, "smtp", "api_key"), password);
        await saveExternalConfig(q, world.account, { ...save, key: "api_key", sealed });
      });
    const makeTemplate = (world: EngineWorld) =>
      db.tx([world.account], (q) =>
        insertEmailTemplate(q, world.account, {
          templateTitle: "Order",
          subject: "Your order, ${firstName}",
          html: "<p>${firstName}: <b>${item}</b></p>",
          text: "${firstName}: ${item}",
        }),
      );
    const overSmtp = (templateId: string) =>
      email(2, 3, { provider: "smtp", subject: "", templateId, replacements: { item: "Tea & <Cups>" } });

    it("sends the template with the contact's values, escaped in HTML", async () => {
      const world = await makeWorld(db);
      await connectServer(world);
      await runToEnd(world, [start(2), overSmtp(await makeTemplate(world)), end(3)]);
      const [mail] = receiver.accepted.splice(0);
      expect(mail).toMatchObject({ from: "news@shop.example.com", to: ["ann@example.com"], secure: true });
      expect(mail?.message).toContain("Subject: Your order, Ann");
      expect(mail?.message).toContain("<p>Ann: <b>Tea &amp; &lt;Cups&gt;</b></p>");
      expect(mail?.message).toContain("Ann: Tea & <Cups>");
      expect(
        await ask(db, world, "select simulated, state, provider, subject from email where account_id = $1"),
      ).toEqual([{ simulated: false, state: "accepted", provider: "smtp", subject: "Your order, Ann" }]);
    });

    it("ends with the server's words when the password is wrong", async () => {
      const world = await makeWorld(db);
      await connectServer(world, "wrong");
      await runToEnd(world, [start(2), overSmtp(await makeTemplate(world)), end(3)]);
      expect((await reasonsOf(world)).at(-1)).toContain("wrong password");
      expect(receiver.accepted).toEqual([]);
    });

    it("continues without the e-mail when its template was deleted", async () => {
      const world = await makeWorld(db);
      await connectServer(world);
      const templateId = await makeTemplate(world);
      await db.tx([world.account], (q) => removeEmailTemplate(q, world.account, templateId));
      await runToEnd(world, [start(2), overSmtp(templateId), end(3)]);
      expect((await reasonsOf(world)).at(-1)).toContain("template");
      expect(receiver.accepted).toEqual([]);
    });
  });

  it("is tried again when the provider was busy, and given up when it refuses, in its words", async () => {
    const world = await makeWorld(db);
    await connect(world, "sendgrid");
    says.push({ status: 429, body: "{}" });
    says.push({ status: 400, body: JSON.stringify({ errors: [{ field: "template_id", message: "is unknown" }] }) });
    await runToEnd(world, [start(2), email(2, 3), end(3)]);
    expect(received.splice(0)).toHaveLength(2);
    expect((await reasonsOf(world)).at(-1)).toBe("the e-mail provider has no such template (template_id: is unknown)");
  });

  it("is not sent through a provider without a key when another has one", async () => {
    const world = await makeWorld(db);
    await connect(world, "hubspot");
    await runToEnd(world, [start(2), email(2, 3), end(3)]);
    expect(received).toEqual([]);
    expect((await reasonsOf(world)).at(-1)).toBe(
      "the account has no key for this e-mail provider in External Integrations (SendGrid)",
    );
  });

  it("is held while all sending is", async () => {
    const world = await makeWorld(db, { killSwitch: true });
    await runToEnd(world, [start(2), email(2, 3), end(3)]);
    expect(await ask(db, world, "select 1 from email where account_id = $1")).toEqual([]);
    expect((await reasonsOf(world)).at(-1)).toBe("sending is turned off for this account");
  });
});

describe("a language model", () => {
  it("rewords a text for each contact, variables kept, and is charged per message", async () => {
    const world = await makeWorld(db, { aiMessagePriceMicros: 5_000, segmentPriceMicros: 0 });
    await runToEnd(
      world,
      [
        start(2),
        {
          id: 2,
          type: "smsSend",
          children: [3],
          smsTemplateId: world.template,
          smsTemplateName: "",
          useAiRewording: true,
        },
        end(3),
      ],
      2,
    );
    expect(await ask(db, world, "select distinct body from message where account_id = $1")).toEqual([
      { body: "Hello Ann, the gold offer of Boston ends soon." },
    ]);
    expect(await reasonsOf(world)).toContain("reworded by the language model");
    expect(await ask(db, world, "select sum(cost_micros)::int cost from campaign_count where account_id = $1")).toEqual(
      [{ cost: 10_000 }],
    );
    expect(await ask(db, world, "select sum(cost_micros)::int cost from spend where account_id = $1")).toEqual([
      { cost: 10_000 },
    ]);
  });

  const always = { startTime: "00:00:00", endTime: "24:00:00", daysOfWeek: 127, timezone: "0" };
  const assist = (world: EngineWorld, more: object = {}): TestNode => ({
    id: 2,
    type: "aiAssist",
    children: [3],
    smsTemplateId: world.template,
    delay: 0,
    aiContext: always,
    ...more,
  });
  const bodies = async (world: EngineWorld) =>
    (
      await ask<{ body: string }>(
        db,
        world,
        "select body from message where account_id = $1 and direction = 'out' order by message_id",
      )
    ).map(({ body }) => body);
  const listens = async (world: EngineWorld) =>
    (await ask(db, world, "select 1 from journey where account_id = $1 and listening")).length === 1;

  it("begins with the contact's first text where nothing was sent before, and notes the agreed time for later nodes", async () => {
    const world = await makeWorld(db);
    const [handset = ""] = handsets(1);
    const batch = await begin(world, [start(2), assist(world), end(3)]);
    await until("it listens", () => listens(world));
    const write = (text: string) =>
      sendFromHandset(db, world.account, { from: handset, to: world.number, text, mediaUrl: null });
    await write("2099-03-12 15:00 suits me");
    await until("an answer", async () => (await bodies(world)).length === 1);
    expect(await bodies(world)).toEqual(["Agreed: 2099-03-12 at 15:00."]);
    await until("it listens again", () => listens(world));
    await write("Thanks, bye");
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    const [found] = await ask<{ time: string; zone: string }>(
      db,
      world,
      "select j.vars->>'node2.time' as time, c.zones[1] as zone from journey j join contact c using (account_id, contact_id) where account_id = $1",
    );
    expect(found?.time).toMatch(/^2099-03-12T15:00:00[+-]\d\d:\d\d$/);
    const wallClock = new Intl.DateTimeFormat("sv-SE", {
      timeZone: found?.zone,
      dateStyle: "short",
      timeStyle: "short",
    });
    expect(wallClock.format(new Date(found?.time ?? ""))).toBe("2099-03-12 15:00");
  });

  it("begins by itself where Send the first message is on", async () => {
    const world = await makeWorld(db);
    await begin(world, [start(2), assist(world, { sendFirstMessage: true }), end(3)]);
    await until("the first message", async () => (await bodies(world)).length === 1);
    expect((await bodies(world))[0]).toMatch(/^Hello! /);
  });

  it("does not hear a text to a number of another workflow", async () => {
    const world = await makeWorld(db);
    const [handset = ""] = handsets(1);
    await begin(world, [start(2), assist(world), end(3)]);
    await until("it listens", () => listens(world));
    await ask(db, world, "delete from number_set_number where account_id = $1 returning 1");
    const text = { from: handset, to: world.number, text: "Hi", mediaUrl: null };
    const received = await receiveMessage(db, { ...text, carrier: "simulated", carrierRef: "other-workflow" });
    expect(received?.journeys).toBe(0);
  });

  it("answers the contact's texts until the conversation ends (readings, AI Assist)", async () => {
    const world = await makeWorld(db);
    await db.tx([world.account], (q) =>
      updateSmsTemplate(q, world.account, {
        templateId: world.template,
        templateTitle: "Brief",
        templateText: "The shop opens at 9.",
        templateMediaUrl: null,
      }),
    );
    const [handset = ""] = handsets(1);
    const always = { startTime: "00:00:00", endTime: "24:00:00", daysOfWeek: 127, timezone: "0" };
    const batch = await begin(world, [
      start(2),
      { id: 2, type: "aiAssist", children: [3], smsTemplateId: world.template, delay: 0, aiContext: always },
      end(3),
    ]);
    const sent = async () =>
      (
        await ask<{ body: string }>(
          db,
          world,
          "select body from message where account_id = $1 and direction = 'out' order by message_id",
        )
      ).map(({ body }) => body);
    await until(
      "it listens",
      async () => (await ask(db, world, "select 1 from journey where account_id = $1 and listening")).length === 1,
    );
    // a reply belongs to a send: the conversation begins with one
    await ask(
      db,
      world,
      `insert into message (account_id, message_id, contact_id, campaign_id, batch_id, journey_id, node, direction, from_number, to_number, state)
       select account_id, trunkline_uuid7(), contact_id, campaign_id, batch_id, journey_id, 1, 'out', $2, $3, 'accepted' from journey where account_id = $1 returning 1`,
      [world.number, handset],
    );
    const write = (text: string) =>
      sendFromHandset(db, world.account, { from: handset, to: world.number, text, mediaUrl: null });
    // the same words twice, the second while the first are answered: each has its answer
    await write("When do you open?");
    await write("When do you open?");
    await until("both answers", async () => (await sent()).length === 3);
    const said = "You asked: When do you open? Here is what I know: The shop opens at 9.";
    expect((await sent()).slice(1)).toEqual([said, said]);
    await until(
      "it listens again",
      async () => (await ask(db, world, "select 1 from journey where account_id = $1 and listening")).length === 1,
    );
    await write("Thanks, bye");
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");
    expect((await sent())[3]).toBe("You are welcome. Have a good day!");
    expect((await reasonsOf(world)).at(-1)).toBe("the conversation has ended");
  });
});
