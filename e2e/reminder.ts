import type { Page } from "playwright-core";
import type { useBrowser } from "./browser.ts";
import { card } from "./editor.ts";
import { editorOf, openNew } from "./newEditor.ts";
import { see, unique } from "./page.ts";

const says = (variable: string, operation: string, value: string) => ({ variable, operation, value, negated: false });

/** A two-way reminder: yes leads to a condition on the contact's plan, silence to a second text. */
export async function openReminder(browser: ReturnType<typeof useBrowser>): Promise<Page> {
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

/** The phone that the try shows. */
export const phone = (page: Page) => page.getByRole("region", { name: "Phone of Sam Sample" });
