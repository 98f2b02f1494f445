import { readFile } from "node:fs/promises";
import { describe, expect, inject, test } from "vitest";
import { endingIn, enter, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, goTo, open, patience, rowOf, see, unique } from "./page.ts";

const browser = useBrowser();

describe("Reports (spec 2 §2.6, §3.11)", () => {
  test("say what a run brought by workflow, add it up, chart it, hand it out, and say why they cannot", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const name = unique("Reported");
    // the set that is registered for the demo's brand
    const [main] = (await account.call("GET", "/v4/numberset/")).payload.filter((set) => set["name"] === "Main line");
    const numberSet = String(main?.["numberSetId"]);
    const template = await account.makeTemplate(name, "Hi ${firstName}");
    const campaign = await account.makeWorkflow(name, numberSet, textWorkflow(template, name));
    // the second is T-Mobile's, which caps the day of the demo's brand (packages/carriers/README.md)
    const people = [await account.makeContact("Ann"), await account.makeContact("Bob", { phone: endingIn("0131") })];
    await account.startRun(
      campaign,
      people.map(({ contactId }) => contactId),
    );
    await page.goto(`${address}/campaigns`);
    await goTo(page, "Reports");
    await choose(page, "Grouping", "By workflow");
    await choose(page, "Days", "Last 7 days");
    await choose(page, "Workflow", name);
    const row = rowOf(page, "Report", name);
    // the page refreshes while the run continues
    await expect.poll(() => row.getByRole("cell").nth(4).innerText(), patience).toBe("2");
    await expect
      .poll(
        () =>
          page
            .getByRole("table", { name: "Report" })
            .getByRole("row", { name: /^Total/ })
            .innerText(),
        patience,
      )
      .toMatch(/^Total\s+2\s+0\s+2\s+2/);
    await see(
      page.getByRole("list", {
        name: `Figures: Sent, Delivered, Replies by name, highest Sent: 2, ${name}. All figures are in the table.`,
      }),
    );
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export", exact: false }).click();
    const [head, line] = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
    expect(head).toEqual(
      expect.stringMatching(
        /^Workflow,Enrolled,Filtered,Sent,Delivered,Failed,Replies,Opt-outs,Clicks,Calls,Inbound calls,Abandoned calls,Answered by human,Answered by machine,Average talk,Segments,Cost,E-mails,All sends,Delivery rate,/,
      ),
    );
    expect(line).toMatch(new RegExp(`^${name},2,0,2,2,0,`));
    // what is in the address is all that there is to it
    await open(page, new URL(page.url()).pathname + new URL(page.url()).search);
    await see(rowOf(page, "Report", name));
    // saved, it has a name and an address of its own, and the search finds it
    await page.getByRole("button", { name: "Save report" }).click();
    await page.getByRole("dialog").getByLabel("Name").fill(`${name} weekly`);
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await see(page.getByRole("heading", { name: `${name} weekly`, level: 1 }));
    await see(rowOf(page, "Report", name));
    await page.getByRole("radiogroup", { name: "View" }).getByText("Funnel").click();
    await see(page.getByRole("region", { name: "Funnel" }).getByRole("row", { name: /^Delivered .* 2 100 % 100 %/ }));
    await page.getByRole("button", { name: "Discard changes" }).click();
    await page.keyboard.press("Control+k");
    await page.keyboard.type(`${name} weekly`);
    await see(
      page.getByRole("option", { name: `${name} weekly` }).or(page.getByRole("button", { name: `${name} weekly` })),
    );
    await page.keyboard.press("Escape");
    await choose(page, "Grouping", "By brand");
    await see(page.getByText("Days are in Pacific time, as carriers count."));
    await see(rowOf(page, "10DLC brands", "T-Mobile").filter({ hasText: "200,000" }));
    await open(page, "/reports?from=2001-01-01&to=2001-01-02");
    await see(page.getByText("Nothing matches"));
    await open(page, "/reports?workflow=nonsense");
    await see(page.getByRole("alert").filter({ hasText: "There was an error generating a report" }));
  });
});
