import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { card, form, save, select } from "./editor.ts";
import { editorOf, openNew } from "./newEditor.ts";
import { fill, holds, noticeOf, pick, press, readOnce, see, unique } from "./page.ts";

const browser = useBrowser();

const says = (variable: string, operation: string, value: string) => ({ variable, operation, value, negated: false });

/** A two-way reminder: yes leads to a condition on the contact's plan, silence to a second text. */
async function openReminder(): Promise<Page> {
  const { page, account } = await openNew(browser);
  const [numberSet] = (await account.call("GET", "/v4/numberset/")).payload;
  const texts = ["Hi ${firstName}, are you coming?", "Welcome, gold member!", "Last reminder"];
  const ids = await Promise.all(texts.map((text) => account.makeTemplate(unique("Text"), text)));
  const send = (id: number, template: number, next: number) => ({
    ...{ id, type: "smsSend", x: 100 * id, y: 140 * id, children: [next], useAiRewording: false },
    ...{ smsTemplateId: ids[template] ?? "", smsTemplateName: "Text" },
  });
  const id = await account.makeWorkflow(unique("Reminder"), String(numberSet?.["numberSetId"]), {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      send(2, 0, 3),
      {
        ...{ id: 3, type: "event", x: 250, y: 400, children: [4, 5] },
        timeoutData: {
          timeoutType: "wait",
          timeoutWaitType: "number",
          timeoutWaitNumber: 2,
          timeoutWaitUnits: "days",
          timeoutPath: 5,
        },
        conditions: [{ targetNode: 4, statements: [says("node2.reply", "CONTAINS", "yes")] }],
      },
      {
        ...{ id: 4, type: "condition", x: 100, y: 600, children: [6, 7], defaultNodePath: 7 },
        conditions: [
          { targetNode: 6, statements: [says("plan", "EQUALS", "gold")] },
          { targetNode: 7, statements: [] },
        ],
      },
      send(5, 2, 8),
      send(6, 1, 9),
      ...[7, 8, 9].map((node) => ({ id: node, type: "control", x: 100 * node, y: 1000, children: [] })),
    ],
  });
  await page.goto(editorOf(id));
  await see(card(page, "Start 1"));
  return page;
}

const phone = (page: Page) => page.getByRole("region", { name: "Phone of Sam Sample" });
const story = (page: Page) => page.getByRole("list", { name: "Steps of the try" });

describe("Try it", () => {
  test("plays a reminder to one reply, and from an earlier moment to the other path", async () => {
    const page = await openReminder();
    await press(page, "Try it");
    await press(page, "Play as Sam Sample");
    await see(phone(page).getByText("Hi Sam, are you coming?"));
    await see(card(page, "Event 3").getByText("The contact is here"));
    const writes: string[] = [];
    // the phone in the top bar says at times that its user is there
    page.on("request", (request) => {
      if (request.method() !== "GET" && !request.url().endsWith("/v4/agent/phone/")) writes.push(request.url());
    });
    await press(phone(page), "yes");
    await see(story(page).getByText("reply contains yes, which was “yes”"));
    await see(story(page).getByText("plan equals gold, which has no value"));
    await see(card(page, "Stop 7").getByText("The contact is here"));
    // back to the wait, and on without a reply
    await press(story(page), "Event 3: Waiting for a reply");
    await see(card(page, "Event 3").getByText("The contact is here"));
    await press(page, "Jump to next event");
    await see(phone(page).getByText("Last reminder"));
    await see(card(page, "Stop 8").getByText("The contact is here"));
    expect(writes).toEqual([]);
  });

  test("finds and plays a contact that gets to a node, and marks the paths that no try has followed", async () => {
    const page = await openReminder();
    await select(page, "SMS Send 6");
    await press(page, "Find a contact that gets here");
    await see(phone(page).getByText("Welcome, gold member!"));
    await pick(page, "View of the try", "Paths");
    await page.getByRole("switch", { name: "Mark untried paths on the drawing" }).click();
    await see(card(page, "SMS Send 5").getByText("Not tried"));
    await see(page.getByText("5 of 8 paths tried in this session."));
    await pick(page, "View of the try", "Contact and answers");
    await holds(page, "Custom Fields", "plan = gold");
  });

  test("saves a try as a test, shows where a change breaks it, and refuses the save until the new result is accepted", async () => {
    const page = await openReminder();
    await press(page, "Try it");
    await press(page, "Play as Sam Sample");
    await press(phone(page), "yes");
    await press(page, "Save as test");
    const title = "Replies “yes” and ends at Stop 7";
    expect(await readOnce(noticeOf(page, "Test saved"))).toContain(title);
    await pick(page, "View of the try", "Tests");
    await see(page.getByText("The test passes."));
    await page.getByRole("switch", { name: "Tests must pass" }).click();
    await select(page, "Event 3");
    await fill(form(page), "Value", "sure");
    await see(page.getByText("1 of 1 test fails."));
    await press(page, "Save");
    const difference = "Event 3: expected “Continues to Condition 4”, but got “Gets a reply that no path matches”";
    expect(await readOnce(noticeOf(page, /Some tests fail/))).toContain(`${title}: ${difference}`);
    await page.getByRole("list", { name: "Saved tests" }).getByRole("button").first().click();
    await see(page.getByText(`${difference}.`));
    const row = page.getByRole("row").filter({ hasText: "First difference" });
    expect(await row.getByRole("cell").allInnerTexts()).toEqual([
      expect.stringMatching(/^First difference\.\s+Event 3\s+Continues to Condition 4/),
      expect.stringMatching(/^Event 3\s+Gets a reply that no path matches/),
    ]);
    await press(page, "Accept the new result");
    await see(page.getByText("This test passes"));
    await save(page);
  });
});
