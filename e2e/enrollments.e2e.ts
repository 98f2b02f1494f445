import { describe, expect, inject, test } from "vitest";
import { numberSetOf, textWorkflow, waitingWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { answer, fill, follow, goTo, noticeOf, pick, press, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();
const at = (path: string) => openDemo(browser, path);

describe("Enrollments (spec 2 §2.4, §4.8)", () => {
  test("a dry run from the editor says who gets what, and the run shows it next to what happened", async () => {
    const { page, account } = await at("/campaigns");
    const name = unique("Tried");
    const template = await account.makeTemplate(name, "Hello ${firstName}");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), textWorkflow(template, name));
    await page.goto(`${inject("demo").address}/campaigns/workflow-outbound/edit/${campaignId}`);
    await press(page, "Dry run");
    const dialog = page.getByRole("dialog");
    await pick(dialog, "Replies and results", "My own");
    await fill(dialog, "Texts that are delivered", "140");
    await press(dialog, "Dry run");
    await see(dialog.getByText("Enter 0 to 100 percent"));
    await fill(dialog, "Texts that are delivered", "40");
    await press(dialog, "Dry run");
    await see(page.getByRole("heading", { name: /^[\d,]+ of [\d,]+ contacts? gets? a message or a call/ }));

    const { contactId } = await account.makeContact("Tess");
    const abroad = await account.makeContact("Gus", { phone: "+442071838750" });
    const contactIds = [contactId, abroad.contactId];
    const dryRuns = `/v4/campaign/${campaignId}/dryrun/`;
    expect((await account.call("GET", dryRuns)).payload).toMatchObject([{ assumptions: { deliveredPercent: 40 } }]);
    const [made] = (await account.call("POST", dryRuns, { contactIds })).payload;
    const result = `${inject("demo").address}/enrollments/dryrun/${campaignId}/${made?.["dryRunId"]}`;
    await page.goto(result);
    await see(page.getByRole("heading", { name: "1 of 2 contacts get a message or a call. 1 is left out." }));
    await see(page.getByRole("img", { name: "2 entered, 0 here now, 0 failed" }).first());
    const leftOut = page.getByRole("table", { name: "Left out" });
    await leftOut
      .getByRole("row", { name: /does not send to this country/ })
      .getByRole("button")
      .click();
    await see(page.getByRole("dialog").getByRole("link", { name: "Gus" }));

    const batchId = await account.startRun(campaignId, contactIds, { displayName: name });
    await page.goto(`${inject("demo").address}/enrollments/batch/${campaignId}/${batchId}`);
    await see(page.getByRole("table", { name: "Forecast and result, node by node" }));
  });

  test("the list of runs has room for the progress of a run of 20,000 contacts", async () => {
    const { page, account } = await at("/enrollments");
    const name = unique("Roomy");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
    const { contactId } = await account.makeContact("Wide");
    await account.startRun(campaignId, [contactId], { displayName: name });
    await page.reload();
    const figures = rowOf(page, "Run History", name).getByText(/^[01] \/ 1$/);
    await see(figures);
    const [end, endOfCell] = await figures.evaluate((shown) => {
      shown.textContent = "20,000 / 20,000";
      return [shown, shown.closest("[role=cell], td")].map((one) => one?.getBoundingClientRect().right);
    });
    expect(end).toBeGreaterThan(0);
    expect(end).toBeLessThanOrEqual(endOfCell ?? 0);
  });

  test("a run is paused after the question of the specification, and started again", async () => {
    const { page, account } = await at("/enrollments");
    const name = unique("Paused");
    const campaignId = await account.makeWorkflow(name, await numberSetOf(account), waitingWorkflow);
    const { contactId } = await account.makeContact("Wanda", { lastName: "Waits" });
    await account.startRun(campaignId, [contactId], { displayName: name });
    await page.reload();
    const row = rowOf(page, "Run History", name);
    await see(row.getByText("In Progress", { exact: true }));
    await press(page, `Pause ${name}`);
    expect(await answer(page, "Pause")).toContain(
      "Pausing an enrollment job can take several minutes to complete. Are you sure you want to continue?",
    );
    await see(noticeOf(page, "Pausing workflow..."));
    await see(noticeOf(page, "Paused workflow"));
    await see(row.getByText("Paused", { exact: true }));
    // a user who looks at one contact sees it, too
    await row.getByRole("link", { name, exact: true }).first().click();
    await follow(page, "Wanda Waits");
    await see(
      page.getByText("This run is paused and sends nothing. Waits that end now continue when you start the run again."),
    );
    await goTo(page, "Runs");
    await press(page, `Start ${name}`);
    await see(noticeOf(page, "Starting workflow..."));
    await see(noticeOf(page, "Workflow started successfully"));
    await see(row.getByText("In Progress", { exact: true }));
    await see(row.getByText("1(+0) / 1", { exact: true }));
  });
});
