import { expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { openDemo } from "./openDemo.ts";
import { fill, press, readNotice, see } from "./page.ts";

const browser = useBrowser();

test("a sentence with keys becomes the menu of an IVR, is refined and taken over into the form", async () => {
  const { page } = await openDemo(browser, "/ivr/create");
  await press(page, "Describe");
  await fill(page, "What should callers hear?", "A menu for Acme: press 1 for sales at +1 202 555 0143");
  await press(page, "Draft");
  const proposal = page.getByRole("region", { name: "Proposal", exact: true });
  await see(proposal.getByText("“Welcome to Acme. For sales, press 1.”", { exact: true }));
  await fill(page, "What should be different?", "Press 2 to hear our hours: We are open from 9 to 5");
  await press(page, "Refine");
  await see(proposal.getByText("2: say “We are open from 9 to 5”, then hang up", { exact: true }));
  await press(page, "Take over");
  await readNotice(page, "The proposal is in the form");
  // the form has menus now, so that they can be explained and checked
  await press(page, "Explain these menus");
  await see(page.getByRole("status").getByText(/Who presses 1 hears .* then is connected with/));
  await see(page.getByText("Nothing that these checks look for.", { exact: true }));
  await press(page, "Close");
  await see(page.getByRole("list", { name: "Tree of menus" }).getByText("2 options", { exact: true }));
  expect(await page.getByLabel("Number to dial").inputValue()).toContain("202");
});
