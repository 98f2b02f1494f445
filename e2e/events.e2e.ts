import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { fill, open, press, see, unique } from "./page.ts";
import { startScripts } from "./scriptWebhook.ts";

// The events of webhooks, where users set and see them (spec 2 §2.3, §3.6; readings, What a node waits for).

const browser = useBrowser();
const { address } = inject("demo");
let isDown = true;
const scripts = await startScripts((_, response) => {
  if (isDown) response.writeHead(503).end();
  else response.end('{"script": "Hello <b>Zoe</b>\\nAsk about the order"}');
});

describe("events of webhooks (spec 2 §3.6)", () => {
  test("an agent sees the script of a contact that they took or text with, or why there is none, and may ask again", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const stopAsking = await scripts.listen(account);
    const queueName = unique("Scripted");
    const numberSet = await account.makeNumberSet(queueName);
    const expiry = { queueWaitTime: 0, expirationType: "fixed", expirationNumber: "1", expirationUnits: "days" };
    const nodes = [
      { id: 1, type: "start", x: 0, y: 0, children: [2] },
      { id: 2, type: "agentQueue", x: 0, y: 120, children: [3], queueName, ...expiry },
      { id: 3, type: "control", x: 0, y: 240, children: [] },
    ];
    const definition = { schemaVersion: 1, startNode: 1, nodes, sections: { main: 1 } };
    const campaignId = await account.makeWorkflow(queueName, numberSet, definition);
    const firstName = unique("Zoe").replaceAll(/\W/g, "");
    const { contactId } = await account.makeContact(firstName);
    await account.startRun(campaignId, [contactId]);
    await open(page, `${address}/agent-queues`);
    await page
      .getByRole("region", { name: "Queues" })
      .getByRole("button", { name: new RegExp(`^${queueName}`) })
      .click();
    await press(page, `Answer ${firstName} Kinds`);
    const mine = page.getByRole("article", { name: `${firstName} Kinds` }).first();
    await see(mine.getByRole("alert").getByText("No script: the receiver answered with an error", { exact: false }));
    isDown = false;
    await press(mine, "Try again");
    await see(mine.getByRole("region", { name: "Script" }).getByText("Hello <b>Zoe</b>", { exact: false }));
    await press(mine, "Wrap up");
    await see(mine.getByText("Wrapped up"));
    // and of a conversation in the inbox
    const [number] = (await account.call("GET", "/v4/number/")).payload;
    const { phone } = (await account.call("GET", `/v4/contact/${contactId}/`)).payload[0] ?? {};
    await account.call("POST", "/v4/simulator/message", { from: phone, to: number?.["phone"], text: "Hello" });
    await page.goto(`${address}/inbox/${contactId}`);
    const pane = page.getByRole("region", { name: `Conversation with ${firstName} Kinds` });
    await see(pane.getByRole("region", { name: "Script" }).getByText("Ask about the order", { exact: false }));
    await stopAsking();
  });

  test("the account sets the delivery rate and number of calls for its alerts, and what RCS success means", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    await open(page, `${address}/settings/delivery`);
    await page.getByRole("radio", { name: "Delivered to the handset" }).click();
    await fill(page, "Time limit", "5000");
    await fill(page, "Minimum delivery rate", "0");
    await press(page, "Save");
    await see(page.getByText("The time limit must be a whole number from 1 to 4,320"));
    await see(page.getByText("The delivery rate must be a whole number from 1 to 100"));
    await fill(page, "Time limit", "30");
    await fill(page, "Minimum delivery rate", "85");
    await press(page, "Save");
    await see(page.getByText("Settings saved"));
    await open(page, `${address}/settings/limits`);
    await fill(page, "Call threshold", "100001");
    await press(page, "Save");
    await see(page.getByText("The call threshold must be a whole number from 1 to 100,000"));
    await fill(page, "Call threshold", "120");
    await press(page, "Save");
    await see(page.getByText("Settings saved"));
    const [saved] = (await account.call("GET", "/v4/account/")).payload;
    expect(saved?.["settings"]).toMatchObject({
      rcsSuccess: "delivered",
      rcsDeliveryMinutes: 30,
      reputationSharePercent: 85,
      callThresholdPerMinute: 120,
    });
    const settings = { rcsSuccess: "accepted", reputationSharePercent: 80, callThresholdPerMinute: null };
    await account.call("PUT", "/v4/account/", { settings });
    await open(page, `${address}/numbers`);
    await see(page.getByRole("columnheader", { name: "Delivered" }));
    await open(page, `${address}/webhooks/create`);
    await press(page, "About event types");
    const info = page.getByRole("dialog", { name: "Event types" });
    await see(info.getByText("deliveredpercent", { exact: false }));
    await see(info.getByText("Calls per minute rose above the account's threshold"));
  });
});
