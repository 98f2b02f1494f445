import { afterAll, beforeAll, expect, test } from "vitest";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { startTelnyxServer, type TelnyxServer } from "../apps/server/test/telnyxServer.ts";
import { enter, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, gone, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// Texts over Telnyx: a product of its own, which trusts the certificate of a stand-in for the provider.

const browser = useBrowser();
let address = "";
let provider: TelnyxServer;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  provider = await startTelnyxServer(() => address);
  noteSecrets([provider.apiKey]);
  stops.push(() => provider.stop());
  const { product, stop } = await startTrusting(provider.cert);
  stops.push(stop);
  ({ address } = product);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test("a messaging profile at Telnyx is connected and tested, gets a number, sends a run with a picture and brings the reply", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Telnyx");

  await page.goto(`${address}/settings/carriers`);
  await press(page, "Add connection");
  await choose(page, "Type", "Telnyx");
  await press(page, "Save");
  for (const words of [
    "Name is required",
    "API key is required",
    "Public key is required",
    "Messaging profile ID is required",
  ])
    await see(page.getByText(words));
  await fill(page, "Name", name);
  await fill(page, "Public key", provider.publicKey);
  await fill(page, "Messaging profile ID", provider.profileId);
  await fill(page, "Base address", provider.baseUrl);
  await fill(page, "API key", "KEYanother");
  await press(page, "Test");
  await see(
    page.getByText("The test failed: the API key is wrong or was revoked. Create one in the portal, under API Keys"),
  );
  await fill(page, "API key", provider.apiKey);
  await press(page, "Test");
  // this product has no public address, which the provider could not call
  await see(
    page.getByText(
      /^The provider accepted the API key and the messaging profile "Shop", balance 12\.50 USD\. But the provider cannot reach /,
    ),
  );
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");
  const row = rowOf(page, "Carrier connections", name);
  await see(row.getByText("Connected", { exact: true }));
  await press(row, `Health ${name}`);
  const health = page.getByRole("dialog", { name: `Health of ${name}` });
  const webhook = await health.getByText(/\/carriers\/telnyx\/.*\/messages$/).innerText();
  await press(health, "Close");
  await gone(health);

  const number = "+12062340100";
  provider.own(number, { mms: true });
  await press(row, `Numbers ${name}`);
  const list = page.getByRole("dialog", { name: `Numbers of ${name}` });
  const listed = rowOf(page, "Provider numbers", "234-0100");
  await listed.getByRole("checkbox").check();
  await press(list, "Add numbers");
  await readNotice(page, "Numbers added");
  await see(listed.getByText("Added", { exact: true }));
  expect(provider.profiles[0]?.webhook_url).toBe(webhook);
  await page.keyboard.press("Escape");
  await gone(list);

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
    .toMatchObject([{ to: phone, from: number, text: "Hi Mara, shall we?", media: [templateMediaUrl] }]);
  expect(provider.mistakes).toEqual([]);
  const [sent] = provider.taken;
  if (sent === undefined) throw new Error("the provider took nothing");
  await provider.tell(sent, "delivered");
  await page.goto(`${address}/messages?phone=${encodeURIComponent(phone)}`);
  await see(page.getByRole("table", { name: "Messages" }).getByText("delivered"));
  expect(await provider.text(webhook, { from: phone, to: number, text: "Yes, at nine" })).toBe(200);
  await page.goto(`${address}/inbox/${contactId}`);
  await see(page.getByText("Yes, at nine").first());
});
