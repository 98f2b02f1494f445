import { expect, inject } from "vitest";
import { type Account, endingIn, enter, workflowOf } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { runOver, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import type { cases, Made } from "./kindCases.ts";
import { holds, showSteps, unique } from "./page.ts";

/** A node of one kind: filled, refused while empty, saved, loaded with nothing changed on the wire, and run. */
export async function walkKind(browser: ReturnType<typeof useBrowser>, one: (typeof cases)[number]): Promise<void> {
  const page = await browser.page();
  const account = await enter(page, inject("demo").address, demoUser);
  const { made, numberSetId } = await makeChoices(account);
  const contact = await account.makeContact("Kim", one.phone ? { phone: endingIn(one.phone) } : {});
  const campaignId = await account.makeWorkflow(unique(one.kind), numberSetId);
  await page.goto(`${inject("demo").address}/campaigns/workflow-outbound/edit/${campaignId}`);

  await one.draw(page);
  expect(await saveRefused(page)).toEqual(expect.arrayContaining(one.messages));
  await one.fill(await select(page, one.node), page, made);
  await save(page);
  const saved = await onWire(account, campaignId);
  await page.reload();
  const opened = await select(page, one.node);
  for (const [label, value] of Object.entries(one.held(made))) await holds(opened, label, value);
  await save(page);
  expect(await onWire(account, campaignId)).toEqual(saved);

  await runOver(page, contact.phone);
  await showSteps(page, one.steps);
}

/** The workflow and the settings of its campaign, as they are saved. */
async function onWire(account: Account, campaignId: string): Promise<unknown> {
  const [campaign] = (await account.call("GET", `/v4/campaign/${campaignId}/`)).payload;
  const [saved] = (await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload;
  return { ...campaign, workflowVersion: "any", workflow: JSON.parse(String(saved?.["workflow"])) };
}

let choices: Promise<{ made: Made; numberSetId: string }> | undefined;

/** What the forms choose from is made by the first case that needs it. */
function makeChoices(account: Account): Promise<{ made: Made; numberSetId: string }> {
  choices ??= (async () => {
    const made = { numberSet: unique("Kinds set"), template: unique("Kinds text"), workflow: unique("Kinds other") };
    const numberSetId = await account.makeNumberSet(made.numberSet);
    await account.makeTemplate(made.template, "Hello ${firstName}, this is a case.");
    await account.makeWorkflow(made.workflow, numberSetId, workflowOf({ type: "rateLimit", tpm: 600 }));
    return { made, numberSetId };
  })();
  return choices;
}
