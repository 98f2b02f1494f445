import { describe, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { open, press, see, unique } from "./page.ts";
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
});
