import { describe, expect, inject, test } from "vitest";
import { numberSetOf, textWorkflow, waitingWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { follow, patience, press, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Enrollments (spec 2 §2.4, §4.8)", () => {
  test("the page of a run says what it waits for while nothing leaves", async () => {
    const { page, account } = await at("/enrollments");
    const name = unique("Waits");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
    const { contactId } = await account.makeContact("Walter", { lastName: "Waits" });
    await account.startRun(campaignId, [contactId], { displayName: name });
    await page.reload();
    await rowOf(page, "Run History", name).getByRole("link", { name, exact: true }).first().click();
    const note = page.getByRole("status").filter({ hasText: "Nothing is being sent right now" });
    await see(note.getByText(/^All contacts are waiting at a delay or for a reply\. Next: /));
  });

  test("the figures of a run are complete as soon as it has ended", async () => {
    // a browser of its own: all windows of one share a clock
    const { page, account } = await openDemo(browser, "/enrollments", { stranger: true });
    const name = unique("Ended");
    const template = await account.makeTemplate(name, "Hello");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), textWorkflow(template, name));
    const { contactId } = await account.makeContact("Una");
    const batchId = await account.startRun(campaignId, [contactId], { displayName: name, start: false });
    const run = `/v4/campaign/${campaignId}/batch/${batchId}/`;
    await page.clock.install();
    await page.goto(`${inject("demo").address}/enrollments/batch/${campaignId}/${batchId}`);
    const texts = page.locator("dl > div").filter({ hasText: "Texts sent" }).getByRole("definition").first();
    await expect.poll(() => texts.innerText(), patience).toBe("0\n0 segments");
    // the page stands still until the run has ended, then sees that it has, long before it would ask for the figures again
    await page.clock.pauseAt(Date.now() + 1_000);
    await account.call("POST", `${run}startAsync`);
    const status = async () => (await account.call("GET", run)).payload[0]?.["status"];
    await expect.poll(status, patience).toBe("Done");
    await page.clock.runFor(6_000);
    const read = async () => {
      await page.clock.runFor(1);
      return texts.innerText();
    };
    await expect.poll(read, patience).toBe("1\n1 segment");
  });

  test("contacts who wait in an older version are moved to the published one after a simulation", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Moved");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
    const { contactId } = await account.makeContact("Mona", { lastName: "Moves" });
    const batchId = await account.startRun(campaignId, [contactId], { displayName: name });
    const [first] = waitingWorkflow.nodes;
    const workflow = { ...waitingWorkflow, nodes: [{ ...first, x: 40 }, ...waitingWorkflow.nodes.slice(1)] };
    const waits = async () =>
      (await account.call("GET", `/v4/journey/?batchId=${batchId}&status=waiting`)).payload.length;
    await expect.poll(waits, patience).toBe(1);
    await account.call("POST", `/v4/campaign/${campaignId}/workflow/`, { workflow: JSON.stringify(workflow) });
    await page.goto(`${inject("demo").address}/enrollments/batch/${campaignId}/${batchId}`);
    await see(page.getByText(/^Version 2 is published\. Contacts of this run stay on version 1\./));
    await follow(page, "Contacts on their way");
    await press(page, "Move all to the matching node");
    await press(page, "Simulate");
    await see(page.getByRole("heading", { name: "1 contact would move to version 2." }));
    await press(page, "Move 1 contact");
    await see(page.getByRole("status").filter({ hasText: "Done. 1 contact moved." }));
    const [journey] = (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload;
    await page.goto(`${inject("demo").address}/journeys/${journey?.["journeyId"]}`);
    await see(page.getByText("Moved from version 1 to version 2"));
  });
});
