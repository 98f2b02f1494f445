import { expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { choose, fill, press, readNotice, see, unique } from "./page.ts";

const browser = useBrowser();

test("an inbound workflow is created with a sentence, which becomes paths with a test that are taken over and saved", async () => {
  const { page, account } = await openDemo(browser, "/campaigns/create");
  const title = unique("Front");
  const tag = title.toLowerCase();
  await account.makeNumberSet(title);
  await page.reload();
  await fill(page, "Title", title);
  await choose(page, "Number Set", title);
  await fill(page, "Describe what you want", "Send calls after 18:00 to voicemail");
  await press(page, "Create Workflow");
  await readNotice(page, "Created workflow");
  const proposal = page.getByRole("region", { name: "Proposal", exact: true });
  await see(proposal.getByRole("group", { name: /Time 1/ }));
  const details = page.getByRole("region", { name: "Proposal details" });
  await see(details.getByText("Passes: it reaches Voicemail 1", { exact: true }));
  await details.getByRole("checkbox", { name: "Also save the test" }).check();
  await press(page, "Take over");
  await readNotice(page, "1 test saved");
  await see(page.getByText("Calls that match no rule are not answered.", { exact: true }));
  await press(page, "Save");
  expect(await readNotice(page, "Workflow saved")).toBe(tag);
  const saved = (await account.call("GET", `/v4/route/${encodeURIComponent(tag)}/`)).payload;
  expect(saved).toMatchObject([{ destType: "voicemail", srcType: "call", ruleDTO: { and: [{ value: "18:00:00" }] } }]);
});
