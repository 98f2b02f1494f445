import type { Page } from "playwright-core";
import type { Account } from "./account.ts";
import { rowOf } from "./page.ts";

/** A saved workflow with one text. */
export async function makeWorkflow(account: Account, name: string): Promise<string> {
  const numberSet = await account.makeNumberSet(name);
  const template = await account.makeTemplate(name, "Hi ${firstName}");
  return account.makeWorkflow(name, numberSet, {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      {
        id: 2,
        type: "smsSend",
        x: 250,
        y: 165,
        children: [3],
        smsTemplateId: template,
        smsTemplateName: name,
        useAiRewording: false,
      },
      { id: 3, type: "control", x: 250, y: 305, children: [] },
    ],
  });
}

/** Presses a button of a row. */
export const action = (page: Page, table: string, name: string, words: string) =>
  rowOf(page, table, name)
    .getByRole("button", { name: `${words} ${name}`, exact: true })
    .click();
