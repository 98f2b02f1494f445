import { afterAll, beforeAll, expect, test } from "vitest";
import { startSmtpReceiver } from "../apps/server/test/smtpReceiver.ts";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, follow, gone, pick, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// E-mail over the account's own mail server: a product of its own, which trusts the receiver's certificate.

const browser = useBrowser();
let address = "";
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  receiver = await startSmtpReceiver();
  stops.push(() => receiver.stop());
  const { product, stop } = await startTrusting(receiver.cert);
  stops.push(stop);
  ({ address } = product);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

test("a mail server is connected and tested, a template is written, and a run sends it", async () => {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);

  await page.goto(`${address}/external-integration/create`);
  await choose(page, "Provider", "SMTP");
  await press(page, "Create");
  for (const words of ["Host must be a host name such as smtp.example.com", "User name is required"])
    await see(page.getByText(words));
  await see(page.getByText("Password is required for provider smtp"));
  await fill(page, "Host", "127.0.0.1");
  await fill(page, "Port", String(receiver.port));
  await fill(page, "User name", "shop");
  await fill(page, "Sender", "news@shop.example.com");
  await page.getByLabel("Password").first().fill(receiver.password);
  await press(page, "Create");
  await readNotice(page, "Configuration saved successfully");
  await see(rowOf(page, "ExternalIntegrations", "SMTP"));
  await press(page, "Test connection SMTP");
  const dialog = page.getByRole("dialog", { name: "Test SMTP" });
  await see(dialog.getByText("127.0.0.1 accepts the login and the sender news@shop.example.com"));
  await press(dialog, "Close");
  await gone(dialog);

  // the host is listed, and a second visit changes what was saved
  await see(rowOf(page, "ExternalIntegrations", "SMTP").getByText("127.0.0.1"));
  await follow(page, "External Integration");
  await choose(page, "Provider", "SMTP");
  expect(await page.getByLabel("Host").inputValue()).toBe("127.0.0.1");
  expect(await page.getByLabel("Sender").inputValue()).toBe("news@shop.example.com");

  const title = unique("Order");
  await page.goto(`${address}/templates`);
  await page.getByRole("tab", { name: "E-mail" }).click();
  // the page before has a link of the same name
  await see(page.getByRole("heading", { name: "Email Templates" }));
  await follow(page, "Create Template");
  await press(page, "Save");
  await see(page.getByText("Subject is required").first());
  await fill(page, "Title", title);
  await fill(page, "Subject", "Your order, ${firstName}");
  await fill(page, "HTML", "<h1>Thank you, ${firstName}</h1>");
  await see(page.getByRole("complementary", { name: "Preview" }).getByText("Your order, Ann"));
  await see(page.frameLocator("iframe").getByRole("heading", { name: "Thank you, Ann" }));
  await page.getByRole("tab", { name: "Plain text" }).click();
  await fill(page, "Plain text", "Thank you, ${firstName}");
  await see(page.getByRole("complementary", { name: "Preview" }).getByText("Thank you, Ann", { exact: true }));
  await press(page, "Save");
  await readNotice(page, "Template was created successfully");
  await see(rowOf(page, "EmailTemplates", title));

  const numberSet = await account.makeNumberSet(unique("Email"));
  const campaignId = await account.makeWorkflow(unique("Email"), numberSet);
  await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);
  await addAfter(page, "Start 1", "Email");
  await addNode(page, "Stop");
  const form = await select(page, "Email 2");
  await pick(form, "Provider", "SMTP");
  expect(await saveRefused(page)).toEqual(
    expect.arrayContaining(["Node 2: From Email is required", "Node 2: Template ID is required"]),
  );
  const again = await select(page, "Email 2");
  await fill(again, "From Email", "news@shop.example.com");
  await choose(again, "Template ID", title);
  await save(page);
  const { contactId } = await account.makeContact("Mara", { email: "mara@example.com" });
  await account.startRun(campaignId, [contactId]);
  await expect.poll(() => receiver.accepted.length).toBe(1);
  expect(receiver.accepted[0]).toMatchObject({ to: ["mara@example.com"], secure: true });
  expect(receiver.accepted[0]?.message).toContain("<h1>Thank you, Mara</h1>");
  expect(receiver.accepted[0]?.message).toContain("Subject: Your order, Mara");
  await page.goto(`${address}/outbox`);
  await see(page.getByRole("row").filter({ hasText: "mara@example.com" }).getByText("Your order, Mara"));
});
