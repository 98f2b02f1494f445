import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, runOver, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import {
  answer,
  choose,
  fill,
  follow,
  gone,
  goTo,
  holds,
  patience,
  press,
  readNotice,
  rowOf,
  see,
  showSteps,
  unique,
} from "./page.ts";

const browser = useBrowser();

interface Got {
  method: string | undefined;
  path: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

const got: Got[] = [];
const receiver = createServer((request, response) => {
  let body = "";
  request.on("data", (part: Buffer) => {
    body += part.toString();
  });
  request.on("end", () => {
    got.push({ method: request.method, path: request.url, headers: request.headers, body });
    response.setHeader("content-type", "application/json");
    response.end('{"status":"ok","order":{"id":42}}');
  });
});
await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const at = (path: string) => `${inject("demo").address}${path}`;

/** Gives a connection a new signing secret in its page: shown once, the old one valid beside it, and ended by hand. */
async function renewSecret(page: Page, connection: string): Promise<void> {
  await follow(page, connection);
  await see(page.getByText("Requests are signed"));
  await press(page, "Create a new secret");
  const dialog = page.getByRole("dialog");
  await fill(dialog, "Secret", "too short");
  await see(dialog.getByText("A signing secret must have at least 16 characters"));
  await fill(dialog, "Secret", "");
  await choose(dialog, "The old secret", "Stays valid for 7 days");
  await press(dialog, "Create secret");
  await expect.poll(() => dialog.getByRole("textbox", { name: "Signing secret" }).inputValue()).toMatch(/^whsec_/);
  await press(dialog, "Done");
  await see(page.getByText(/^Requests are signed with both\. The old secret expires at .* UTC\.$/));
  await press(page, "End the old secret now");
  await answer(page, "End it");
  await readNotice(page, "Old secret ended");
  await gone(page.getByText("Two secrets are valid"));
  // nothing of the form was changed: leaving asks nothing
  await goTo(page, "Webhooks");
}

/** Makes a connection and a webhook in their pages. */
async function makeWebhook(page: Page, connection: string, name: string): Promise<void> {
  await page.goto(at("/webhooks/connection/create"));
  await press(page, "Save");
  await see(page.getByText("Connection name cannot be empty"));
  await fill(page, "Name", connection);
  await press(page, "Add auth header");
  await page.getByLabel("Key of auth header 1").fill("Authorization");
  // a half-filled row is neither saved nor forgotten
  await press(page, "Save");
  await see(page.getByText("Value of row 1 cannot be empty. Fill it in or remove the row."));
  await page.getByLabel("Value of auth header 1").fill("Bearer of the shop");
  await press(page, "Generate");
  await press(page, "Save");
  expect(await readNotice(page, "Connection created")).toContain("Connection created successfully.");
  await see(rowOf(page, "Connections", connection).getByText("Token"));
  await renewSecret(page, connection);

  await page.goto(at("/webhooks/create"));
  await press(page, "Save");
  // the first two keep it from being saved, the others are shown and do not (spec 2 §5.4)
  for (const message of [
    "Callback Name Cannot be Empty",
    "Connection must be set",
    "Request URL cannot be empty",
    "Event Type field is required",
  ])
    await see(page.getByText(message).first());
  await fill(page, "Name", name);
  await choose(page, "Connection", connection);
  await choose(page, "Event Type", "campaign_workflow_callback");
  await fill(page, "Request URL", `${address}/orders`);
  await page.getByRole("textbox", { name: "Body", exact: true }).fill('{"phone": "${phone}", "name": "${firstName}"}');
  await fill(page, "Success Path", "$.status");
  await fill(page, "Success Value", "ok");
  await press(page, "Add response variable");
  await page.getByLabel("Name of response variable 1").fill("orderid");
  await press(page, "Save");
  await see(page.getByText("Path of row 1 cannot be empty. Fill it in or remove the row."));
  await page.getByLabel("Path of response variable 1").fill("$.order.id");
  await press(page, "Send test");
  await see(page.getByText("orderid = 42"));
  await press(page, "Save");
  expect(await readNotice(page, "Callback created")).toContain("Callback created successfully.");
}

describe("webhooks and connections (spec 2 §2.3)", () => {
  test("a webhook is created on its page, placed from the palette, saved, loaded and run", async () => {
    const page = await browser.page();
    const account = await enter(page, inject("demo").address, demoUser);
    const name = unique("Order hook");
    await makeWebhook(page, unique("Shop"), name);
    got.length = 0;

    const campaignId = await account.makeWorkflow(unique("Webhook"), await account.makeNumberSet(unique("Hook set")));
    await page.goto(at(`/campaigns/workflow-outbound/edit/${campaignId}`));
    await addAfter(page, "Start 1", "Webhook");
    await addNode(page, "Stop");
    expect(await saveRefused(page)).toEqual(
      expect.arrayContaining(["Node 2: Callback ID is required", "Node 2: Failure Path is required"]),
    );
    const form = await select(page, "Webhook 2");
    await choose(form, "Callback ID", name);
    // the nodes that are added after it become its success path and its failure path
    await addAfter(page, "Webhook 2", "Stop");
    await save(page);
    const wire = async () =>
      (await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload[0]?.["workflow"];
    const saved = await wire();
    await page.reload();
    // the card names the webhook
    await see(card(page, "Webhook 2").getByText(name, { exact: false }));
    const loaded = await select(page, "Webhook 2");
    const held = { "Callback ID": name, "Success Path": "Stop 3", "Failure Path": "Stop 4" };
    for (const [label, value] of Object.entries(held)) await holds(loaded, label, value);
    await save(page);
    expect(await wire()).toEqual(saved);

    const { phone } = await account.makeContact("Kim");
    await runOver(page, phone);
    await showSteps(page, ["The webhook was sent", "Continued to Stop 3", "The journey ended"]);
    await expect.poll(() => got.length, patience).toBe(1);
    expect(got[0]).toMatchObject({
      method: "POST",
      path: "/orders",
      body: JSON.stringify({ phone, name: "Kim" }),
      headers: { authorization: "Bearer of the shop" },
    });
    expect(got[0]?.headers["webhook-signature"]).toMatch(/^v1,/);

    await page.goto(at("/webhooks/deliveries"));
    await see(rowOf(page, "Deliveries", name).getByText("Succeeded").first());
  });

  test("a webhook is cloned, changed and deleted with its secrets masked", async () => {
    const page = await browser.page();
    await enter(page, inject("demo").address, demoUser);
    const name = unique("Clone hook");
    const connection = unique("Masked");
    await makeWebhook(page, connection, name);
    await press(page, `Clone ${name}`);
    const dialog = page.getByRole("dialog");
    await holds(dialog, "Name", `${name}_clone`);
    await fill(dialog, "Name", name);
    await see(dialog.getByText("Name of cloned Webhook cannot be the same."));
    await fill(dialog, "Name", `${name}_clone`);
    await press(dialog, "Clone");
    await readNotice(page, "Successfully cloned webhook");
    await follow(page, `${name}_clone`);
    await see(page.getByText("Event type cannot be changed during editing"));
    await holds(page, "Success Path", "$.status");
    await press(page, "Save");
    expect(await readNotice(page, "Callback saved")).toContain("Callback saved successfully");
    await press(page, `Delete ${name}_clone`);
    await answer(page, "Delete webhook");
    await readNotice(page, "Successfully deleted webhook");

    await page.goto(at("/connections"));
    await follow(page, connection);
    const value = page.getByLabel("Value of auth header 1");
    await see(value);
    expect(await value.inputValue()).toBe("••••••••");
    await page.goto(at(`/callbacks/connection/edit/01980000-0000-7000-8000-0000000000ff`));
    await see(page.getByText("Not found"));
  });
});
