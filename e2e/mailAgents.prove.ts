import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { useBrowser } from "./browser.ts";
import { addAfter, addNode, saveRefused, select } from "./editor.ts";
import { begin, runOver, saveTwice, waitFor } from "./newNode.ts";
import { choose, fill, holds, open, pick, press, rowOf, see, showSteps, unique } from "./page.ts";

// E-mail, AI and agents: from the palette to what the contact, the provider or the agent sees.

const browser = useBrowser();

describe("spec 2 §3.3, §5.2", () => {
  test("email: filled, refused while empty, saved, and seen in the outbox", async () => {
    const begun = await begin(browser, "Email");
    const { page, account } = begun;
    expect(await saveRefused(page)).toEqual(
      expect.arrayContaining(["Node 2: From Email is required", "Node 2: Template ID is required"]),
    );
    const form = await select(page, "Email 2");
    await pick(form, "Provider", "Mailgun");
    await fill(form, "From Email", "news@shop.example.com");
    await fill(form, "From Name", "The Shop");
    await fill(form, "Template ID", "order");
    expect(await saveRefused(page)).toEqual(["Node 2: Subject is required"]);
    const again = await select(page, "Email 2");
    const subject = unique("Your order");
    await fill(again, "Subject", `${subject}, \${firstName}`);
    await press(again, "Add replacement");
    await fill(again, "Replacement Key", "first_name");
    await fill(again, "Replacement Value", "${firstName}");
    expect(await saveTwice(begun, "Email 2")).toMatchObject({
      provider: "mailgun",
      from: { email: "news@shop.example.com", name: "The Shop" },
      toVariable: { email: "${email}", name: "${firstName} ${lastName}" },
      replacements: { first_name: "${firstName}" },
    });
    await holds(await select(page, "Email 2"), "Template ID", "order");
    const { contactId } = await account.makeContact("Mia", { email: "mia@example.com" });
    const journey = await runOver(begun, contactId);
    await waitFor(journey.isDone);
    await open(page, `/outbox?q=${encodeURIComponent(subject)}`);
    await see(rowOf(page, "Outbox", `${subject}, Mia`).getByText("Simulated"));
    await press(page, "Mia Kinds <mia@example.com>");
    const dialog = page.getByRole("dialog");
    await see(dialog.getByRole("row", { name: "first_name Mia" }));
    await open(page, journey.path);
    await showSteps(page, ["An email was sent to mia@example.com", "Continued to Stop 3"]);
  });

  test("useAiRewording: the handset gets the text in other words", async () => {
    const begun = await begin(browser, "SMS Send");
    const { page, account } = begun;
    const title = unique("Reworded");
    await account.makeTemplate(title, "Hi ${firstName}, your table is ready. Reply STOP to opt out.");
    // the drawing is kept, and the list of templates is new
    await page.reload();
    const form = await select(page, "SMS Send 2");
    await choose(form, "Template", title);
    await form.getByRole("switch", { name: "Use AI Rewording" }).click();
    await saveTwice(begun, "SMS Send 2");
    const { contactId, phone } = await account.makeContact("Ria");
    await waitFor((await runOver(begun, contactId)).isDone);
    await open(page, `/simulated-carrier/${phone}`);
    await see(page.getByText("Hello Ria, your table is ready. Reply STOP to opt out."));
  });

  test("aiAssist: answers the contact's texts until the conversation ends", async () => {
    const begun = await begin(browser, "SMS Send");
    const { page, account } = begun;
    const [hello, brief] = [unique("Hello"), unique("Brief")];
    await account.makeTemplate(hello, "Hello ${firstName}, ask me anything.");
    await account.makeTemplate(brief, "The shop opens at 9.");
    await page.reload();
    await press(page, "Discard changes");
    await addAfter(page, "Start 1", "SMS Send");
    await addNode(page, "AI Assist");
    await addNode(page, "Stop");
    await choose(await select(page, "SMS Send 2"), "Template", hello);
    expect(await saveRefused(page)).toEqual(expect.arrayContaining(["Node 3: Template Id is required"]));
    const form = await select(page, "AI Assist 3");
    await choose(form, "Template Id", brief);
    await choose(form, "Start Time", "12:00 AM");
    await choose(form, "End Time", "11:45 PM");
    // the last quarter of an hour before midnight lies outside: where it may be that late the window is another zone's
    if (new Date().getUTCHours() === 23) await choose(form, "Timezone", "Eastern");
    for (const day of ["Saturday", "Sunday"]) await form.getByText(day.slice(0, 2), { exact: true }).click();
    await saveTwice(begun, "AI Assist 3");
    const { contactId, phone } = await account.makeContact("Ava");
    const journey = await runOver(begun, contactId);
    await open(page, `/simulated-carrier/${phone}`);
    await see(page.getByText("Hello Ava, ask me anything."));
    await say(page, "When do you open?");
    await see(page.getByText("Here is what I know: The shop opens at 9.", { exact: false }));
    await say(page, "Thanks, bye");
    await see(page.getByText("You are welcome. Have a good day!"));
    await waitFor(journey.isDone);
    await open(page, journey.path);
    await showSteps(page, ["The language model was called", "the conversation has ended"]);
  });
});

async function say(page: Page, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name: /^Reply from/ });
  await box.fill(text);
  await box.press("Enter");
}
