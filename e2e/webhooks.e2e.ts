import { describe, expect, inject, test } from "vitest";
import { enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, card, runOver, save, saveRefused, select } from "./editor.ts";
import { demoUser } from "./enter.ts";
import { choose, holds, patience, rowOf, see, showSteps, unique } from "./page.ts";
import { at, got, makeWebhook } from "./webhookPage.ts";

const browser = useBrowser();

describe("webhooks and connections (spec 2 §2.3)", () => {
  test("a webhook is created on its page, placed from the palette, saved, loaded and run", async () => {
    const page = await browser.page();
    const account = await enter(page, inject("demo").address, demoUser);
    const name = unique("Order hook");
    await makeWebhook(page, unique("Shop"), name);
    got.length = 0;

    const campaignId = await account.makeWorkflow(unique("Webhook"), await account.makeNumberSet(unique("Hook set")));
    await page.goto(at(`/campaigns/workflow-outbound/edit/${campaignId}`));
    await addAfter(page, "Start 1", "Webhook");
    await addNode(page, "Stop");
    expect(await saveRefused(page)).toEqual(
      expect.arrayContaining(["Node 2: Callback ID is required", "Node 2: Failure Path is required"]),
    );
    const form = await select(page, "Webhook 2");
    await choose(form, "Callback ID", name);
    // the nodes that are added after it become its success path and its failure path
    await addAfter(page, "Webhook 2", "Stop");
    await save(page);
    const wire = async () =>
      (await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload[0]?.["workflow"];
    const saved = await wire();
    await page.reload();
    // the card names the webhook
    await see(card(page, "Webhook 2").getByText(name, { exact: false }));
    const loaded = await select(page, "Webhook 2");
    const held = { "Callback ID": name, "Success Path": "Stop 3", "Failure Path": "Stop 4" };
    for (const [label, value] of Object.entries(held)) await holds(loaded, label, value);
    await save(page);
    expect(await wire()).toEqual(saved);

    const { phone } = await account.makeContact("Kim");
    await runOver(page, phone);
    await showSteps(page, ["The webhook was sent", "Continued to Stop 3", "The journey ended"]);
    await expect.poll(() => got.length, patience).toBe(1);
    expect(got[0]).toMatchObject({
      method: "POST",
      path: "/orders",
      body: JSON.stringify({ phone, name: "Kim" }),
      headers: { authorization: "Bearer of the shop" },
    });
    expect(got[0]?.headers["webhook-signature"]).toMatch(/^v1,/);

    await page.goto(at("/webhooks/deliveries"));
    await see(rowOf(page, "Deliveries", name).getByText("Succeeded").first());
  });
});
