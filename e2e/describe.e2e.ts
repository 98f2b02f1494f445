import { expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openNew } from "./newEditor.ts";
import { fill, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();

test("a sentence becomes a proposal with tests, is refined, taken over and saved", async () => {
  const { page, account, id } = await openNew(browser);
  const business = unique("Clinic").replace(/\W/g, "");
  await press(page, "Describe");
  await fill(page, "What should the workflow do?", `Remind patients of ${business} of their appointment`);
  await press(page, "Draft");
  const proposal = page.getByRole("region", { name: "Proposal", exact: true });
  await see(proposal.getByRole("group", { name: /Reminder, SMS Send 2/ }));
  await see(proposal.getByText("New", { exact: true }).first());
  const details = page.getByRole("region", { name: "Proposal details" });
  await see(details.getByText("Passes: it reaches Mark as confirmed", { exact: true }));
  expect(await details.getByText(/^Fails/).count()).toBe(0);
  await fill(page, "What should be different?", "Wait 6 hours at Confirmed?");
  await press(page, "Refine");
  await see(details.getByText("Confirmed? waits 6 hours.", { exact: true }));
  await press(page, "Take over");
  await readNotice(page, "The proposal is in the workflow");
  await press(page, "Save");
  await see(page.getByText("Version 2", { exact: true }));
  const [saved] = (await account.call("GET", `/v4/campaign/${id}/workflow/`)).payload;
  expect(String(saved?.["workflow"])).toContain('"timeoutWaitNumber":6');
  const templates = (await account.call("GET", "/v4/smstemplate/")).payload;
  expect(templates.some((one) => String(one["templateText"]).includes(`appointment at ${business} is on`))).toBe(true);
});
