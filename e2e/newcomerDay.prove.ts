import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { timezones } from "@trunkline/workflow/parts/time/timezones.ts";
import type { Page } from "playwright-core";
import { onTestFinished, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { setUp } from "./enter.ts";
import { useEmptyProduct } from "./ownProduct.ts";
import { choose, fill, follow, goTo, pick, press, readNotice, rowOf, see, unique } from "./page.ts";

// A day of a newcomer: from an empty account to the first reply, by what the checklist of the home page says and offers.

const browser = useBrowser();
const product = useEmptyProduct();

/** Where it is midday, whenever the test runs: texts leave by day alone. */
function middayZone(): string {
  const hourIn = (timeZone: string) =>
    Number(new Intl.DateTimeFormat("en-US", { hour: "numeric", hourCycle: "h23", timeZone }).format(new Date()));
  const found = timezones.find(({ zone }) => hourIn(zone) === 12);
  if (found === undefined) throw new Error("It is midday nowhere");
  return found.zone;
}

/** A file with contacts as a shop has them. */
async function writeContacts(): Promise<string> {
  const file = join(tmpdir(), `${unique("newcomer").replace(" ", "-")}.csv`);
  const zone = middayZone();
  const rows = [
    "First Name,Last Name,Phone,Timezone,visitday,visitwindow",
    `Ada,Long,+16175550142,${zone},Thursday,2 PM to 4 PM`,
    `Bo,Marsh,+15035550145,${zone},Thursday,8 AM to 10 AM`,
  ];
  await writeFile(file, `${rows.join("\n")}\n`);
  onTestFinished(() => rm(file, { force: true }));
  return file;
}

test("a newcomer gets from an empty account to the first reply by the checklist of the home page", async ({
  annotate,
}) => {
  const page = await browser.page({ stranger: true });
  await setUp(page, product());
  const began = Date.now();
  const checklist = page.getByRole("region", { name: "Get started" });
  const next = async (done: number, act: string) => {
    await goTo(page, "Home");
    await see(checklist.getByText(`${done} of 6 done`, { exact: true }));
    await checklist.getByRole("link", { name: act, exact: true }).click();
  };

  await next(0, "Get a number");
  const number = await takeFirstNumber(page);
  await goTo(page, "Number Sets");
  await follow(page, "Number Set");
  await fill(page, "Name", "My shop");
  await page.getByRole("checkbox", { name: number }).check();
  await press(page, "Save");
  await readNotice(page, "Number set created");

  await next(1, "Import contacts");
  await page.getByLabel("CSV file", { exact: true }).setInputFiles(await writeContacts());
  await press(page, "Import");
  await see(page.getByRole("status").getByText("Done", { exact: true }));

  await next(2, "Open the library");
  await page.getByRole("link", { name: "Two-way confirmation", exact: true }).click();
  await choose(page, "Number Set", "My shop");
  await press(page, "Use this workflow");
  await readNotice(page, "Created workflow");

  await next(3, "Start a run");
  await choose(page, "Workflow", "Two-way confirmation");
  await pick(page, "Contacts", "All");
  await press(page, "Start run");
  await see(page.getByRole("heading", { level: 1 }));

  await next(4, "Open a handset");
  const texts = page.getByRole("log", { name: "Messages of +1 (617) 555-0142" });
  await page
    .getByRole("button", { name: /\+1 \(617\) 555-0142/ })
    .first()
    .click();
  await see(texts.getByText("Thursday", { exact: false }));
  await press(page, "Reply Yes from +1 (617) 555-0142");

  await goTo(page, "Home");
  // only a real carrier is left
  await see(checklist.getByText("5 of 6 done", { exact: true }));
  await annotate(
    `The first reply came ${Math.round((Date.now() - began) / 1_000)} seconds after the account was created.`,
  );
  await goTo(page, "Messages");
  await see(rowOf(page, "Messages", "received"));
});

/** Gets the first number that is offered. */
async function takeFirstNumber(page: Page): Promise<string> {
  const dialog = page.getByRole("dialog", { name: "Get a number" });
  const take = dialog.getByRole("button", { name: /^Get \+1/ }).first();
  const number = (await take.getAttribute("aria-label"))?.replace("Get ", "") ?? "";
  await take.click();
  await readNotice(page, "Number added");
  await press(dialog, "Done");
  return number;
}
