import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { begin, runOver, saveTwice, waitFor } from "./newNode.ts";
import { fill, open, press, see, showSteps, unique } from "./page.ts";

// E-mail, AI and agents: from the palette to what the contact, the provider or the agent sees.

const browser = useBrowser();
const address = inject("demo").address;

describe("spec 2 §3.3, §5.2", () => {
  test("Agent Queue holds the contact until an agent answers", async () => {
    const begun = await begin(browser, "Agent Queue");
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
    const journey = await runOver(begun, contactId);
    await open(page, "/agent-queues");
    await page
      .getByRole("region", { name: "Queues" })
      .getByRole("button", { name: new RegExp(`^${queue}`) })
      .click();
    // the server stores the availability, so it survives a reload and others see it
    const set = async (from: string, to: string) => {
      await press(page, `Your availability: ${from}`);
      await page.getByRole("menuitem", { name: to }).click();
      await see(page.getByRole("button", { name: `Your availability: ${to}` }));
    };
    await set("Available", "Lunch");
    await page.reload();
    await see(page.getByRole("button", { name: "Your availability: Lunch" }));
    const agents = page.getByRole("region", { name: "Agents" });
    await see(agents.getByText("Lunch", { exact: true }));
    await set("Lunch", "Available");
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
});
