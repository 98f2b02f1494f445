import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import type { TwilioCall } from "../apps/server/test/twilioCalls.ts";
import { startTwilioServer, type TwilioServer } from "../apps/server/test/twilioServer.ts";
import { type Account, callNode, enter, textWorkflow, workflowOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, gone, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// Texts over a provider with the Twilio API: a product of its own, which trusts the provider's certificate.

const browser = useBrowser({ microphone: true });
let address = "";
let provider: TwilioServer;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  provider = await startTwilioServer(() => address);
  noteSecrets([provider.authToken, provider.phoneKey.secret]);
  stops.push(() => provider.stop());
  const { product, stop } = await startTrusting(provider.cert);
  stops.push(stop);
  ({ address } = product);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test("a provider's account is connected and tested, gets a number, sends a run with a picture and brings the reply", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Provider");

  await page.goto(`${address}/settings/carriers`);
  await press(page, "Add connection");
  await choose(page, "Type", "Twilio-compatible API");
  await press(page, "Save");
  for (const words of ["Name is required", "Account SID is required", "Auth token is required"])
    await see(page.getByText(words));
  await fill(page, "Name", name);
  await fill(page, "Account SID", "AC1");
  await fill(page, "Base address", "http://127.0.0.1");
  await press(page, "Save");
  await see(page.getByText("Account SID must be AC and 32 hexadecimal digits"));
  await see(page.getByText("Base address must be an https address without a query"));
  await fill(page, "Account SID", provider.accountSid);
  await fill(page, "Base address", provider.baseUrl);
  await fill(page, "Auth token", "another token");
  await press(page, "Test");
  await see(page.getByText("The test failed: the account SID or the auth token is wrong"));
  await fill(page, "Auth token", provider.authToken);
  await press(page, "Test");
  // this product has no public address, which a provider could not call
  await see(
    page.getByText(/^The provider accepted the account "Shop", balance 12\.50 USD\. But the provider cannot reach /),
  );
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");
  const row = rowOf(page, "Carrier connections", name);
  await see(row.getByText("Twilio-compatible API"));
  await see(row.getByText("Connected", { exact: true }));
  await press(row, `Health ${name}`);
  const health = page.getByRole("dialog", { name: `Health of ${name}` });
  const webhook = await health.getByText(/\/carriers\/twilio\/.*\/messages$/).innerText();
  await press(health, "Close");
  await gone(health);

  // the numbers of the account are listed; one whose texts go elsewhere is taken over
  const number = "+12062340100";
  provider.own(number, "https://other.example.com/sms");
  provider.own("+12062340101");
  await press(row, `Numbers ${name}`);
  const list = page.getByRole("dialog", { name: `Numbers of ${name}` });
  const listed = rowOf(page, "Provider numbers", "234-0100");
  await see(listed.getByText("Points elsewhere"));
  await listed.getByRole("checkbox").check();
  await press(list, "Add numbers");
  await see(page.getByText("From now on their texts and calls arrive here, and no longer there."));
  await press(page, "Take over");
  await readNotice(page, "Numbers added");
  await see(listed.getByText("Added", { exact: true }));
  expect(provider.numbers[0]?.sms_url).toBe(webhook);
  await page.keyboard.press("Escape");
  await gone(list);
  await page.goto(`${address}/numbers`);
  await see(rowOf(page, "Numbers", "(206) 234-0100").getByText(name));

  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [number] })).payload;
  const templateMediaUrl = "https://shop.example.com/spring.png";
  const [template] = (
    await account.call("POST", "/v4/smstemplate/", {
      templateTitle: name,
      templateText: "Hi ${firstName}, shall we?",
      templateMediaUrl,
    })
  ).payload;
  const campaignId = await account.makeWorkflow(
    name,
    String(set?.["numberSetId"]),
    textWorkflow(String(template?.["templateId"]), name),
  );
  const { contactId, phone } = await account.makeContact("Mara");
  await account.startRun(campaignId, [contactId]);
  await expect
    .poll(() => provider.taken, patience)
    .toMatchObject([{ to: phone, from: number, body: "Hi Mara, shall we?", media: [templateMediaUrl] }]);
  expect(provider.mistakes).toEqual([]);
  const [sent] = provider.taken;
  if (sent === undefined) throw new Error("the provider took nothing");
  await provider.tell(sent, "delivered");
  await page.goto(`${address}/messages?phone=${encodeURIComponent(phone)}`);
  await see(page.getByRole("table", { name: "Messages" }).getByText("delivered"));

  const fields = { MessageSid: "SM1", AccountSid: provider.accountSid, From: phone, To: number, NumMedia: "0" };
  expect((await provider.post(webhook, { ...fields, Body: "Yes, at nine" })).status).toBe(200);
  await page.goto(`${address}/inbox/${contactId}`);
  await see(page.getByText("Yes, at nine").first());
});

/** Answers a question that is asked over another dialog; returns what it asked. */
async function answerOver(page: Page, title: string, button: string): Promise<string> {
  const question = page.getByRole("dialog", { name: title, exact: true });
  await see(question);
  const words = await question.innerText();
  await press(question, button);
  await gone(question);
  return words;
}

test("numbers are searched, bought after asking, and released at the provider", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Shop");
  await account.call("POST", "/v4/carrier/", {
    kind: "twilio",
    name,
    accountSid: provider.accountSid,
    baseUrl: provider.baseUrl,
    password: provider.authToken,
  });
  provider.offer("+12062350100");
  provider.offer("+14252350101", { locality: "Bellevue", address_requirements: "any" });
  provider.numbers.splice(0);
  await account.call("PUT", "/v4/account/", { settings: { numberPriceMicros: 1_150_000 } });
  await page.goto(`${address}/settings/carriers`);
  await press(rowOf(page, "Carrier connections", name), `Numbers ${name}`);
  const list = page.getByRole("dialog", { name: `Numbers of ${name}` });
  await see(list.getByText("The account at the provider has no numbers yet. Buy some here or there."));
  await list.getByRole("button", { name: "Buy numbers" }).first().click();

  const shop = page.getByRole("dialog", { name: `Buy numbers from ${name}` });
  const sold = shop.getByRole("list", { name: "Numbers for sale" }).getByRole("listitem");
  await expect.poll(() => sold.count(), patience).toBe(2);
  await fill(shop, "Area code", "1");
  await see(shop.getByText("Area code must be three digits"));
  await fill(shop, "Area code", "425");
  await expect.poll(() => sold.allInnerTexts(), patience).toEqual([expect.stringContaining("needs an address")]);
  await press(shop, "Buy +1 (425) 235-0101");
  expect(await answerOver(page, "Buy +1 (425) 235-0101?", "Buy")).toContain(
    "It asks for an address in your account there first.",
  );
  expect(await readNotice(page, "Error buying number")).toContain("Phone Number Requires an Address (error 21631)");
  await fill(shop, "Area code", "");
  await fill(shop, "Contains", "2350*00");
  await expect.poll(() => sold.allInnerTexts(), patience).toEqual([expect.stringContaining("Seattle, WA")]);
  await press(shop, "Buy +1 (206) 235-0100");
  expect(await answerOver(page, "Buy +1 (206) 235-0100?", "Buy")).toContain("The price is $1.15 a month");
  expect(await readNotice(page, "Number bought")).toBe("+1 (206) 235-0100");
  await see(shop.getByText("The provider sells no such numbers. Try another type or area, or ask for less."));
  await press(shop, "Done");

  const bought = rowOf(page, "Provider numbers", "(206) 235-0100");
  await see(bought.getByText("Added", { exact: true }));
  await see(bought.getByText("Here", { exact: true }));
  await press(bought, "Release +12062350100");
  expect(await answerOver(page, `Release +1 (206) 235-0100 at ${name}?`, "Release")).toContain(
    "its replies no longer arrive",
  );
  expect(await readNotice(page, "Number released")).toBe("+1 (206) 235-0100");
  await see(list.getByText("The account at the provider has no numbers yet. Buy some here or there."));
  expect(provider.numbers).toEqual([]);
  expect(provider.mistakes).toEqual([]);
});

/** A connection with a number of the provider, which sends its texts and calls here. */
async function connect(account: Account, name: string, number: string, more: object = {}): Promise<void> {
  provider.own(number);
  const body = { kind: "twilio", name, accountSid: provider.accountSid, baseUrl: provider.baseUrl, ...more };
  const [made] = (await account.call("POST", "/v4/carrier/", { ...body, password: provider.authToken })).payload;
  await account.call("POST", `/v4/carrier/${String(made?.["connectionId"])}/number/`, { phone: number });
}

test("an RCS agent sends a card through the provider, gets the tapped reply, and a brand is registered there", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Rich");
  const [made] = (
    await account.call("POST", "/v4/carrier/", {
      kind: "twilio",
      name,
      accountSid: provider.accountSid,
      baseUrl: provider.baseUrl,
      password: provider.authToken,
    })
  ).payload;
  await page.goto(`${address}/settings/carriers`);
  const row = rowOf(page, "Carrier connections", name);
  await press(row, `Edit ${name}`);
  await fill(page, "RCS sender", "not a sender");
  await press(page, "Save");
  await see(page.getByText("RCS sender must be as the provider shows it, such as rcs:shop_a1b2c3_agent"));
  await fill(page, "RCS sender", "rcs:shop_a1b2c3_agent");
  await fill(page, "Content address", provider.baseUrl);
  await fill(page, "Registration address", provider.baseUrl);
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");
  await see(row.getByText("Connected", { exact: true }));
  await page.goto(`${address}/templates/rcs`);
  await press(rowOf(page, "RCS agents", "the_shop_agent"), "Edit the_shop_agent");
  await choose(page, "Sends through", name);
  await press(page.getByRole("dialog"), "Save");
  await readNotice(page, "RCS agent saved");

  const templateKey = name.toLowerCase().replaceAll(/\W+/g, "_");
  const suggestions = [{ kind: "reply", text: "Yes please", target: "" }];
  const mediaUrl = "https://shop.example.com/spring.png";
  const card = { title: "For ${firstName}", description: "", mediaUrl, height: "short", suggestions };
  const content = { type: "cards", text: "", mediaUrl: null, suggestions: [], cards: [card] };
  await account.call("POST", "/v4/rcs/template/", { templateKey, content });
  const campaignId = await account.makeWorkflow(name, await account.makeNumberSet(name), {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      {
        id: 2,
        type: "rcsSend",
        x: 250,
        y: 165,
        children: [3, 4],
        rcsTemplateKey: templateKey,
        agentId: "the_shop_agent",
        successPath: 3,
        failurePath: 4,
      },
      { id: 3, type: "control", x: 100, y: 305, children: [] },
      { id: 4, type: "control", x: 400, y: 305, children: [] },
    ],
  });
  const { contactId, phone } = await account.makeContact("Mara");
  await account.startRun(campaignId, [contactId]);
  const sent = () => provider.taken.find(({ to }) => to === `rcs:${phone}`);
  await expect.poll(() => JSON.stringify(sent()?.content ?? ""), patience).toContain("For Mara");
  const taken = sent();
  if (taken === undefined) throw new Error("the provider took nothing");
  await provider.tell(taken, "read");
  await page.goto(`${address}/messages?phone=${encodeURIComponent(phone)}`);
  await see(page.getByRole("table", { name: "Messages" }).getByText("read"));
  const [shown] = (await account.call("GET", `/v4/carrier/${made?.["connectionId"]}/`)).payload;
  const tapped = { ButtonText: "Yes please", ButtonPayload: "Yes please", Body: "Yes please", NumMedia: "0" };
  const from = {
    MessageSid: "SM-rcs",
    AccountSid: provider.accountSid,
    From: `rcs:${phone}`,
    To: "rcs:shop_a1b2c3_agent",
  };
  expect((await provider.post(String(shown?.["messagesUrl"]), { ...from, ...tapped })).status).toBe(200);
  await page.goto(`${address}/inbox/${contactId}`);
  await see(page.getByText("Yes please").last());
  expect(provider.mistakes).toEqual([]);

  await page.goto(`${address}/businessprofiles/create`);
  await choose(page, "Registered with", name);
  await press(page, "Submit to registry");
  await see(page.getByText("Customer Profile SID is required").first());
  const brand: Record<string, string> = {
    "Customer Profile SID": `BU${"1".repeat(32)}`,
    "A2P Profile SID": `BU${"2".repeat(32)}`,
    "Display Name": name,
    "Legal Company Name": "The Shop Incorporated",
    EIN: "123456789",
    Phone: "(202) 555-0100",
    Email: "owner@shop.example.com",
    Street: "100 Market Street",
    City: "Washington",
    State: "DC",
    "Postal Code": "20001",
  };
  for (const [label, value] of Object.entries(brand)) await fill(page, label, value);
  await choose(page, "Vertical", "Retail");
  await press(page, "Submit to registry");
  await readNotice(page, "Brand submitted");
  await see(rowOf(page, "Brands", name));
  await expect
    .poll(() => provider.registry.brands, patience)
    .toMatchObject([{ customer_profile_bundle_sid: `BU${"1".repeat(32)}`, brand_type: "STANDARD" }]);
  expect(provider.mistakes).toEqual([]);
});

test("a workflow calls through a provider, takes a key and keeps the recording", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Calls");
  const number = "+12062340110";
  await connect(account, name, number);
  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [number] })).payload;
  const campaignId = await account.makeWorkflow(name, String(set?.["numberSetId"]), workflowOf(callNode));
  const { contactId, phone } = await account.makeContact("Mara");
  await account.startRun(campaignId, [contactId]);
  const call = await provider.callTo(phone);
  await call.answer("human");
  await call.until("Gather");
  await call.press("1");
  await call.until("Gather");
  expect(call.log).toEqual(["say (Google.en-US-Wavenet-C) Hi Mara", "say (Google.en-US-Wavenet-C) One it is"]);
  await call.end("completed", 8);
  await page.goto(`${address}/calls`);
  const row = rowOf(page, "Calls", name);
  await see(row.getByText("completed"));
  await row.getByRole("link").first().click();
  await see(page.getByText("The whole call was recorded, 8 seconds"));
  await see(page.getByText("Key 1 was pressed"));
  expect(provider.mistakes).toEqual([]);
});

/** Someone calls a number of the provider. */
function callIn(from: string, number: string): Promise<TwilioCall> {
  const calls = provider.numbers.find((one) => one.phone_number === number)?.voice_url ?? "";
  return provider.ring(from, number, { calls, callStatus: `${calls}/status` });
}

test("a caller of a provider's number waits for a user, whose own phone rings when they answer", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Desk");
  const number = "+12062340120";
  await connect(account, name, number);
  await account.sendCallsToUsers(name, number);
  await page.goto(`${address}/campaigns`);
  const caller = await callIn("+13035550144", number);
  const phone = page.getByRole("region", { name: "Your phone" });
  await press(phone, "Answer");
  expect(await readNotice(page, "Call error")).toContain("enter your own phone number or SIP address");
  await press(phone, "Phone settings");
  await fill(page, "Your phone number or SIP address", "12");
  await press(page, "Save");
  await see(page.getByText("no such phone number", { exact: false }));
  await fill(page, "Your phone number or SIP address", "+13035550166");
  await press(page, "Save");
  await readNotice(page, "Phone settings saved");
  await press(phone, "Answer");
  await see(phone.getByText("Ringing your phone…", { exact: false }));
  const own = await provider.callTo("+13035550166");
  await own.answer();
  await own.press("1");
  await see(phone.getByText("Connected", { exact: false }));
  expect(own.log.at(-1)).toBe(`dial conference ${caller.conference?.name}`);
  await press(phone, "Hold");
  await see(phone.getByText("On hold", { exact: false }));
  await expect.poll(() => caller.log, patience).toContain("on hold");
  await press(phone, "Hang up");
  await expect.poll(() => caller.hasEnded, patience).toBe(true);
  await press(phone, "Done");
  // the next page opens the phone by itself while the call is there
  await gone(phone.getByRole("button", { name: "Done", exact: true }));
  await page.goto(`${address}/calls`);
  await see(rowOf(page, "Calls", "(303) 555-0144").getByText("completed"));
  expect(provider.mistakes).toEqual([]);
});

/** The SDK of the provider is replaced by a stand-in with its types. */
async function replaceSdk(page: Page): Promise<void> {
  const source = await readFile(join(import.meta.dirname, "standInDevice.ts"), "utf8");
  const body = stripTypeScriptTypes(source);
  await page.route(/\/assets\/twilio-[^/]+\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body }));
}

test("a user turns sound on in the browser, answers there, mutes, presses keys and hangs up", async () => {
  const page = await browser.page({ stranger: true });
  const account = await enter(page, address, demoUser);
  const name = unique("Sound");
  const number = "+12062340130";
  await connect(account, name, number);
  await account.sendCallsToUsers(name, number);

  await page.goto(`${address}/settings/carriers`);
  await press(rowOf(page, "Carrier connections", name), `Edit ${name}`);
  await fill(page, "API key SID", provider.phoneKey.sid);
  await press(page, "Save");
  await see(page.getByText("API key secret is required with an API key SID"));
  await fill(page, "API key secret", "a wrong one");
  await press(page, "Test");
  await see(
    page.getByText("the API key SID or its secret is wrong, so browsers would carry no sound", { exact: false }),
  );
  await fill(page, "API key secret", provider.phoneKey.secret);
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");

  await replaceSdk(page);
  await page.goto(`${address}/inbox`);
  await press(page, /^Your phone/);
  const phone = page.getByRole("region", { name: "Your phone" });
  await press(phone, "Phone settings");
  const inBrowser = page.getByRole("switch", { name: "Speak in this browser" });
  await inBrowser.click();
  await see(page.getByText("Ready for calls."));
  await see(page.getByText("The microphone works."));
  await page.keyboard.press("Escape");

  // the sound is in one window of a browser
  const other = await page.context().newPage();
  await replaceSdk(other);
  await other.goto(`${address}/inbox`);
  await press(other, /^Your phone/);
  await press(other, "Phone settings");
  await see(other.getByText("The sound is in another window of this browser."));
  await other.close();

  const caller = await callIn("+13035550155", number);
  await press(phone, "Answer");
  await see(phone.getByText("Connecting…", { exact: false }));
  const me = await expectCallToBrowser();
  await page.evaluate("standIn.devices.find((one) => one.isRegistered).ring()");
  expect(await page.evaluate("standIn.calls.at(-1).isAccepted")).toBe(true);
  await me.answer();
  await see(phone.getByText("Connected", { exact: false }));
  expect(me.log).toEqual([`dial conference ${caller.conference?.name}`]);
  await press(phone, "Mute");
  await see(phone.getByRole("button", { name: "Unmute" }));
  expect(await page.evaluate("standIn.calls.at(-1).isSilent")).toBe(true);
  await press(phone, "Keypad");
  await press(page, "5");
  await page.keyboard.press("#");
  await see(page.getByRole("status", { name: "Pressed keys" }).getByText("5#"));
  expect(await page.evaluate("standIn.calls.at(-1).keys")).toBe("5#");
  await page.keyboard.press("Escape");
  await press(phone, "Hang up");
  await expect.poll(() => caller.hasEnded, patience).toBe(true);
  await page.evaluate("standIn.calls.at(-1).emit('disconnect')");
  await press(phone, "Done");
  // the next page opens the phone by itself while the call is there
  await gone(phone.getByRole("button", { name: "Done", exact: true }));

  // a key that the provider refuses is said where sound was turned on
  await page.reload();
  await page.route(/\/v4\/agent\/phone\/tokens/, async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace(/"token":"[^".]+/, '"token":"e30');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await press(page, /^Your phone/);
  await see(phone.getByText("No sound in this browser: The provider refused this browser.", { exact: false }));
  await press(phone, "Phone settings");
  await page.getByRole("switch", { name: "Speak in this browser" }).click();
  await gone(phone.getByText("The provider refused this browser.", { exact: false }));
  expect(provider.mistakes).toEqual([]);
});

/** The newest call to a browser. */
async function expectCallToBrowser(): Promise<TwilioCall> {
  await expect.poll(() => provider.calls.some(({ to }) => to.startsWith("client:")), patience).toBe(true);
  return provider.calls.findLast(({ to }) => to.startsWith("client:")) as TwilioCall;
}
