import type { AddressInfo } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import {
  ask,
  handsets,
  makeCampaign,
  makeContacts,
  runBatch,
  statusOf,
  type TestNode,
  until,
} from "../../../test/engineWorld.ts";
import { ownTelnyx, type TelnyxWorld } from "../../../test/ownTelnyx.ts";
import { campaignsOf } from "../../../test/providerCampaign.ts";
import { startSmsc } from "../../../test/smsc.ts";
import { startTwilioServer } from "../../../test/twilioServer.ts";
import { sendFromHandset } from "../../inbound/sendFromHandset.ts";
import { insertSmsTemplate } from "../../store/templates/smsTemplate.ts";

const { place, makeTelnyxWorld } = await ownTelnyx();
const { db, server, startOne, publicUrl } = place;
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
});

const number = "+13032340100";
const texts = ["First", "Second", "Third", "Fourth", "Fifth"];

/** A text after the other, each once the one before was answered. */
async function conversation(world: TelnyxWorld): Promise<TestNode[]> {
  const templates = await db.tx([world.account], async (q) => {
    const ids: string[] = [];
    for (const templateText of texts)
      ids.push(
        await insertSmsTemplate(q, world.account, {
          templateTitle: templateText,
          templateText,
          templateMediaUrl: null,
        }),
      );
    return ids;
  });
  const end = 100;
  const waits = { timeoutType: "wait", timeoutWaitType: "number", timeoutWaitNumber: 1, timeoutWaitUnits: "days" };
  return [
    { id: 1, type: "start", children: [2] },
    ...templates.flatMap((smsTemplateId, index): TestNode[] => {
      const id = 2 + 2 * index;
      const next = index === templates.length - 1 ? end : id + 2;
      const answered = { variable: `node${id}.reply`, operation: "EQUALS", value: "Yes", negated: false };
      const sends = { type: "smsSend", smsTemplateId, smsTemplateName: "Text", useAiRewording: false };
      if (next === end) return [{ id, ...sends, children: [end] }];
      return [
        { id, ...sends, children: [id + 1] },
        {
          id: id + 1,
          type: "event",
          children: [next, end],
          timeoutData: { ...waits, timeoutPath: end },
          conditions: [{ targetNode: next, statements: [answered] }],
        },
      ];
    }),
    { id: end, type: "control", children: [] },
  ];
}

/** The carriers that the number moves between, with what they have taken as "phone text". */
async function carriersOf(world: TelnyxWorld) {
  const address = `http://127.0.0.1:${(server.api.app.server.address() as AddressInfo).port}`;
  const [smsc, twilio] = [await startSmsc(), await startTwilioServer(() => address)];
  stops.push(smsc.stop, twilio.stop);
  setDefaultCACertificates([...getCACertificates(), twilio.cert]);
  const telnyx = place.provider;
  const key = await server.key(world.account, "owner");
  const call = async (method: string, url: string, body?: object) => {
    const answer = await server.call(method, url, { as: { key }, ...(body && { body }) });
    expect(answer.body.error).toEqual([]);
    return answer.body.payload;
  };
  const connect = async (body: object) => String((await call("POST", "/v4/carrier/", body))[0]?.["connectionId"]);
  const smpp = await connect({
    kind: "smpp",
    name: "SMSC",
    host: "127.0.0.1",
    port: smsc.port,
    tls: false,
    systemId: "us",
    password: smsc.password,
  });
  const { accountSid, baseUrl, authToken } = twilio;
  const overTwilio = await connect({ kind: "twilio", name: "Twilio", accountSid, baseUrl, password: authToken });
  twilio.own(number);
  telnyx.own(number);
  const taken = {
    smpp: () => smsc.taken.map(({ to, text }) => `${to.startsWith("+") ? "" : "+"}${to} ${text}`).sort(),
    twilio: () => twilio.taken.map(({ to, body }) => `${to} ${body}`).sort(),
    telnyx: () => telnyx.taken.map(({ to, text }) => `${to} ${text}`).sort(),
  };
  return {
    smsc,
    twilio,
    telnyx,
    smpp,
    overTwilio,
    call,
    taken,
    answer: {
      async smpp(phone: string) {
        const fields = { source_addr: phone.slice(1), destination_addr: number.slice(1) };
        expect(await smsc.bring({ ...fields, short_message: Buffer.from("Yes") })).toBe(0);
      },
      async twilio(phone: string) {
        const url = `${publicUrl}/carriers/twilio/${world.account}/${overTwilio}/messages`;
        const fields = { MessageSid: `SM${phone}`, AccountSid: accountSid, From: phone, To: number, NumMedia: "0" };
        expect((await twilio.post(url, { ...fields, Body: "Yes" })).status).toBe(200);
      },
      async telnyx(phone: string) {
        const text = { from: phone, to: number, id: `t-${phone}`, text: "Yes" };
        expect(await telnyx.text(world.messagesUrl, text)).toBe(200);
      },
    },
  };
}

describe("a number that moves between carriers during a run", () => {
  it("loses and doubles nothing: what is queued follows it, and replies arrive by the new carrier", async () => {
    const world = await makeTelnyxWorld();
    await ask(db, world, "update number set carrier = 'simulated' where account_id = $1 returning 1");
    const { smsc, twilio, telnyx, smpp, overTwilio, call, taken, answer } = await carriersOf(world);
    const worker = startOne();
    const phones = handsets(4, 500);
    const [first = "", second = "", third = "", fourth = ""] = phones;
    const campaign = await makeCampaign(db, world, await conversation(world));
    const batch = await runBatch(db, world, campaign, await makeContacts(db, world, phones));
    const has = (name: keyof typeof taken, text: string, of: readonly string[]) =>
      until(`${name} has "${text}"`, async () => [...of].every((phone) => taken[name]().includes(`${phone} ${text}`)));
    const wait = (carrier: string, count: number) =>
      until(`${count} wait for ${carrier}`, async () => {
        const queued = `select from message where account_id = $1 and split_part(carrier, ':', 1) = $2
          and state in ('queued', 'submitting') and attempt > 0`;
        return (await ask(db, world, queued, [carrier])).length === count;
      });

    await until(
      "the simulated carrier has the first texts",
      async () =>
        (await ask(db, world, "select from message where account_id = $1 and state = 'accepted'")).length === 4,
    );
    // a fictional number of the simulated carrier is replaced in its set, which workers read once a second
    await worker.stop();
    await call("POST", "/v4/number/", { phone: number, connectionId: smpp });
    await call("PUT", `/v4/numberset/${world.numberSet}/`, { name: "Main", phoneNumbers: [number] });
    startOne();
    const throttledAt = (phone: string) => phone === third || phone === fourth;
    smsc.does = ({ destination_addr }) => (throttledAt(`+${destination_addr}`) ? { status: 0x58 } : "accept");
    for (const from of [first, second])
      await sendFromHandset(db, world.account, { from, to: world.number, text: "Yes", mediaUrl: null });
    await has("smpp", "Second", [first, second]);
    for (const from of [third, fourth])
      await sendFromHandset(db, world.account, { from, to: world.number, text: "Yes", mediaUrl: null });
    await wait("smpp", 2);

    // from SMPP, which throttles, to the Twilio API
    await answer.smpp(first);
    twilio.does = ({ to, body }) =>
      throttledAt(to) && body === "Third" ? { status: 429, code: 20429, retryAfter: "1" } : "accept";
    await has("smpp", "Third", [first]);
    const refused = await server.call("POST", `/v4/carrier/${overTwilio}/number/`, {
      as: { key: await server.key(world.account, "owner") },
      body: { phone: number },
    });
    expect(refused.body.error[0]?.code).toBe("number_elsewhere");
    expect(await call("GET", `/v4/carrier/${overTwilio}/number/`)).toMatchObject([{ phone: number, owner: "other" }]);
    await call("POST", `/v4/carrier/${overTwilio}/number/`, { phone: number, move: true });
    await has("twilio", "Second", [third, fourth]);
    await answer.twilio(second);
    await has("twilio", "Third", [second]);
    for (const phone of [third, fourth]) await answer.twilio(phone);
    await wait("twilio", 2);

    // from the Twilio API, which throttles, to Telnyx
    await call("POST", `/v4/carrier/${world.connection}/number/`, { phone: number, move: true });
    await has("telnyx", "Third", [third, fourth]);
    for (const phone of phones) await answer.telnyx(phone);
    await has("telnyx", "Fourth", phones);

    // and back, as the page moves a number to a carrier without a list
    smsc.does = () => "accept";
    const [moved] = await call("PUT", `/v4/number/${number}/`, { connectionId: smpp });
    expect(moved).toMatchObject({ connection: { name: "SMSC" }, numberSets: [{ name: "Main" }] });
    for (const phone of phones) await answer.smpp(phone);
    await has("smpp", "Fifth", phones);
    await until("the run is done", async () => (await statusOf(db, world, batch)) === "done");

    const all = Object.values(taken).flatMap((list) => list());
    expect([...all].sort()).toEqual(phones.flatMap((phone) => texts.slice(1).map((text) => `${phone} ${text}`)).sort());
    expect(
      await ask(db, world, "select distinct state from message where account_id = $1 and direction = 'out'"),
    ).toEqual([{ state: "accepted" }]);
    expect(await call("GET", `/v4/campaign/${campaign.campaignId}/`)).toMatchObject([
      { workflowVersion: campaign.version, numberSet: world.numberSet, sends: 20, replies: 16 },
    ]);
    expect([twilio.mistakes, telnyx.mistakes]).toEqual([[], []]);
    await campaignsOf(db).isSound(world);
  });
});
