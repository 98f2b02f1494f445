import { afterAll, beforeAll, expect, test } from "vitest";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { startTelnyxServer, type TelnyxServer } from "../apps/server/test/telnyxServer.ts";
import { callNode, enter, textWorkflow, workflowOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, gone, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// Texts and calls over Telnyx: a product of its own, which trusts the certificate of a stand-in for the provider.

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

test("a workflow calls over Telnyx, takes a key and keeps the recording, and a caller is connected with a user", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Calls");
  const number = "+12062340110";
  provider.own(number, {});
  const { publicKey, profileId: messagingProfileId, applicationId, baseUrl, apiKey: password } = provider;
  const connection = { kind: "telnyx", name, publicKey, messagingProfileId, applicationId, baseUrl, password };
  const [made] = (await account.call("POST", "/v4/carrier/", connection)).payload;
  await account.call("POST", `/v4/carrier/${String(made?.["connectionId"])}/number/`, {
    phone: number,
    // another connection of this file has the profile
    takeOver: true,
  });
  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [number] })).payload;
  const campaignId = await account.makeWorkflow(name, String(set?.["numberSetId"]), workflowOf(callNode));
  const { contactId, phone } = await account.makeContact("Mara");
  await account.startRun(campaignId, [contactId]);
  const call = await provider.callTo(phone);
  await call.answer("human_residence");
  await call.until("gather_using_speak");
  await call.press("1");
  await call.hears("One it is");
  await call.hangUp();
  await page.goto(`${address}/calls`);
  const row = rowOf(page, "Calls", name);
  await see(row.getByText("completed"));
  await row.getByRole("link").first().click();
  await see(page.getByText("Key 1 was pressed"));
  await see(page.getByText(/^The whole call was recorded/));

  await account.sendCallsToUsers(name, number);
  const caller = await provider.ring(provider.application.webhookUrl ?? "", "+13035550144", number);
  await account.call("PUT", "/v4/agent/phone/own", { ringsAt: "+13035550166" });
  const mine = page.getByRole("region", { name: "Your phone" });
  await press(mine, "Answer");
  await see(mine.getByText("Ringing your phone…", { exact: false }));
  const own = await provider.callTo("+13035550166");
  await own.answer();
  await own.until("gather_using_speak");
  await own.press("1");
  await see(mine.getByText("Connected", { exact: false }));
  await press(mine, "Hold");
  await caller.hears("hold queue-");
  await press(mine, "Hang up");
  await press(mine, "Done");
  await page.goto(`${address}/calls`);
  await see(rowOf(page, "Calls", "(303) 555-0144").getByText("completed"));
  expect(provider.mistakes).toEqual([]);
});
