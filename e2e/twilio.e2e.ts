import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { startTwilioServer, type TwilioServer } from "../apps/server/test/twilioServer.ts";
import { enter, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, gone, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// Texts over a provider with the Twilio API: a product of its own, which trusts the provider's certificate.

const browser = useBrowser();
let address = "";
let provider: TwilioServer;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  provider = await startTwilioServer(() => address);
  noteSecrets([provider.authToken]);
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
  await see(page.getByText("From now on their texts arrive here, and no longer there."));
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

/** Answers a question that is asked over another dialog; answers what it asked. */
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
