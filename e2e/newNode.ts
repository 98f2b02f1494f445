import type { Page } from "playwright-core";
import { expect, inject } from "vitest";
import { type Account, enter } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { addAfter, addNode, save, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { unique } from "./page.ts";

/** A new workflow with a node of one kind, in the editor. */
export interface Begun {
  page: Page;
  account: Account;
  numberSet: string;
  campaignId: string;
}

/** A new workflow in the editor: Start → the kind → Stop. */
export async function begin(browser: ReturnType<typeof useBrowser>, kind: string): Promise<Begun> {
  const { address } = inject("demo");
  const page = await browser.page();
  const account = await enter(page, address, demoUser);
  const numberSet = await account.makeNumberSet(unique(kind));
  const campaignId = await account.makeWorkflow(unique(kind), numberSet);
  await page.goto(`${address}/campaigns/workflow-outbound/edit/${campaignId}`);
  await addAfter(page, "Start 1", kind);
  await addNode(page, "Stop");
  return { page, account, numberSet, campaignId };
}

/** The nodes as they are saved. */
const nodesOf = async ({ account, campaignId }: Begun): Promise<Record<string, unknown>[]> => {
  const [saved] = (await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload;
  return (JSON.parse(String(saved?.["workflow"])) as { nodes: Record<string, unknown>[] }).nodes;
};

/** Saves, loads and saves again: nothing has changed on the wire. */
export async function saveTwice(begun: Begun, node: string): Promise<Record<string, unknown>> {
  await save(begun.page);
  const before = await nodesOf(begun);
  await begun.page.reload();
  await select(begun.page, node);
  await save(begun.page);
  expect(await nodesOf(begun)).toEqual(before);
  return before.find(({ id }) => id === 2) ?? {};
}

/** Runs the saved workflow over a contact and returns the journey's address. */
export async function runOver(
  { account, campaignId }: Begun,
  contactId: string,
): Promise<{ path: string; isDone: () => Promise<boolean> }> {
  const batchId = await account.startRun(campaignId, [contactId]);
  const find = async () => (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload[0];
  await expect.poll(find).toBeDefined();
  const journey = await find();
  return { path: `/journeys/${journey?.["journeyId"]}`, isDone: async () => (await find())?.["status"] === "done" };
}

/** Waits until it is so. */
export const waitFor = (ask: () => Promise<boolean>) => expect.poll(ask, { interval: 200 }).toBe(true);
