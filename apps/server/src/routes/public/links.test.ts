import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Message } from "@trunkline/contract/messages/message.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  ask,
  type EngineWorld,
  handsets,
  makeCampaign,
  makeContacts,
  makeWorld,
  quickWorker,
  runBatch,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { freshDatabase } from "../../../test/freshDatabase.ts";
import { phone } from "../../../test/phoneBrowser.ts";
import { testServer } from "../../../test/server.ts";
import { readConfig } from "../../config/config.ts";
import { purgeJob } from "../../jobs/history/purge.ts";
import type { Worker } from "../../program/worker.ts";
import { listBroken } from "../../store/invariants.ts";
import { linkDay, newLinkCode, readLinkCode } from "../../store/links/linkCode.ts";
import { insertRcsAgent, insertRcsTemplate } from "../../store/templates/rcs.ts";
import { insertSmsTemplate } from "../../store/templates/smsTemplate.ts";

const db = await freshDatabase({ connections: 14 });
const server = await testServer(db);
const offer = "Hi ${firstName}: https://shop.example/sale?who=${firstName}&tier=${tier}. STOP ends it.";

/** start → text → text, both from templates with short links. */
const twoTexts = (first: string, second: string): TestNode[] => [
  { id: 1, type: "start", children: [2] },
  { id: 2, type: "smsSend", children: [3], smsTemplateId: first, smsTemplateName: "Offer" },
  { id: 3, type: "smsSend", children: [4], smsTemplateId: second, smsTemplateName: "Offer" },
  { id: 4, type: "control", children: [] },
];

const makeTemplate = (world: EngineWorld, templateText = offer, shortenLinks = true) =>
  db.tx([world.account], (q) =>
    insertSmsTemplate(q, world.account, { templateTitle: "Offer", templateText, templateMediaUrl: null, shortenLinks }),
  );

/** Opens a link as a phone or another client. */
const open = (address: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") => {
  const { pathname, host } = new URL(address);
  return server.api.app.inject({ method, url: pathname, headers: { host, "user-agent": phone, ...headers } });
};

let nextHandset = 0;

/** Runs a workflow that sends each contact two texts with a short link each. Returns the texts, oldest first. */
async function sent(people = 1, settings: Parameters<typeof makeWorld>[1] = {}) {
  const world = await makeWorld(db, settings);
  const contacts = await makeContacts(db, world, handsets(people, nextHandset));
  nextHandset += people;
  const template = await makeTemplate(world);
  const campaign = await makeCampaign(db, world, twoTexts(template, template));
  const batchId = await runBatch(db, world, campaign, contacts);
  await until("the texts were sent", async () => {
    const rows = await ask(
      db,
      world,
      "select from message where account_id = $1 and state = 'accepted' and receipt is not null",
    );
    return rows.length === 2 * people;
  });
  const key = await server.key(world.account, "owner");
  const read = async (query = "") => {
    const { body } = await server.call("GET", `/v4/message/?direction=out&${query}`, { as: { key } });
    return (body.payload as unknown as Message[]).reverse();
  };
  const batch = async () =>
    (await server.call("GET", `/v4/campaign/${campaign.campaignId}/batch/${batchId}/`, { as: { key } })).body
      .payload[0];
  const texts = await read();
  return { world, campaign, batchId, batch, contacts, template, key, read, texts };
}

const addressOf = (text: Message | undefined): string => text?.links[0]?.address ?? "";
const broken = ({ account }: EngineWorld) => db.tx([account], (q) => listBroken(q, account));

describe("short links (Shorten links; readings, Data)", () => {
  let worker: Worker;
  beforeAll(() => {
    worker = quickWorker(db);
  });
  afterAll(() => worker.stop());

  it("are in the sent and charged text and redirect to the URL with the contact's values", async () => {
    const { texts } = await sent();
    const [first, second] = texts;
    expect(first?.text).toMatch(/^Hi Ann: http:\/\/127\.0\.0\.1:4400\/l\/[0-9A-Za-z]{16}\. STOP ends it\.$/);
    expect(first?.segments).toBe(1);
    expect(addressOf(first)).not.toBe(addressOf(second));
    const answer = await open(addressOf(first));
    expect(answer.statusCode).toBe(302);
    expect(answer.headers).toMatchObject({
      location: "https://shop.example/sale?who=Ann&tier=gold",
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
    });
  });

  it("count once per contact and record the time on the journey", async () => {
    const { world, texts, batch, campaign, read, key } = await sent(2);
    const ofFirst = texts.filter(({ contactId }) => contactId === texts[0]?.contactId);
    expect((await batch())?.["clicks"]).toBe(0);
    const addresses = ofFirst.map(addressOf);
    // The same link again, both at once, and from elsewhere.
    await Promise.all([...addresses, ...addresses].map((address) => open(address)));
    expect((await open(addresses[0] ?? "", { "user-agent": `${phone} passed on` })).statusCode).toBe(302);
    const readJourney = () => read(`journeyId=${ofFirst[0]?.journeyId}`);
    // a visitor is redirected after half a second even where the click is not written yet (decision 0031)
    const times = async () => (await readJourney()).map(({ clicked }) => clicked);
    await expect.poll(times).toEqual([expect.any(String), expect.any(String)]);
    const journey = await readJourney();
    expect(journey[0]?.links).toEqual([
      { address: addresses[0], target: "https://shop.example/sale?who=Ann&tier=gold", clicked: journey[0]?.clicked },
    ]);
    await expect.poll(async () => (await batch())?.["clicks"]).toBe(1);
    const report = async (grouping: string) =>
      (await server.call("GET", `/v4/campaign/report/?grouping=${grouping}`, { as: { key } })).body.payload;
    expect(await report("campaign")).toMatchObject([{ clicks: 1, sent: 4 }]);
    expect((await report("node")).reduce((sum, line) => sum + Number(line["clicks"]), 0)).toBe(1);
    const found = await server.call("GET", `/v4/campaign/${campaign.campaignId}/`, { as: { key } });
    expect(found.body.payload[0]?.["clicks"]).toBe(1);
    const csv = await server.api.app.inject({
      url: "/v4/message/export",
      headers: { authorization: `Bearer ${key}` },
    });
    expect(csv.body.split("\n")[0]).toMatch(/,clicked\r?$/);
    expect(csv.body).toContain(`,${journey[0]?.clicked}`);
    expect(await broken(world)).toEqual([]);
  });

  it("are recorded in batches once each, and a stop waits for pending clicks", async () => {
    const { world, texts, batch } = await sent(3);
    const addresses = texts.map(addressOf);
    await Promise.all([...addresses, ...addresses].map((address) => open(address)));
    const kept = () => ask(db, world, "select from link where account_id = $1 and clicked is not null");
    // a visitor is redirected after half a second even where the click is not written yet (decision 0031)
    await expect.poll(async () => (await kept()).length).toBe(6);
    await expect.poll(async () => (await batch())?.["clicks"]).toBe(3);
    expect(await broken(world)).toEqual([]);
    await ask(db, world, "update link set clicked = null where account_id = $1 returning secret");
    const stopping = await testServer(db);
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const lock = db.tx([world.account], async (q) => {
      await q.run("select from link where account_id = $1 for update", [world.account]);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const { pathname, host } = new URL(addresses[0] ?? "");
    // A locked row does not delay other requests.
    const answer = await stopping.api.app.inject({ url: pathname, headers: { host, "user-agent": phone } });
    expect([answer.statusCode, (await kept()).length]).toEqual([302, 0]);
    const stopped = stopping.api.app.close();
    held.resolve();
    await Promise.all([lock, stopped]);
    expect(await kept()).toHaveLength(1);
  });

  it("redirect bots without counting them", async () => {
    const { world, texts, batch } = await sent();
    const address = addressOf(texts[0]);
    const answers = await Promise.all([
      open(address, {}, "HEAD"),
      open(address, { "user-agent": "facebookexternalhit/1.1 Facebot Twitterbot/1.0" }),
      open(address, { "sec-purpose": "prefetch" }),
      open(address, { "user-agent": "" }),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([302, 302, 302, 302]);
    expect(await ask(db, world, "select from link where account_id = $1 and clicked is not null")).toEqual([]);
    expect((await batch())?.["clicks"]).toBe(0);
    await open(address);
    await expect.poll(async () => (await batch())?.["clicks"]).toBe(1);
  });

  it("count for an archived contact, and still redirect after the text is deleted", async () => {
    const { texts, batch, contacts, key } = await sent(2);
    expect((await server.call("DELETE", `/v4/contact/${contacts[0]}/`, { as: { key } })).status).toBe(200);
    await open(addressOf(texts.find(({ contactId }) => contactId === contacts[0])));
    await expect.poll(async () => (await batch())?.["clicks"]).toBe(1);
    const other = texts.find(({ contactId }) => contactId === contacts[1]);
    await db.owner((q) => q.run("delete from message where message_id = $1", [other?.messageId]));
    expect((await open(addressOf(other))).statusCode).toBe(302);
    await expect.poll(async () => (await batch())?.["clicks"]).toBe(1);
  });

  it("expire after the account's retention with the same answer as wrong ones", async () => {
    const { world, texts, key } = await sent(1, { linkDays: 30 });
    const address = addressOf(texts[0]);
    const code = address.slice(-16);
    const end = (days: number) =>
      db.tx([world.account], (q) =>
        q.run("update link set day = $2 where account_id = $1", [world.account, linkDay(Date.now()) - days]),
      );
    const aged = (days: number) => {
      const { key: owner } = readLinkCode(code, Date.now()) ?? { key: "" };
      return `http://127.0.0.1:4400/l/${newLinkCode(owner, Date.now() - days * 86_400_000).slice(0, 6)}${code.slice(6)}`;
    };
    await end(30);
    expect((await open(aged(30))).statusCode).toBe(302);
    await purgeJob.run(db);
    expect((await open(aged(30), {}, "HEAD")).statusCode).toBe(302);
    await end(31);
    const wrong = await Promise.all(
      [
        aged(31),
        aged(1),
        `${address.slice(0, -1)}~`,
        `${address}x`,
        "http://127.0.0.1:4400/l/javascript:alert(1)",
        `http://127.0.0.1:4400/l/${newLinkCode("zzzz", Date.now())}`,
      ].map((one) => open(one)),
    );
    expect(new Set(wrong.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(wrong[0]?.statusCode).toBe(404);
    expect(wrong.some(({ headers }) => "location" in headers)).toBe(false);
    await purgeJob.run(db);
    expect(await ask(db, world, "select from link where account_id = $1")).toEqual([]);
    const [text] = (await server.call("GET", "/v4/message/?direction=out", { as: { key } })).body.payload;
    expect(text).toMatchObject({ links: [] });
  });

  it("limits an address that tries many codes", async () => {
    const guess = () =>
      server.api.app.inject({ url: `/l/${newLinkCode("0000", Date.now())}`, remoteAddress: "203.0.113.7" });
    for (let wave = 0; wave < 4; wave++) await Promise.all(Array.from({ length: 30 }, guess));
    expect(await guess()).toMatchObject({ statusCode: 429, headers: { "retry-after": "60" } });
    const other = await server.api.app.inject({ url: "/l/nothing", remoteAddress: "203.0.113.8" });
    expect(other.statusCode).toBe(404);
  });

  it("are created only where the template enables them", async () => {
    const world = await makeWorld(db);
    const template = await makeTemplate(world, offer, false);
    const campaign = await makeCampaign(db, world, twoTexts(template, template));
    const contacts = await makeContacts(db, world, handsets(1, nextHandset++));
    await runBatch(db, world, campaign, contacts);
    await until("it went out", async () => {
      const rows = await ask<{ body: string }>(
        db,
        world,
        "select body from message where account_id = $1 and state = 'accepted'",
      );
      return (
        rows.length === 2 && rows.every(({ body }) => body.includes("https://shop.example/sale?who=Ann&tier=gold"))
      );
    });
    expect(await ask(db, world, "select from link where account_id = $1")).toEqual([]);
  });

  it("of an RCS message are in its text and buttons and count for its run", async () => {
    const world = await makeWorld(db);
    const [to = ""] = handsets(1, nextHandset++);
    await db.tx([world.account], async (q) => {
      await insertRcsAgent(q, world.account, {
        agentId: "shop",
        name: "The Shop",
        description: "",
        logoUrl: null,
        connectionId: null,
      });
      await insertRcsTemplate(q, world.account, "offer", {
        type: "text",
        text: "Hi ${firstName}: https://shop.example/sale",
        mediaUrl: null,
        cards: [],
        suggestions: [{ kind: "openUrl", text: "Look", target: "https://shop.example/sale?who=${firstName}" }],
        shortenLinks: true,
      });
    });
    const campaign = await makeCampaign(db, world, [
      { id: 1, type: "start", children: [2] },
      {
        id: 2,
        type: "rcsSend",
        children: [3, 4],
        rcsTemplateKey: "offer",
        agentId: "shop",
        successPath: 3,
        failurePath: 4,
      },
      { id: 3, type: "control", children: [] },
      { id: 4, type: "control", children: [] },
    ]);
    const batchId = await runBatch(db, world, campaign, await makeContacts(db, world, [to]));
    const key = await server.key(world.account, "owner");
    const read = async () =>
      (await server.call("GET", "/v4/message/?direction=out", { as: { key } })).body.payload[0] as unknown as Message;
    await until("it went out", async () => (await read())?.status === "read");
    const { text, links } = await read();
    const [row] = await ask<{ button: string }>(
      db,
      world,
      "select rcs->'suggestions'->0->>'target' button from message where account_id = $1 and direction = 'out'",
    );
    const written = text.slice("Hi Ann: ".length);
    expect(new Map(links.map(({ address, target }) => [address, target]))).toEqual(
      new Map([
        [written, "https://shop.example/sale"],
        [row?.button, "https://shop.example/sale?who=Ann"],
      ]),
    );
    for (const { address, target } of links) expect((await open(address)).headers["location"]).toBe(target);
    const runPath = `/v4/campaign/${campaign.campaignId}/batch/${batchId}/`;
    const clicks = async () => (await server.call("GET", runPath, { as: { key } })).body.payload[0]?.["clicks"];
    await expect.poll(clicks).toBe(1);
    expect(await broken(world)).toEqual([]);
  });
});

describe("the switch of a template", () => {
  it("is off by default and stays unchanged where a change omits it (spec 2 §7.2)", async () => {
    const { key } = await server.account();
    const body = { templateTitle: "Sale", templateText: "https://shop.example/", templateMediaUrl: "" };
    const write = async (method: string, path: string, more: object = {}) =>
      (await server.call(method, path, { as: { key }, body: { ...body, ...more } })).body.payload[0];
    const made = await write("POST", "/v4/smstemplate/");
    expect(made).toMatchObject({ shortenLinks: false });
    const path = `/v4/smstemplate/${made?.["templateId"]}`;
    expect(await write("PUT", path, { shortenLinks: true })).toMatchObject({ shortenLinks: true });
    expect(await write("PUT", path)).toMatchObject({ shortenLinks: true });
    expect(await write("PUT", path, { shortenLinks: false })).toMatchObject({ shortenLinks: false });
  });
});

describe("a domain of the account's own for short links", () => {
  it("is accepted if it points here, belongs to one account, and does not serve other accounts' links", async () => {
    const config = readConfig({ TRUNKLINE_DATA_DIR: "/nonexistent", TRUNKLINE_EGRESS_ALLOW: "127.0.0.0/8,::1/128" });
    const open = await testServer(db, { config });
    // As forwarded by a proxy, with the requested host.
    const proxy = createServer((request, response) => {
      void open.api.app
        .inject({ url: request.url ?? "/", headers: { host: request.headers.host ?? "" } })
        .then((answer) => {
          response.writeHead(answer.statusCode).end(answer.body);
        });
    });
    const stranger = createServer((_request, response) => response.end("<h1>Parked</h1>"));
    const hostOf = async (one: Server) => {
      await new Promise<void>((listening) => one.listen(0, "127.0.0.1", listening));
      return `localhost:${(one.address() as AddressInfo).port}`;
    };
    const [ours, parked] = [await hostOf(proxy), await hostOf(stranger)];
    const [ann, bob] = [await open.account(), await open.account()];
    const set = async ({ key }: { key: string }, domain: string | null) => {
      const { status, body } = await open.call("PUT", "/v4/account/link-domain", { as: { key }, body: { domain } });
      return { status, ...body.payload[0], ...body.error[0] };
    };
    expect(await set(ann, parked)).toMatchObject({ status: 400, code: "domain_elsewhere", where: "body.domain" });
    expect(await set(ann, "localhost:1")).toMatchObject({ status: 400, code: "domain_unreachable" });
    expect(await set(ann, ours)).toMatchObject({ status: 200, linkDomain: ours, linkBase: `http://${ours}` });
    expect(await set(bob, ours)).toMatchObject({ status: 409, message: `${ours} is already used by another account` });
    for (const domain of ["https://go.example.com", "go.example.com/l", "127.0.0.1", "a b", ""])
      expect(await set(ann, domain)).toMatchObject({ status: 400, where: "body.domain" });
    // Without the operator's permission, no request is made to this machine.
    const { body } = await server.call("PUT", "/v4/account/link-domain", {
      as: { key: await server.key(bob.account, "owner") },
      body: { domain: parked },
    });
    expect(body.error[0]).toMatchObject({ code: "domain_unreachable" });
    const link = async (account: string) => {
      const [row] = await db.global((q) =>
        q.rows<{ key: string }>("select link_key as key from account where account_id = $1", [account]),
      );
      const code = newLinkCode(row?.key ?? "", Date.now());
      await db.tx([account], (q) =>
        q.run(
          "insert into link (account_id, day, secret, message_id, target) values ($1, $2, $3, trunkline_uuid7(), 'https://shop.example/')",
          [account, linkDay(Date.now()), code.slice(6)],
        ),
      );
      return async (host: string) =>
        (await open.api.app.inject({ url: `/l/${code}`, headers: { host, "user-agent": phone } })).statusCode;
    };
    const [ofAnn, ofBob] = [await link(ann.account), await link(bob.account)];
    expect([await ofAnn(ours), await ofAnn("127.0.0.1:4400"), await ofBob("127.0.0.1:4400")]).toEqual([302, 302, 302]);
    expect(await ofBob(ours)).toBe(404);
    expect(await set(ann, null)).toMatchObject({ status: 200, linkDomain: null });
    proxy.close();
    stranger.close();
  });
});
