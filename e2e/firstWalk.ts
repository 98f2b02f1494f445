import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { addAfter, addNode, card, choosePath, countAt, form, save, select } from "./editor.ts";
import {
  answer,
  choose,
  fill,
  follow,
  goTo,
  hasName,
  patience,
  pick,
  press,
  readNotice,
  rowOf,
  see,
  unique,
} from "./page.ts";

const contactsFile = join(import.meta.dirname, "../examples/contacts.csv");

/** Rows of the file that can be read, and two of their phones. */
const good = 11;
const repliers = ["+1 (617) 555-0142", "+1 (617) 555-0143"];

/** Does all of the walk, from where a user who has just signed in is. */
export async function walkThrough(page: Page, areaCode: string): Promise<void> {
  await allowAnyHour(page);
  const number = await takeNumber(page, areaCode);
  const name = unique("First walk");
  await makeNumberSet(page, name, number);
  await importContacts(page);
  await createWorkflow(page, name, name);
  await draw(page);
  await save(page);
  const handsets = await pickUpHandsets(await page.context().newPage(), page.url());
  await run(page);
  await answerYes(handsets);
  await seeBothBranches(page);
  await readJourney(page);
}

/** A new account texts only in the legal hours, so a test at night turns that off. */
async function allowAnyHour(page: Page): Promise<void> {
  await goTo(page, "Settings");
  await page.getByRole("tab", { name: "Legal hours" }).click();
  const hold = page.getByRole("switch", { name: "Respect legal hours" });
  await see(hold);
  if (!(await hold.isChecked())) return;
  await hold.click();
  await answer(page, "Turn off");
  await expect.poll(() => hold.isChecked(), patience).toBe(false);
}

async function takeNumber(page: Page, areaCode: string): Promise<string> {
  await goTo(page, "Numbers");
  await press(page.getByRole("main"), "Get a number");
  const dialog = page.getByRole("dialog", { name: "Get a number" });
  await fill(dialog, "Area code", areaCode);
  const take = dialog.getByRole("button", { name: new RegExp(`^Get \\+1 \\(${areaCode}\\)`) }).first();
  const number = (await take.getAttribute("aria-label"))?.replace("Get ", "") ?? "";
  await take.click();
  expect(await readNotice(page, "Number added")).toBe(number);
  await press(dialog, "Done");
  await see(rowOf(page, "Numbers", number));
  return number;
}

async function makeNumberSet(page: Page, name: string, number: string): Promise<void> {
  await goTo(page, "Number Sets");
  await follow(page, "Number Set");
  await fill(page, "Name", name);
  await page.getByRole("checkbox", { name: number }).check();
  await press(page, "Save");
  expect(await readNotice(page, "Number set created")).toBe(name);
  await see(rowOf(page, "Number Sets", name));
}

async function importContacts(page: Page): Promise<void> {
  await goTo(page, "Contacts");
  await follow(page, "Import contacts");
  await page.getByLabel("CSV file", { exact: true }).setInputFiles(contactsFile);
  await press(page, "Import");
  await see(page.getByRole("status").getByText("Done", { exact: true }));
  await see(page.getByRole("table", { name: "Rejected rows" }).getByText("555-0153", { exact: false }));
}

async function createWorkflow(page: Page, title: string, numberSet: string): Promise<void> {
  await goTo(page, "Workflows");
  await follow(page, "Workflow");
  await pick(page, "Workflow Type", "Outbound");
  await fill(page, "Title", title);
  await choose(page, "Number Set", numberSet);
  await pick(page, "Timezone Protection", "None");
  await press(page, "Create Workflow");
  expect(await readNotice(page, "Created workflow")).toBe(title);
  await see(card(page, "Start 1"));
}

/** Start → SMS Send → Event → reply contains yes: SMS Send → Stop, else: Stop. */
async function draw(page: Page): Promise<void> {
  await select(page, "Start 1");
  const question = await addNode(page, "SMS Send");
  await pick(question, "Message", "New Template");
  await fill(question, "Title", "Question");
  await fill(question, "Content", "Hi ${firstName}, shall we keep a table for you? Reply YES.");
  const event = await addNode(page, "Event");
  await fill(event, "Variable", "node2.reply");
  await choose(event, "Operation", "Contains");
  await fill(event, "Value", "yes");
  await fill(event, "Wait Number", "20");
  await pick(event, "Wait Units", "Seconds");
  const thanks = await addNode(page, "SMS Send");
  await pick(thanks, "Message", "New Template");
  await fill(thanks, "Title", "Thanks");
  await fill(thanks, "Content", "Thank you, see you soon!");
  await addNode(page, "Stop");
  await addAfter(page, "Event 3", "Stop");
  await select(page, "Event 3");
  await choosePath(page, "Default Path", "Stop 6");
  expect(await form(page).getByRole("combobox", { name: "Conditional Path", exact: true }).inputValue()).toBe(
    "SMS Send 4",
  );
}

/** Both handsets lie on the table before the run begins: what arrives is seen without a reload. */
async function pickUpHandsets(page: Page, from: string): Promise<Page> {
  await page.goto(new URL("/campaigns", from).href);
  await page.getByRole("link", { name: "Open the simulated carrier" }).click();
  for (const phone of repliers) {
    await fill(page, "Search or open a handset", phone);
    await press(page, "Open");
    await see(page.getByRole("log", { name: `Messages of ${phone}` }));
  }
  return page;
}

async function run(page: Page): Promise<void> {
  await press(page, "Run");
  const dialog = page.getByRole("dialog");
  await pick(dialog, "Contacts", "By statements");
  await fill(dialog, "Variable", "favorite");
  await choose(dialog, "Operation", /^Exists/);
  await see(dialog.getByText(`${good} contacts`, { exact: true }));
  await press(dialog, "Start run");
  await readNotice(page, "Workflow started successfully");
}

async function answerYes(page: Page): Promise<void> {
  for (const phone of repliers) {
    const thread = page.getByRole("log", { name: `Messages of ${phone}` });
    await see(thread.getByText(/shall we keep a table for you\?/));
    await press(page, `Reply Yes from ${phone}`);
  }
  for (const phone of repliers) {
    await see(page.getByRole("log", { name: `Messages of ${phone}` }).getByText("Thank you, see you soon!"));
  }
}

/** Two said yes; the others take the default path once their time is over. */
async function seeBothBranches(page: Page): Promise<void> {
  const came = (count: number) => `${count} entered, 0 here now, 0 failed`;
  await hasName(countAt(page, "SMS Send 2"), came(good));
  await hasName(countAt(page, "Stop 5"), came(repliers.length));
  await hasName(countAt(page, "Stop 6"), came(good - repliers.length));
}

async function readJourney(page: Page): Promise<void> {
  await follow(page, "Open run");
  await see(page.getByRole("heading", { level: 1 }).getByText("Done", { exact: true }));
  await follow(page, "Ada Long");
  const steps = page.getByRole("list", { name: "Steps" });
  await see(steps.getByText("The contact replied and continued to SMS Send 4"));
  for (const text of ["Hi Ada, shall we keep a table for you?", "Thank you, see you soon!", "The journey ended"])
    await see(steps.getByText(text));
  await press(page, "Save as test");
  expect(await readNotice(page, "Test saved")).toMatch(/^Replies “Yes” and ends at Stop 5\. Names/);
}
