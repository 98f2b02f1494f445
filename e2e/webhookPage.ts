import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, expect, inject } from "vitest";
import { answer, choose, fill, follow, gone, goTo, press, readNotice, rowOf, see } from "./page.ts";

interface Got {
  method: string | undefined;
  path: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}

/** What the receiver of the webhooks got. */
export const got: Got[] = [];
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

/** A place of the demo. */
export const at = (path: string) => `${inject("demo").address}${path}`;

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
export async function makeWebhook(page: Page, connection: string, name: string): Promise<void> {
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
