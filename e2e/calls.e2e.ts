import { describe, expect, inject, test } from "vitest";
import { written } from "./account.ts";
import { useBrowser, wide } from "./browser.ts";
import { callContact, handset, heard, key, second, soundKept, speak } from "./calledHandset.ts";
import { answer, patience, press, readNotice, rowOf, see, showSteps } from "./page.ts";

const browser = useBrowser();
const heardBrowser = useBrowser({ microphone: true });

describe("A call with five DTMF actions walked on the handset", () => {
  test("keypad, and a transfer to a second handset", async () => {
    const { page, phone, number, journey } = await callContact(browser, { also: [second] });
    await press(phone, "Answer");
    await see(heard(phone).getByText("Hi Kim"));
    await key(phone, "1");
    await see(heard(phone).getByText("One it is"));
    await key(phone, "*");
    await see(heard(phone).getByText("A star"));
    await key(phone, "2");
    const other = handset(page, second);
    await see(other.getByText("Incoming call"));
    await press(other, "Answer");
    await see(phone.getByText(`Connected with ${written(second)}`));
    await see(other.getByText(`Connected with ${written(number)}`));
    await press(other, "Hang up");
    await see(phone.getByText("Call from"));
    await journey();
    await showSteps(page, ["A call was answered", "keys 1*2", "Continued to Stop 3"]);
  });

  test("a voicemail is really recorded where a microphone is", async () => {
    const { page, phone, account, number } = await callContact(heardBrowser);
    await press(phone, "Answer");
    await key(phone, "3");
    await see(phone.getByText("Your microphone is being recorded."));
    await speak(page);
    await press(phone, "Finish recording");
    await see(phone.getByText("Call from"));
    await soundKept(page, account, number);
    const find = async () => (await account.call("GET", `/v4/call/?phone=${encodeURIComponent(number)}`)).payload[0];
    const call = await find();
    // the voicemail box lists it; the user calls back, marks it as heard and deletes it
    await page.goto(`${inject("demo").address}/voicemail?q=${encodeURIComponent(number)}`);
    const row = rowOf(page, "Voicemail", written(number));
    await see(row.getByText("New", { exact: true }));
    // it is heard on a phone as well
    await page.setViewportSize({ width: 390, height: 844 });
    await see(page.getByLabel(/^Voicemail of /));
    await page.setViewportSize(wide);
    await row.getByRole("button", { name: /^Call back/ }).click();
    const mine = page.getByRole("region", { name: "Your phone" });
    await see(mine.getByText(/^Calling…/));
    const back = async () => (await find())?.["callId"] !== call?.["callId"] && (await find())?.["status"];
    await expect.poll(back, patience).toBe("ringing");
    await account.call("POST", `/v4/simulator/call/${(await find())?.["callId"]}/`, { answer: "human" });
    await see(mine.getByText(/^Connected/));
    await press(mine, "Hang up");
    await press(mine, "Done");
    await row.getByRole("button", { name: /^Mark heard/ }).click();
    await see(row.getByText("Heard", { exact: true }));
    await row.getByRole("button", { name: /^Delete/ }).click();
    await answer(page, "Delete voicemail");
    await readNotice(page, "Voicemail deleted");
  });

  test("a declined call continues as busy", async () => {
    const { page, phone, journey } = await callContact(browser);
    await press(phone, "Decline");
    await see(phone.getByText("Missed call from"));
    await journey();
    await showSteps(page, ["The line was busy", "Continued to Stop 3"]);
  });
});
