import { describe, expect, inject, test } from "vitest";
import { enter, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { answer, choose, fill, gone, goTo, open, patience, pick, press, see, unique } from "./page.ts";

const browser = useBrowser();
const { address } = inject("demo");

describe("the inbox (readings, Replies; look, Run)", () => {
  test("a text comes in, is answered by hand on the handset, closed, and opened again by the next text", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const name = unique("Inbox");
    const set = await account.makeNumberSet(name);
    await account.makeTemplate(name, "Dear ${firstName} of ${city}, your order is ready.");
    const firstName = unique("Ida").replaceAll(/\W/g, "");
    const { phone } = await account.makeContact(firstName);
    const [numbers] = (await account.call("GET", `/v4/numberset/${set}/`)).payload;
    const [number] = (numbers?.["phoneNumbers"] ?? []) as string[];
    const text = (words: string) =>
      account.call("POST", "/v4/simulator/message", { from: phone, to: number, text: words });
    await open(page, `${address}/contacts`);
    await goTo(page, "Inbox");
    await text("Is my order ready?");
    const list = page.getByRole("region", { name: "Conversations" });
    const entry = list.getByRole("button", { name: `${firstName} Kinds` });
    await see(entry.getByText("Is my order ready?"));
    await see(entry.getByRole("img", { name: "Unread" }));
    await entry.click();
    const thread = page.getByRole("log", { name: `Texts with ${firstName} Kinds` });
    await see(thread.getByText("Is my order ready?"));
    await gone(entry.getByRole("img", { name: "Unread" }));

    await choose(page, "Insert template", name);
    const reply = page.getByRole("textbox", { name: `Reply to ${firstName} Kinds` });
    await expect.poll(() => reply.inputValue(), patience).toBe(`Dear ${firstName} of , your order is ready.`);
    await see(page.getByText("The contact has no value for city. Check the text before you send it."));
    await fill(page, `Reply to ${firstName} Kinds`, "Yes, it is ready. We are open until six.");
    await see(page.getByText("1 segment."));
    await press(page, "Send");
    const sent = thread.getByRole("article").filter({ hasText: "We are open until six" });
    await see(sent.getByText("Demo", { exact: false }));
    await see(sent.getByText("delivered"));
    const handset = await page.context().newPage();
    await handset.goto(`${address}/simulated-carrier/${phone}`);
    const held = handset.getByRole("region", { name: `Handset ${written(phone)}` });
    await see(held.getByText("Yes, it is ready. We are open until six."));

    await choose(page, "Assigned to", /Demo/);
    await pick(page, "Show", "Mine");
    await see(entry);
    await press(page, "Close");
    await gone(entry);
    await see(page.getByRole("button", { name: "Reopen" }));
    await fill(held, `Reply from ${written(phone)}`, "Then I come at five");
    await press(held, `Send from ${written(phone)}`);
    await see(entry.getByText("Then I come at five"));
    await see(thread.getByText("Then I come at five"));
    await see(page.getByRole("button", { name: "Close", exact: true }));

    await press(held, `Reply STOP from ${written(phone)}`);
    await see(page.getByText("A reply cannot be sent: the contact has opted out."));
    await handset.close();
  });

  test("a handset that is still loading its texts does not reply to another number", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const set = await account.makeNumberSet(unique("Late"));
    const [numbers] = (await account.call("GET", `/v4/numberset/${set}/`)).payload;
    const [number = ""] = (numbers?.["phoneNumbers"] ?? []) as string[];
    const { phone } = await account.makeContact("Lea");
    const message = (text: string) => account.call("POST", "/v4/simulator/message", { from: phone, to: number, text });
    await message("Is anyone there?");
    const { promise: isShown, resolve: show } = Promise.withResolvers<void>();
    await page.route(`**/v4/simulator/handset/*${phone.slice(1)}/`, (asked) => isShown.then(() => asked.continue()));
    const loaded = page.waitForResponse(/\/v4\/number\//);
    await page.goto(`${address}/simulated-carrier/${phone}`);
    await loaded;
    const handset = page.getByRole("region", { name: `Handset ${written(phone)}` });
    const box = handset.getByRole("textbox", { name: /^Reply from/ });
    expect(await box.isDisabled()).toBe(true);
    show();
    await box.fill("I will wait");
    await box.press("Enter");
    const texts = async () =>
      (await account.call("GET", `/v4/simulator/handset/${encodeURIComponent(phone)}/`)).payload;
    // the words are also in the box until they are sent
    await expect.poll(async () => (await texts()).map((text) => text["number"])).toEqual([number, number]);
  });

  test("a user writes first from the contact's page, and the navigation counts the unread answer", async () => {
    const { address } = inject("demo");
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const set = await account.makeNumberSet(unique("First"));
    const [numbers] = (await account.call("GET", `/v4/numberset/${set}/`)).payload;
    const [number = ""] = (numbers?.["phoneNumbers"] ?? []) as string[];
    const firstName = unique("Una").replaceAll(/\W/g, "");
    const { contactId, phone } = await account.makeContact(firstName);
    await open(page, `${address}/contacts/${contactId}`);
    await page.getByRole("link", { name: "Message", exact: true }).click();
    const thread = page.getByRole("log", { name: `Texts with ${firstName} Kinds` });
    await see(thread.getByText("No messages yet."));
    await choose(page, "From", written(number));
    await fill(page, `Text to ${firstName} Kinds`, "Your table is free at six.");
    await press(page, "Send");
    await see(thread.getByRole("article").filter({ hasText: "Your table is free" }).getByText("delivered"));
    await see(page.getByText(`with your number ${written(number)}`));
    await see(page.getByRole("combobox", { name: "Assigned to" }));
    await open(page, `${address}/contacts`);
    await account.call("POST", "/v4/simulator/message", { from: phone, to: number, text: "At six then" });
    await page.reload();
    await see(page.getByRole("navigation", { name: "Main" }).getByRole("img", { name: /^\d+\+? unread$/ }));
    await goTo(page, "Inbox");
    const entry = page.getByRole("button", { name: `${firstName} Kinds` });
    await see(entry.getByText("At six then"));
    // an unsent answer stays with its conversation, and the page asks before it is lost
    await entry.click();
    await fill(page, `Reply to ${firstName} Kinds`, "See you then");
    await goTo(page, "Inbox");
    await see(entry.getByText("Not sent: See you then"));
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Templates" }).click();
    expect(await answer(page, "Stay")).toContain("Your message has not been sent and will be lost.");
    await entry.click();
    await press(page, "Send");
    await see(thread.getByRole("article").filter({ hasText: "See you then" }));
    await goTo(page, "Templates");
  });

  test("a conversation is snoozed, returns with a text, and is answered with a saved reply and closed by keys", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const name = unique("Keys");
    const set = await account.makeNumberSet(name);
    const [numbers] = (await account.call("GET", `/v4/numberset/${set}/`)).payload;
    const [number = ""] = (numbers?.["phoneNumbers"] ?? []) as string[];
    const makeWriter = async (first: string) => {
      const firstName = unique(first).replaceAll(/\W/g, "");
      const { phone } = await account.makeContact(firstName);
      const text = (words: string) =>
        account.call("POST", "/v4/simulator/message", { from: phone, to: number, text: words });
      return { firstName, text };
    };
    const stopping = await makeWriter("Stan");
    const asking = await makeWriter("Kay");
    await stopping.text("STOP");
    await asking.text("When do you open?");
    await account.call("POST", "/v4/savedreply/", { title: name, text: "Dear ${firstName}, we open at nine." });
    await open(page, `${address}/inbox`);
    const list = page.getByRole("region", { name: "Conversations" });
    const entryOf = ({ firstName }: { firstName: string }) => list.getByRole("button", { name: firstName });
    await see(entryOf(asking));
    expect(await entryOf(stopping).count()).toBe(0);
    await pick(page, "Show", "Handled");
    await see(entryOf(stopping).getByText("STOP was answered automatically"));
    await pick(page, "Show", "Open");

    await entryOf(asking).click();
    await press(page, "Snooze");
    await page.getByRole("menuitem", { name: "Tomorrow" }).click();
    await gone(entryOf(asking));
    await pick(page, "Show", "Snoozed");
    await see(entryOf(asking).getByText("Snoozed until"));
    await asking.text("Hello?");
    await gone(entryOf(asking));
    await pick(page, "Show", "Open");
    await see(entryOf(asking).getByText("Hello?"));

    const contact = page.getByRole("complementary", { name: "Contact of the conversation" });
    await see(contact.getByText("In no workflow yet"));
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("?");
    await see(page.getByRole("dialog", { name: "Keys of the inbox" }).getByText("Next conversation"));
    await page.keyboard.press("Escape");
    await gone(page.getByRole("dialog"));
    await page.keyboard.press("r");
    await page.keyboard.type(`/${name}`);
    await see(page.getByRole("option", { name }));
    await page.keyboard.press("Enter");
    const reply = page.getByRole("textbox", { name: `Reply to ${asking.firstName} Kinds` });
    await expect.poll(() => reply.inputValue(), patience).toBe(`Dear ${asking.firstName}, we open at nine.`);
    await page.keyboard.press("Control+Enter");
    await see(page.getByRole("log").getByText("we open at nine."));
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("e");
    await gone(entryOf(asking));
  });
});
