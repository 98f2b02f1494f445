import type { Locator } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, enter, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { choose, fill, gone, goTo, patience, pick, press, rowOf, see, settle, unique } from "./page.ts";
import { startScripts } from "./scriptWebhook.ts";

const browser = useBrowser();
const scripts = await startScripts((_, response) => void response.end('{"script": "Thank you for calling"}'));

/** A number that rings a work group of all users, a live list of the same name, and a contact who calls. */
async function makeLine(account: Account, title: string) {
  const name = unique(title);
  const list = name.toLowerCase().replace(" ", "-");
  const { payload: users } = await account.call("GET", "/v4/user/");
  const ids = users.filter(({ state }) => state === "active").map(({ userId }) => userId);
  await account.call("POST", "/v4/livelist", { listName: list, clientIds: ids });
  await account.call("POST", "/v4/workgroup/", { name, members: ids.map((userId) => ({ userId })) });
  const [free] = (await account.call("GET", "/v4/number/available?count=1")).payload;
  const [number] = (await account.call("POST", "/v4/number/", { phone: free?.["phone"] })).payload;
  await account.call("POST", "/v4/route/tag/", { routeTag: list });
  await account.call("POST", `/v4/route/tag/${list}/numbers`, { numbers: [number?.["phone"]], numberSetIds: [] });
  await account.call("POST", "/v4/route/terminal/", {
    name: `dest_${list}`,
    routeTag: list,
    srcType: "call",
    destType: "workgroup",
    dest: name,
    description: "",
    priority: 1,
    options: { timezone: 0, priority: 1 },
    ruleDTO: { name: "rule", and: [], or: [] },
  });
  const { phone } = await account.makeContact("Kim", { lastName: name });
  return { name, list, phone, number: String(number?.["phone"]) };
}

/** Presses the mouse on something, and leaves it pressed. Returns where that was. */
async function holdDown(what: Locator) {
  await what.hover();
  const place = await what.boundingBox();
  if (place === null) throw new Error("It is not shown");
  await what.page().mouse.down();
  return place;
}

describe("your phone in the browser (telecom §8)", () => {
  test("a supervisor sees a call on the live page, listens to it, whispers, joins and leaves", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const { name, phone, number } = await makeLine(account, "Care");
    const email = `${unique("sue").replace(" ", ".")}@example.com`;
    const invited = { email, role: "member", privileges: ["call-supervise"] };
    const [invitation] = (await account.call("POST", "/v4/user/", invited)).payload;
    const sue = await browser.page({ stranger: true });
    await sue.goto(String(invitation?.["invitationUrl"]));
    await fill(sue, "Your name", "Sue Lead");
    await fill(sue, "Password", "a long enough one");
    await press(sue, "Join");
    await see(sue.getByRole("heading", { name: "Home", level: 1 }));

    await sue.goto(`${address}/call-center`);
    const tile = sue.getByRole("article", { name, exact: true });
    await see(tile.getByText("No rate yet"));
    await page.goto(`${address}/templates`);
    const mine = page.getByRole("region", { name: "Your phone" });
    await press(page, "Your phone: available");
    await account.call("POST", "/v4/simulator/call", { from: phone, to: number });
    const call = mine.getByRole("article", { name: `Call with Kim ${name}` });
    await press(call, "Answer");
    await see(call.getByText(/^Connected/));

    await see(tile.getByText(/^[01] of 1$/));
    await sue
      .getByRole("region", { name: "Agents" })
      .getByRole("link", { name: `Kim ${name}` })
      .click();
    const panel = sue.getByRole("region", { name: "Supervise" });
    await see(panel.getByText(/ has this call\. Choose how you take part\.$/));
    await pick(panel, "How you take part", "Listen");
    await see(panel.getByText(/^You hear both sides\./));
    await see(sue.getByText("Sue Lead listens to the call"));
    expect(await call.getByText("Sue Lead").count()).toBe(0);
    await pick(panel, "How you take part", "Whisper");
    await see(call.getByText("Sue Lead speaks to you alone"));
    await pick(panel, "How you take part", "Join");
    await see(call.getByText("Sue Lead joined the call"));
    await press(panel, "Leave");
    await see(panel.getByText(/ has this call\. Choose how you take part\.$/));
    await gone(call.getByText("Sue Lead joined the call"));
    await press(call, "Hang up");
    await gone(panel);
    await see(sue.getByRole("region", { name: "Queues" }).getByText(/^Answered by .* The agent ended the talk\.$/));
    await press(call, "Done");
    // until the server has it: a call that is left opens the phone in the tests that follow
    await gone(call);
  });

  test("answers, holds, transfers and ends a call to a work group", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const { name, list, phone, number } = await makeLine(account, "Sales");
    const { payload: users } = await account.call("GET", "/v4/user/");
    const stopScripts = await scripts.listen(account);
    // counts the tones that the page plays
    await page.addInitScript(`
      globalThis.tones = 0;
      const make = AudioContext.prototype.createOscillator;
      AudioContext.prototype.createOscillator = function () { globalThis.tones++; return make.call(this); };
    `);
    const tones = () => page.evaluate("globalThis.tones");
    // any page will do
    await page.goto(`${address}/templates`);
    const mine = page.getByRole("region", { name: "Your phone" });
    await press(page, "Your phone: available");
    await see(mine.getByText("Available", { exact: true }).first());
    await press(mine, "Mute ringtone");
    await page.reload();
    await press(page, "Your phone: available");
    await press(mine, "Unmute ringtone");
    await press(page, "Your phone: available");
    await gone(mine);
    await account.call("POST", "/v4/simulator/call", { from: phone, to: number });
    const call = mine.getByRole("article", { name: `Call with Kim ${name}` });
    await see(call.getByText(`Incoming call · Work group ${name}`));
    await see(page.getByRole("button", { name: `Your phone: Kim ${name} is calling` }));
    await expect.poll(() => page.title(), patience).toBe(`Kim ${name} is calling · Message Templates · Trunkline`);
    await expect.poll(tones, patience).toBe(2);
    // the phone keeps ringing on the next page
    await goTo(page, "Contacts");
    await expect.poll(() => page.title(), patience).toBe(`Kim ${name} is calling · Contacts · Trunkline`);
    await press(call, "Answer");
    await expect.poll(() => page.title(), patience).toBe("Contacts · Trunkline");
    await see(call.getByRole("region", { name: "Script" }).getByText("Thank you for calling"));
    await press(call, "Hold");
    await see(call.getByText(/^On hold/));
    await press(call, "Transfer");
    await press(call, "Transfer call");
    await see(call.getByText("Transfer to is required"));
    await fill(call, "Transfer to", "unknown");
    await press(call, "Transfer call");
    await see(page.getByRole("alert").filter({ hasText: "Call error" }));
    await call.getByRole("combobox", { name: "Transfer type" }).click();
    await page.getByRole("option", { name: "Live list" }).click();
    await call.getByRole("combobox", { name: "Transfer to" }).click();
    await page.getByRole("option", { name: list, exact: true }).click();
    await press(call, "Transfer call");
    await press(mine, `Answer Kim ${name}`);
    await press(call, "Hang up");
    // one entry for the call before the transfer and one for the call after it
    await expect.poll(() => call.count(), patience).toBe(2);
    await press(call.first(), "Done");
    await expect.poll(() => call.count(), patience).toBe(1);
    await press(call, "Done");
    await gone(call);
    // the lists name the user who answered and the inbound workflow that routed the call
    await page.goto(`${address}/calls?phone=${encodeURIComponent(phone)}`);
    const row = rowOf(page, "Calls", written(phone));
    await see(row.getByText("completed", { exact: true }));
    await see(row.getByRole("link", { name: list, exact: true }));
    await row.getByRole("link", { name: /call with/ }).click();
    const fact = (name: string) => page.locator("dl > div").filter({ hasText: name }).getByRole("definition");
    expect(await fact("Answered by").innerText()).toBe(
      String(users.find(({ email }) => email === demoUser.email)?.["name"]),
    );
    expect(await fact("Workflow").innerText()).toBe(list);
    await see(page.getByRole("region", { name: "Routing" }).getByText(`Workgroup ${name}`));
    // a caller who gives up in the queue has not been served
    await account
      .call("POST", "/v4/simulator/call", { from: phone, to: number })
      .then(({ payload: [rang] }) => account.call("POST", `/v4/simulator/call/${rang?.["callId"]}/`, { hangup: true }));
    await page.goto(`${address}/calls?phone=${encodeURIComponent(phone)}`);
    await see(row.first().getByText("abandoned", { exact: true }));
    await stopScripts();
  });

  test("rings in every tab and stops ringing without a network", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    await enter(page, address, demoUser);
    await page.goto(`${address}/simulated-carrier`);
    await fill(page, "Search or open a handset", "+13125550100");
    await page.keyboard.press("Enter");
    const callee = "Text from +1 (312) 555-0100 to";
    await choose(page, callee, /Front desk/);
    const other = await page.context().newPage();
    await other.goto(`${address}/contacts`);
    await press(other, "Your phone: available");
    await press(page, "Call from +1 (312) 555-0100");
    // gold customers reach the front desk at any hour
    const [here, there] = [page, other].map((tab) => tab.getByRole("article", { name: "Call with Olga Walker" }));
    if (here === undefined || there === undefined) throw new Error("two tabs");
    for (const call of [here, there]) await see(call.getByText("Incoming call · Work group Front desk"));
    const ringing = "Olga Walker is calling · Contacts · Trunkline";
    await expect.poll(() => other.title(), patience).toBe(ringing);
    await page.context().setOffline(true);
    await see(other.getByRole("button", { name: "Your phone: not connected" }));
    await expect.poll(() => other.title(), patience).toBe("Contacts · Trunkline");
    await page.context().setOffline(false);
    await expect.poll(() => other.title(), patience).toBe(ringing);
    await press(there, "Answer");
    await see(here.getByText("Connected · Work group Front desk"));
    await press(here, "Hang up");
    await press(there, "Done");
    for (const call of [here, there]) await gone(call);
    // the simulated carrier remembers the number that was called, also after a reload
    const chosen = () => page.getByRole("combobox", { name: callee }).inputValue();
    await expect.poll(chosen, patience).toContain("Front desk");
    await page.reload();
    await expect.poll(chosen, patience).toContain("Front desk");
  });

  test("an incoming call does not move the page, so that a press that has begun counts", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const { name, phone, number } = await makeLine(account, "Moves");
    await page.goto(`${address}/templates`);
    // a caller rings only where a phone is open
    await see(page.getByRole("button", { name: "Your phone: available" }));
    await settle(page);
    const button = page.getByRole("main").getByRole("link", { name: "Create Template" }).first();
    await holdDown(button);
    // a pressed button is drawn a pixel lower
    const before = await button.boundingBox();
    const { payload } = await account.call("POST", "/v4/simulator/call", { from: phone, to: number });
    const call = page
      .getByRole("region", { name: "Your phone" })
      .getByRole("article", { name: `Call with Kim ${name}` });
    await see(call.getByText("Incoming call"));
    expect(await button.boundingBox()).toEqual(before);
    // the workflow that routed the call is shown while it rings
    await see(call.getByRole("definition").filter({ hasText: name.toLowerCase().replace(" ", "-") }));
    await page.mouse.up();
    await see(page.getByRole("heading", { name: "Create Template", level: 1 }));
    await account.call("POST", `/v4/simulator/call/${payload[0]?.["callId"]}/`, { hangup: true });
    await gone(call);
  });

  test("a press released elsewhere does nothing", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    await enter(page, address, demoUser);
    await page.goto(`${address}/templates`);
    await settle(page);
    const create = page.getByRole("main").getByRole("link", { name: "Create Template" }).first();
    const place = await holdDown(create);
    await page.mouse.move(place.x + place.width / 2, place.y + place.height + 40);
    await page.mouse.up();
    await press(page, "Your phone: available");
    await see(page.getByRole("region", { name: "Your phone" }));
    expect(new URL(page.url()).pathname).toBe("/templates");
  });

  test("a press does nothing when its button does something else before the release", async () => {
    const page = await browser.page();
    const { address } = inject("demo");
    const account = await enter(page, address, demoUser);
    const { name, phone, number } = await makeLine(account, "Other");
    await page.goto(`${address}/templates`);
    await see(page.getByRole("button", { name: "Your phone: available" }));
    const [{ callId } = {}] = (await account.call("POST", "/v4/simulator/call", { from: phone, to: number })).payload;
    const call = page
      .getByRole("region", { name: "Your phone" })
      .getByRole("article", { name: `Call with Kim ${name}` });
    await holdDown(call.getByRole("button", { name: "Answer" }));
    // the user answers in another tab
    const [mine] = (await account.call("GET", "/v4/agent/phone/")).payload;
    const calls = (mine?.["calls"] ?? []) as { offerId: string; callId: string }[];
    const offerId = calls.find((one) => one.callId === callId)?.offerId;
    await account.call("POST", `/v4/agent/phone/${offerId}/`, { action: "answer" });
    await see(call.getByRole("button", { name: "Hold" }));
    const actions: unknown[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith(`/v4/agent/phone/${offerId}/`)) actions.push(request.postDataJSON());
    });
    await page.mouse.up();
    await press(call, "Hang up");
    await press(call, "Done");
    await gone(call);
    expect(actions).toEqual([{ action: "hangUp" }, { action: "done" }]);
  });
});
