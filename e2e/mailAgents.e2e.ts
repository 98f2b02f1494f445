import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import {
  answer,
  choose,
  fill,
  follow,
  gone,
  holds,
  open,
  patience,
  pick,
  press,
  readNotice,
  rowOf,
  see,
  showSteps,
  unique,
} from "./page.ts";
import { mailKey } from "./product.ts";

// E-mail, AI and agents: from the palette to what the contact, the provider or the agent sees.

const browser = useBrowser();
const address = inject("demo").address;

interface Begun {
  page: Page;
  account: Account;
  numberSet: string;
  campaignId: string;
}

/** A new workflow in the editor: Start → the kind → Stop. */
async function begin(kind: string): Promise<Begun> {
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const numberSet = await account.makeNumberSet(unique(kind));
  const campaignId = await account.makeWorkflow(unique(kind), numberSet);
  await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);
  await addAfter(page, "Start 1", kind);
  await addNode(page, "Stop");
  return { page, account, numberSet, campaignId };
}

const nodesOf = async ({ account, campaignId }: Begun): Promise<Record<string, unknown>[]> => {
  const [saved] = (await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload;
  return (JSON.parse(String(saved?.["workflow"])) as { nodes: Record<string, unknown>[] }).nodes;
};

/** Saves, loads and saves again: nothing has changed on the wire. */
async function saveTwice(begun: Begun, node: string): Promise<Record<string, unknown>> {
  await save(begun.page);
  const before = await nodesOf(begun);
  await begun.page.reload();
  await select(begun.page, node);
  await save(begun.page);
  expect(await nodesOf(begun)).toEqual(before);
  return before.find(({ id }) => id === 2) ?? {};
}

/** Runs the saved workflow over a contact and answers the journey's address. */
async function run(
  { account, campaignId }: Begun,
  contactId: string,
): Promise<{ path: string; isDone: () => Promise<boolean> }> {
  const batchId = await account.startRun(campaignId, [contactId]);
  const find = async () => (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload[0];
  await expect.poll(find).toBeDefined();
  const journey = await find();
  return { path: `/journeys/${journey?.["journeyId"]}`, isDone: async () => (await find())?.["status"] === "done" };
}

const waitFor = (ask: () => Promise<boolean>) => expect.poll(ask, { interval: 200 }).toBe(true);

describe("spec 2 §3.3, §5.2", () => {
  test("email: filled, refused while empty, saved, and seen in the outbox", async () => {
    const begun = await begin("Email");
    const { page, account } = begun;
    expect(await saveRefused(page)).toEqual(
      expect.arrayContaining(["Node 2: From Email is required", "Node 2: Template ID is required"]),
    );
    const form = await select(page, "Email 2");
    await pick(form, "Provider", "Mailgun");
    await fill(form, "From Email", "news@shop.example.com");
    await fill(form, "From Name", "The Shop");
    await fill(form, "Template ID", "order");
    expect(await saveRefused(page)).toEqual(["Node 2: Subject is required"]);
    const again = await select(page, "Email 2");
    const subject = unique("Your order");
    await fill(again, "Subject", `${subject}, \${firstName}`);
    await press(again, "Add replacement");
    await fill(again, "Replacement Key", "first_name");
    await fill(again, "Replacement Value", "${firstName}");
    expect(await saveTwice(begun, "Email 2")).toMatchObject({
      provider: "mailgun",
      from: { email: "news@shop.example.com", name: "The Shop" },
      toVariable: { email: "${email}", name: "${firstName} ${lastName}" },
      replacements: { first_name: "${firstName}" },
    });
    await holds(await select(page, "Email 2"), "Template ID", "order");
    const { contactId } = await account.makeContact("Mia", { email: "mia@example.com" });
    const journey = await run(begun, contactId);
    await waitFor(journey.isDone);
    await open(page, `/outbox?q=${encodeURIComponent(subject)}`);
    await see(rowOf(page, "Outbox", `${subject}, Mia`).getByText("Simulated"));
    await press(page, "Mia Kinds <mia@example.com>");
    const dialog = page.getByRole("dialog");
    await see(dialog.getByRole("row", { name: "first_name Mia" }));
    await open(page, journey.path);
    await showSteps(page, ["An email was sent to mia@example.com", "Continued to Stop 3"]);
  });

  test("useAiRewording: the handset gets the text in other words", async () => {
    const begun = await begin("SMS Send");
    const { page, account } = begun;
    const title = unique("Reworded");
    await account.makeTemplate(title, "Hi ${firstName}, your table is ready. Reply STOP to opt out.");
    // the drawing is kept, and the list of templates is new
    await page.reload();
    const form = await select(page, "SMS Send 2");
    await choose(form, "Template", title);
    await form.getByRole("switch", { name: "Use AI Rewording" }).click();
    await saveTwice(begun, "SMS Send 2");
    const { contactId, phone } = await account.makeContact("Ria");
    await waitFor((await run(begun, contactId)).isDone);
    await open(page, `/simulated-carrier/${phone}`);
    await see(page.getByText("Hello Ria, your table is ready. Reply STOP to opt out."));
  });

  test("aiAssist: answers the contact's texts until the conversation ends", async () => {
    const begun = await begin("SMS Send");
    const { page, account } = begun;
    const [hello, brief] = [unique("Hello"), unique("Brief")];
    await account.makeTemplate(hello, "Hello ${firstName}, ask me anything.");
    await account.makeTemplate(brief, "The shop opens at 9.");
    await page.reload();
    await press(page, "Discard changes");
    await addAfter(page, "Start 1", "SMS Send");
    await addNode(page, "AI Assist");
    await addNode(page, "Stop");
    await choose(await select(page, "SMS Send 2"), "Template", hello);
    expect(await saveRefused(page)).toEqual(expect.arrayContaining(["Node 3: Template Id is required"]));
    const form = await select(page, "AI Assist 3");
    await choose(form, "Template Id", brief);
    await choose(form, "Start Time", "12:00 AM");
    await choose(form, "End Time", "11:45 PM");
    // the last quarter of an hour before midnight lies outside: where it may be that late the window is another zone's
    if (new Date().getUTCHours() === 23) await choose(form, "Timezone", "Eastern");
    for (const day of ["Saturday", "Sunday"]) await form.getByText(day.slice(0, 2), { exact: true }).click();
    await saveTwice(begun, "AI Assist 3");
    const { contactId, phone } = await account.makeContact("Ava");
    const journey = await run(begun, contactId);
    await open(page, `/simulated-carrier/${phone}`);
    await see(page.getByText("Hello Ava, ask me anything."));
    await say(page, "When do you open?");
    await see(page.getByText("Here is what I know: The shop opens at 9.", { exact: false }));
    await say(page, "Thanks, bye");
    await see(page.getByText("You are welcome. Have a good day!"));
    await waitFor(journey.isDone);
    await open(page, journey.path);
    await showSteps(page, ["The language model was called", "the conversation has ended"]);
  });

  test("Agent Queue holds the contact until an agent answers", async () => {
    const begun = await begin("Agent Queue");
    const { page, account } = begun;
    expect(await saveRefused(page)).toEqual(["Node 2: Queue Name is required"]);
    const form = await select(page, "Agent Queue 2");
    const queue = unique("Sales");
    await fill(form, "Queue Name", queue);
    expect(await saveTwice(begun, "Agent Queue 2")).toMatchObject({
      queueName: queue,
      queueWaitTime: 0,
      expirationType: "campaignTimezoneProtection",
      expirationNumber: "1",
      expirationUnits: "minutes",
    });
    const { contactId } = await account.makeContact("Zoe");
    const journey = await run(begun, contactId);
    await open(page, "/agent-queues");
    await page
      .getByRole("region", { name: "Queues" })
      .getByRole("button", { name: new RegExp(`^${queue}`) })
      .click();
    // the server stores the availability, so it survives a reload and others see it
    const available = page.getByRole("switch", { name: "Available" }).first();
    await available.click();
    await expect.poll(() => available.isChecked(), patience).toBe(false);
    await page.reload();
    await expect.poll(() => available.isChecked(), patience).toBe(false);
    const agents = page.getByRole("region", { name: "Agents" });
    await see(agents.getByText("Away", { exact: true }));
    await available.click();
    await expect.poll(() => available.isChecked(), patience).toBe(true);
    await page
      .getByRole("region", { name: "Queues" })
      .getByRole("button", { name: new RegExp(`^${queue}`) })
      .click();
    await press(page, "Answer Zoe Kinds");
    const mine = page.getByRole("article", { name: "Zoe Kinds" }).first();
    await see(mine.getByText("With you"));
    await mine.getByRole("textbox", { name: "Note" }).fill("Called back");
    await press(mine, "Wrap up");
    await see(mine.getByText("Wrapped up"));
    await waitFor(journey.isDone);
    await open(page, journey.path);
    await showSteps(page, [`Waiting in queue ${queue} for an agent`, "an agent answered the contact"]);
  });
});

describe("External Integrations (spec 3 §2–§8)", () => {
  test("the list is requested by the keys of its providers (spec 3 §3, §7)", async () => {
    const page = await browser.page();
    await enter(page, address, demoUser);
    const asked = page.waitForRequest(/\/external\/config\?/);
    await page.goto(`${address}/external-integration`);
    const keys = new URL((await asked).url()).searchParams.get("keys")?.split(",");
    expect(keys).toEqual(expect.arrayContaining(["hubspot", "mailgun", "sendgrid"]));
  });

  test("each provider's fields and messages, saved in order, never shown again, tested and deleted", async () => {
    const page = await browser.page();
    // with a provider connected, the demo's e-mails leave the outbox: each is deleted again
    const account = await enter(page, address, demoUser);
    const posts: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/external/config"))
        posts.push((request.postDataJSON() as { key: string }).key);
    });
    await page.goto(`${address}/external-integration/create`);
    await press(page, "Create");
    await see(page.getByText("Provider is required"));
    const messages: Record<string, string[]> = {
      Hubspot: ["Api key is required"],
      Mailgun: ["Domain is required for provider mailgun", "Api key is required"],
      Sendgrid: ["Api key is required"],
      Remediation: ["LoginId is required for provider remediation"],
    };
    for (const [provider, wanted] of Object.entries(messages)) {
      await choose(page, "Provider", provider);
      await press(page, "Create");
      for (const message of wanted) await see(page.getByText(message));
    }
    await page.getByRole("combobox", { name: "Provider" }).click();
    expect(await page.getByRole("option", { name: "Forth" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    // Forth is offered with its flag (spec 3 §6)
    await account.call("PUT", "/v4/account/", { flags: { feature_forth_enabled: true } });
    await page.reload();
    await choose(page, "Provider", "Forth");
    await press(page, "Create");
    for (const message of ["Client Id", "Client Secret"])
      await see(page.getByText(`${message} is required for provider forth`));

    /** Fills the chosen provider in and creates it: what was posted, in order. */
    const create = async (option: string, values: Record<string, string>, listed = option): Promise<string[]> => {
      if (!page.url().endsWith("/create")) await follow(page, "External Integration");
      await choose(page, "Provider", option);
      for (const [label, value] of Object.entries(values)) await page.getByLabel(label).first().fill(value);
      posts.length = 0;
      await press(page, "Create");
      await readNotice(page, "Configuration saved successfully");
      await see(rowOf(page, "ExternalIntegrations", listed));
      return [...posts];
    };
    expect(await create("Forth", { "Client Id": "shop", "Client Secret": "very secret" })).toEqual([
      "client_id",
      "client_secret",
    ]);
    await account.call("DELETE", "/v3/accounts/external/config/forth");
    await account.call("PUT", "/v4/account/", { flags: { feature_forth_enabled: false } });
    expect(await create("Remediation", { LoginId: "shop" })).toEqual(["loginId"]);
    await account.call("DELETE", "/v3/accounts/external/config/remediation");
    expect(await create("Mailgun", { Domain: "mg.example.com", "API key": "very secret" })).toEqual([
      "domain",
      "api_key",
    ]);
    expect(await create("Sendgrid", { "API key": "wrong key" }, "SendGrid")).toEqual(["api_key"]);
    /** What the test of a connection says. */
    const test = async (provider: string, words: string): Promise<void> => {
      await press(page, `Test connection ${provider}`);
      const dialog = page.getByRole("dialog", { name: `Test ${provider}` });
      await see(dialog.getByText(words));
      await press(dialog, "Close");
      await gone(dialog);
    };
    await test("Mailgun", "Mailgun could not be reached");
    await test("SendGrid", "SendGrid rejected the key: The key is unknown");
    expect(await create("Sendgrid", { "API key": mailKey }, "SendGrid")).toEqual(["api_key"]);
    await test("SendGrid", "SendGrid accepts the key");
    await account.call("DELETE", "/v3/accounts/external/config/sendgrid");
    const { payload } = await account.call("GET", "/v3/accounts/external/config?keys=mailgun");
    expect(payload.map(({ key, value, masked }) => ({ key, value, masked }))).toEqual([
      { key: "api_key", value: null, masked: "••••••••" },
      { key: "domain", value: "mg.example.com", masked: null },
    ]);
    await press(page, "Delete Mailgun");
    expect(await answer(page, "Delete")).toContain("Are you sure you want to delete this provider: Mailgun");
    await readNotice(page, "Mailgun deleted successfully");
  });
});

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: /^Reply from/ });
  await box.fill(text);
  await box.press("Enter");
}
