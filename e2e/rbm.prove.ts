import { afterAll, beforeAll, expect, test } from "vitest";
import { type RbmServer, startRbmServer } from "../apps/server/test/rbmServer.ts";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, gone, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// RCS through Google: a product of its own, which trusts the certificate of a stand-in for Google's API.

const browser = useBrowser();
let address = "";
let google: RbmServer;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  google = await startRbmServer(() => address);
  noteSecrets([google.clientToken]);
  stops.push(() => google.stop());
  const { product, stop } = await startTrusting(google.cert);
  stops.push(stop);
  ({ address } = product);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test("an agent at Google RCS is connected and tested, sends a card and brings the tapped reply", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const name = unique("Google");

  await page.goto(`${address}/settings/carriers`);
  await press(page, "Add connection");
  await choose(page, "Type", "Google RCS");
  await press(page, "Save");
  for (const words of ["Name is required", "Agent ID is required", "Service account key is required"])
    await see(page.getByText(words));
  await fill(page, "Name", name);
  await fill(page, "Agent ID", "another_agent");
  await fill(page, "Service account key", "{}");
  await fill(page, "API address", google.baseUrl);
  await press(page, "Save");
  await see(page.getByText("Service account key must be the JSON file of a Google service account"));
  await fill(page, "Service account key", google.keyFile);
  await press(page, "Test");
  await see(page.getByText('the service account may not send as the agent "another_agent"', { exact: false }));
  await fill(page, "Agent ID", google.agentId);
  await press(page, "Test");
  // this product has no public address, which Google could not call
  await see(page.getByText(/^Google accepted the service account and the agent .* But Google cannot reach /));
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");
  const row = rowOf(page, "Carrier connections", name);
  await see(row.getByText("Connected", { exact: true }));
  await press(row, `Health ${name}`);
  const health = page.getByRole("dialog", { name: `Health of ${name}` });
  await see(health.getByText("Missing. Receipts and replies are refused"));
  const webhook = await health.getByText(/\/carriers\/rbm\//).innerText();
  await press(health, "Close");
  await gone(health);
  await press(row, `Edit ${name}`);
  await fill(page, "Client token", google.clientToken);
  await press(page, "Save");
  await readNotice(page, "Carrier connection saved");

  // the agent decides the carrier, whatever number the workflow texts from
  await page.goto(`${address}/templates/rcs`);
  await press(rowOf(page, "RCS agents", "the_shop_agent"), "Edit the_shop_agent");
  await choose(page, "Sends through", name);
  await press(page.getByRole("dialog"), "Save");
  await readNotice(page, "RCS agent saved");
  const templateKey = name.toLowerCase().replaceAll(/\W+/g, "_");
  const suggestions = [{ kind: "reply", text: "Yes please", target: "" }];
  const picture = { mediaUrl: "https://shop.example.com/spring.png", height: "short" };
  await account.call("POST", "/v4/rcs/template/", {
    templateKey,
    content: {
      type: "cards",
      text: "",
      mediaUrl: null,
      suggestions: [],
      cards: [{ title: "For ${firstName}", description: "", ...picture, suggestions }],
    },
  });
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
  await expect.poll(() => google.taken.map((one) => one.to), patience).toEqual([phone]);
  expect(google.mistakes).toEqual([]);
  const [sent] = google.taken;
  if (sent === undefined) throw new Error("Google took nothing");
  expect(JSON.stringify(sent.body)).toContain("For Mara");
  const { messageId } = sent;
  const from = { senderPhoneNumber: phone };
  expect(await google.notify(webhook, { ...from, eventType: "DELIVERED", eventId: "e1", messageId })).toBe(200);
  await page.goto(`${address}/messages?phone=${encodeURIComponent(phone)}`);
  await see(page.getByRole("table", { name: "Messages" }).getByText("delivered"));
  const suggestionResponse = { text: "Yes please", postbackData: "Yes please", type: "REPLY" };
  expect(await google.notify(webhook, { ...from, messageId: "i1", suggestionResponse })).toBe(200);
  await page.goto(`${address}/inbox/${contactId}`);
  await see(page.getByText("Yes please").last());
  expect(await google.notify(webhook, { ...from, messageId: "i2", text: "Forged" }, { signature: "x" })).toBe(403);
});
