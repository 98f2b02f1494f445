import { describe, expect, inject, test } from "vitest";
import { type Account, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, save, saveRefused, select } from "./editor.ts";
import { openDemo } from "./openDemo.ts";
import { choose, fill, holds, open, patience, pick, press, readNotice, rowOf, see, showSteps, unique } from "./page.ts";

const browser = useBrowser();

/** A picture of one pixel. */
const gif = Buffer.from("R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==", "base64");

const enterDemo = () => openDemo(browser, "/");

describe("Message templates (spec 2 §2.2, §4.5, §5.3, §8)", () => {
  test("in an SMS Send node a new template takes an uploaded asset or an address, and toggling clears it (spec 2 §3.3)", async () => {
    const { page, account } = await enterDemo();
    const campaignId = await account.makeWorkflow(unique("New template"), await account.makeNumberSet(unique("Set")));
    await page.goto(`${inject("demo").address}/campaigns/workflow-outbound/edit/${campaignId}`);
    const node = await addAfter(page, "Start 1", "SMS Send");
    await addNode(page, "Stop");
    await select(page, "SMS Send 2");
    await pick(node, "Message", "New Template");
    expect(await saveRefused(page)).toEqual(
      expect.arrayContaining(["Node 2: Title is required", "Node 2: Content or Media URL is required"]),
    );
    const title = unique("From the node");
    await fill(node, "Title", title);
    await node.locator("input[type=file]").setInputFiles({ name: "node.gif", mimeType: "image/gif", buffer: gif });
    await expect
      .poll(() => node.getByRole("combobox", { name: "Uploaded Asset" }).inputValue())
      .toMatch(/^node.*\.gif$/);
    await pick(node, "Media", "Media URL");
    await holds(node, "Media URL", "");
    await pick(node, "Media", "Uploaded Asset");
    await holds(node, "Uploaded Asset", "");
    await choose(node, "Uploaded Asset", /^node/);
    await press(page, "Save");
    // spec 3 §8, Other
    // both fade by themselves, so neither waits for the other to be read
    const saved = see(page.getByText("Saved workflow"));
    expect(await readNotice(page, "Created template")).toBe(title);
    await saved;
    await page.reload();
    const opened = await select(page, "SMS Send 2");
    await holds(opened, "Message", "Existing Template");
    await holds(opened, "Template", title);
  });
});

describe("RCS (spec 2 §3.3 rcsSend)", () => {
  test("a message is written, sent by RCS Send, seen on the handset with its cards, read, and answered with a tap", async () => {
    const { page, account } = await enterDemo();
    const key = unique("offer").replace(" ", "_");
    await open(page, "/templates/rcs/create");
    await press(page, "Save");
    await see(page.getByText("Message Key is required").first());
    await fill(page, "Message Key", key);
    await pick(page, "Type", "Cards");
    const first = page.getByRole("group", { name: "Card 1" });
    await fill(first, "Title", "For you, ${firstName}");
    await page.getByRole("button", { name: "Add button" }).last().click();
    await page.getByRole("textbox", { name: "Button text" }).last().fill("Yes please");
    await see(page.getByRole("complementary", { name: "Preview" }).getByText("For you, Ann"));
    await press(page, "Save");
    expect(await readNotice(page, "RCS message saved")).toBe(key);
    await see(rowOf(page, "RCS messages", key));

    const campaignId = await account.makeWorkflow(unique("RCS"), await account.makeNumberSet(unique("Set")));
    const contact = await account.makeContact("Kim");
    await page.goto(`${inject("demo").address}/campaigns/workflow-outbound/edit/${campaignId}`);
    const node = await addAfter(page, "Start 1", "RCS Send");
    await addNode(page, "Stop");
    await addAfter(page, "RCS Send 2", "Stop");
    await select(page, "RCS Send 2");
    expect(await saveRefused(page)).toEqual(
      expect.arrayContaining(["Node 2: Agent ID is required", "Node 2: Message Key is required"]),
    );
    await select(page, "RCS Send 2");
    await choose(node, "Agent ID", /the_shop_agent/);
    await choose(node, "Message Key", new RegExp(key));
    await save(page);
    const saved = await wire(account, campaignId);
    await page.reload();
    const opened = await select(page, "RCS Send 2");
    for (const [label, value] of Object.entries({
      "Agent ID": "the_shop_agent",
      "Message Key": key,
      "Success Path": "Stop 3",
      "Failure Path": "Stop 4",
    }))
      await holds(opened, label, value);
    await save(page);
    expect(await wire(account, campaignId)).toEqual(saved);

    const batchId = await account.startRun(campaignId, [contact.contactId]);
    await open(page, `/simulated-carrier/${contact.phone}`);
    const message = page.getByRole("region", { name: "RCS message from The Shop" });
    await see(message.getByText("For you, Kim"));
    await expect.poll(() => message.innerText()).toContain("read");
    await press(message, "Yes please");
    const handset = page.getByRole("region", { name: `Handset ${written(contact.phone)}` });
    await see(handset.getByText("Yes please").last());

    const [journey] = (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload;
    await open(page, `/journeys/${String(journey?.["journeyId"])}`);
    await showSteps(page, ["Continued to Stop 3", "The journey ended"]);
    await see(page.getByText(/read/i));
  });

  test("the switch of a handset turns its RCS off", async () => {
    const { page, account } = await enterDemo();
    const contact = await account.makeContact("Lee");
    await open(page, `/simulated-carrier/${contact.phone}`);
    const rcs = page.getByRole("switch", { name: `RCS of handset ${written(contact.phone)}` });
    await expect.poll(() => rcs.isEnabled(), patience).toBe(true);
    // its label lies over it
    await rcs.press("Space");
    await expect.poll(() => rcs.isChecked(), patience).toBe(false);
    const device = await account.call("GET", `/v4/simulator/handset/${encodeURIComponent(contact.phone)}/device`);
    expect(device.payload).toEqual([{ handset: contact.phone, rcs: false, switched: true }]);
  });
});

const wire = async (account: Account, campaignId: string): Promise<unknown> =>
  JSON.parse(String((await account.call("GET", `/v4/campaign/${campaignId}/workflow/`)).payload[0]?.["workflow"]));
