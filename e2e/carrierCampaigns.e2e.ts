import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RbmServer, startRbmServer } from "../apps/server/test/rbmServer.ts";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { startTelnyxServer, type TelnyxServer } from "../apps/server/test/telnyxServer.ts";
import { startTwilioServer, type TwilioServer } from "../apps/server/test/twilioServer.ts";
import { type Account, enter, textWorkflow, workflowOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// One short campaign over each carrier that is asked over HTTPS, on one product that trusts their stand-ins. All that a
// page of each carrier can do: twilio.prove.ts, telnyx.prove.ts, rbm.prove.ts. The simulated carrier: firstWalk.e2e.ts.

const browser = useBrowser();
let address = "";
let twilio: TwilioServer;
let telnyx: TelnyxServer;
let google: RbmServer;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const at = () => address;
  [twilio, telnyx, google] = await Promise.all([startTwilioServer(at), startTelnyxServer(at), startRbmServer(at)]);
  noteSecrets([twilio.authToken, twilio.phoneKey.secret, telnyx.apiKey, google.clientToken]);
  stops.push(...[twilio, telnyx, google].map((provider) => () => provider.stop()));
  const { product, stop } = await startTrusting([twilio.cert, telnyx.cert, google.cert].join("\n"));
  stops.push(stop);
  ({ address } = product);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

const picture = "https://shop.example.com/spring.png";

/** Adds a connection on its page. Returns its id and where the provider reports to. */
async function connect(page: Page, account: Account, type: string, fields: Record<string, string>) {
  const name = fields["Name"] ?? "";
  await page.goto(`${address}/settings/carriers`);
  await press(page, "Add connection");
  await choose(page, "Type", type);
  for (const [label, value] of Object.entries(fields)) await fill(page, label, value);
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");
  await see(rowOf(page, "Carrier connections", name).getByText("Connected", { exact: true }));
  const { payload } = await account.call("GET", "/v4/carrier/");
  const made = payload.find((one) => one["name"] === name);
  return {
    connectionId: String(made?.["connectionId"]),
    webhook: String(made?.["messagesUrl"] ?? made?.["eventsUrl"]),
  };
}

/** Runs a text with a picture from a number of the connection. */
async function sendText(account: Account, name: string, connectionId: string, phone: string) {
  await account.call("POST", `/v4/carrier/${connectionId}/number/`, { phone });
  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [phone] })).payload;
  const text = { templateTitle: name, templateText: "Hi ${firstName}, shall we?", templateMediaUrl: picture };
  const [template] = (await account.call("POST", "/v4/smstemplate/", text)).payload;
  const workflow = textWorkflow(String(template?.["templateId"]), name);
  const campaignId = await account.makeWorkflow(name, String(set?.["numberSetId"]), workflow);
  const contact = await account.makeContact("Mara");
  await account.startRun(campaignId, [contact.contactId]);
  return contact;
}

/** The text is shown as delivered, then the provider brings the reply, which is in the inbox. */
async function seeBothWays(page: Page, contact: { contactId: string; phone: string }, bring: () => Promise<number>) {
  await page.goto(`${address}/messages?phone=${encodeURIComponent(contact.phone)}`);
  await see(page.getByRole("table", { name: "Messages" }).getByText("delivered"));
  expect(await bring()).toBe(200);
  await page.goto(`${address}/inbox/${contact.contactId}`);
  await see(page.getByText("Yes please").last());
}

describe("A carrier is connected, a campaign goes out over it, and the reply comes back", () => {
  test("by the Twilio API: a text with a picture", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const name = unique("Twilio");
    const { connectionId, webhook } = await connect(page, account, "Twilio-compatible API", {
      Name: name,
      "Account SID": twilio.accountSid,
      "Base address": twilio.baseUrl,
      "Auth token": twilio.authToken,
    });
    const number = "+12062340100";
    twilio.own(number);
    const contact = await sendText(account, name, connectionId, number);
    const { phone } = contact;
    await expect
      .poll(() => twilio.taken, patience)
      .toMatchObject([{ to: phone, from: number, body: "Hi Mara, shall we?", media: [picture] }]);
    const [sent] = twilio.taken;
    if (sent === undefined) throw new Error("the provider took nothing");
    await twilio.tell(sent, "delivered");
    const fields = { MessageSid: "SM1", AccountSid: twilio.accountSid, From: phone, To: number, NumMedia: "0" };
    await seeBothWays(page, contact, async () => {
      const { status } = await twilio.post(webhook, { ...fields, Body: "Yes please" });
      return status;
    });
    expect(twilio.mistakes).toEqual([]);
  });

  test("by Telnyx: a text with a picture", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const name = unique("Telnyx");
    const number = "+12062340101";
    const { connectionId, webhook } = await connect(page, account, "Telnyx", {
      Name: name,
      "Public key": telnyx.publicKey,
      "Messaging profile ID": telnyx.profileId,
      "Base address": telnyx.baseUrl,
      "API key": telnyx.apiKey,
    });
    telnyx.own(number, { mms: true });
    const contact = await sendText(account, name, connectionId, number);
    const { phone } = contact;
    await expect
      .poll(() => telnyx.taken, patience)
      .toMatchObject([{ to: phone, from: number, text: "Hi Mara, shall we?", media: [picture] }]);
    const [sent] = telnyx.taken;
    if (sent === undefined) throw new Error("the provider took nothing");
    await telnyx.tell(sent, "delivered");
    await seeBothWays(page, contact, () => telnyx.text(webhook, { from: phone, to: number, text: "Yes please" }));
    expect(telnyx.mistakes).toEqual([]);
  });

  test("by Google RCS: a card with a suggestion, which is tapped", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const name = unique("Google");
    const { webhook } = await connect(page, account, "Google RCS", {
      Name: name,
      "Agent ID": google.agentId,
      "Service account key": google.keyFile,
      "API address": google.baseUrl,
      "Client token": google.clientToken,
    });
    await page.goto(`${address}/templates/rcs`);
    await press(rowOf(page, "RCS agents", "the_shop_agent"), "Edit the_shop_agent");
    await choose(page, "Sends through", name);
    await press(page.getByRole("dialog"), "Save");
    await readNotice(page, "RCS agent saved");
    const templateKey = name.toLowerCase().replaceAll(/\W+/g, "_");
    const suggestions = [{ kind: "reply", text: "Yes please", target: "" }];
    const card = { title: "For ${firstName}", description: "", mediaUrl: picture, height: "short", suggestions };
    const content = { type: "cards", text: "", mediaUrl: null, suggestions: [], cards: [card] };
    await account.call("POST", "/v4/rcs/template/", { templateKey, content });
    const send = { type: "rcsSend", rcsTemplateKey: templateKey, agentId: "the_shop_agent" };
    const drawn = workflowOf({ ...send, children: [3, 4], successPath: 3, failurePath: 4 });
    const failed = { id: 4, type: "control", x: 400, y: 305, children: [] };
    const workflow = { ...drawn, nodes: [...drawn.nodes, failed] };
    const campaignId = await account.makeWorkflow(name, await account.makeNumberSet(name), workflow);
    const contact = await account.makeContact("Mara");
    await account.startRun(campaignId, [contact.contactId]);
    await expect.poll(() => google.taken.map((one) => one.to), patience).toEqual([contact.phone]);
    const [sent] = google.taken;
    if (sent === undefined) throw new Error("Google took nothing");
    expect(JSON.stringify(sent.body)).toContain("For Mara");
    const { messageId } = sent;
    const from = { senderPhoneNumber: contact.phone };
    const delivered = { ...from, eventType: "DELIVERED", eventId: "e1", messageId };
    expect(await google.notify(webhook, delivered)).toBe(200);
    const suggestionResponse = { text: "Yes please", postbackData: "Yes please", type: "REPLY" };
    await seeBothWays(page, contact, () => google.notify(webhook, { ...from, messageId: "i1", suggestionResponse }));
    expect(google.mistakes).toEqual([]);
  });
});
