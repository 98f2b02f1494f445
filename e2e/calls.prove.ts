import type { Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { callContact, callNode, heard, key, soundKept, speak } from "./calledHandset.ts";
import { choose, fill, follow, press, readNotice, see, showSteps } from "./page.ts";

const browser = useBrowser();
const heardBrowser = useBrowser({ microphone: true });

/** A Call XML node with a script that is uploaded first. */
async function scriptNode(page: Page, script: string): Promise<{ type: string }> {
  const file = { name: "script.xml", mimeType: "text/xml", buffer: Buffer.from(script) };
  const { address } = inject("demo");
  const sent = await page.context().request.post(`${address}/v4/asset/`, { multipart: { type: "inboundxml", file } });
  const url = String((await sent.json()).payload[0].publicUrl);
  const callbacks = { statusCallbackUrl: "", fallbackUrl: "", recordCallbackUrl: "", ifMachineCallbackUrl: "" };
  const rest = { record: false, ifMachine: "continue", ifMachineCallbackUrlMethod: "POST" };
  return { id: 2, type: "call", x: 250, y: 165, children: [3], url, ...callbacks, ...rest } as { type: string };
}

describe("A call with five DTMF actions walked on the handset", () => {
  test("opt-out by key ends the call and blocks further calls", async () => {
    const { page, phone, account, number, journey } = await callContact(browser);
    await press(phone, "Answer");
    await key(phone, "9");
    await see(phone.getByText("Call from"));
    await journey();
    await showSteps(page, ["keys 9"]);
    const { payload } = await account.call("GET", `/v4/contact/?search=${encodeURIComponent(number)}`);
    expect(payload[0]?.["dnc"]).toEqual(["call"]);
  });

  test("a voicemail of the contact is kept and played on the journey", async () => {
    const { page, phone, number, journey } = await callContact(browser);
    await press(phone, "Answer");
    await key(phone, "3");
    await see(heard(phone).getByText("Speak now"));
    await see(phone.getByText("No microphone. A silent recording will be saved."));
    await press(phone, "Finish recording");
    await see(phone.getByText("Call from"));
    await journey();
    await see(page.getByLabel("Recording of the call"));
    await follow(page, "Open call");
    const events = page.getByRole("list", { name: "Events" });
    for (const words of ["A person answered", "Key 3 was pressed", /^Recorded /]) await see(events.getByText(words));
    await see(page.getByText("This recording is silent"));
    await page.goto(`${inject("demo").address}/calls?phone=${encodeURIComponent(number)}`);
    await follow(page, new RegExp(`call with ${written(number).replace(/[+()]/g, "\\$&")}$`));
    await see(page.getByRole("heading", { name: /^Call with Kim Kinds/, level: 1 }));
    // the outcome of the call is chosen on its page (spec 2 §2.5)
    const given = page.getByRole("region", { name: "Dispositions" });
    await choose(given, "Disposition", /^No answer/);
    await press(given, "Save");
    expect(await readNotice(page, "Disposition saved")).toBe("No answer");
    await see(given.getByRole("list").getByText("No answer"));
  });

  test("a voicemail that reaches its maximum length keeps the voice", async () => {
    const script = `<Response><Record background="false" fileFormat="wav" maxLength="4"/></Response>`;
    const { page, phone, account, number } = await callContact(heardBrowser, {
      node: (page) => scriptNode(page, script),
    });
    await press(phone, "Answer");
    await see(phone.getByText("Your microphone is being recorded."));
    await see(phone.getByText("Call from"));
    await soundKept(page, account, number);
  });

  test("a whole call is really recorded where a microphone is, also when the script ends it", async () => {
    const node = async () => callNode({ record: true });
    const { page, phone, account, number } = await callContact(heardBrowser, { node });
    await press(phone, "Answer");
    await see(phone.getByText("Your microphone is recorded until the call ends."));
    await speak(page);
    await key(phone, "9");
    await see(phone.getByText("Call from"));
    await soundKept(page, account, number);
  });

  test("a script hears what is said, sends a text, plays what it recorded and waits for a conference", async () => {
    const script = `<Response><GetSpeech><Say>Who is it?</Say></GetSpeech><Sms>Thank you</Sms>
      <Record background="false"/><PlayLastRecording/>
      <Dial><Conference muted="true" startConferenceOnEnter="false">sales</Conference></Dial></Response>`;
    const { page, phone, journey } = await callContact(browser, { node: (page) => scriptNode(page, script) });
    await press(phone, "Answer");
    await see(heard(phone).getByText("Who is it?"));
    await fill(phone, "What you say", "It is Kim");
    await press(phone, "Say");
    await press(phone, "Finish recording");
    await see(heard(phone).getByText("Plays the last recording"));
    await see(phone.getByText("Waiting for the conference sales"));
    await press(phone, "Hang up");
    await see(phone.getByText("Call from"));
    await see(phone.getByText("Thank you"));
    await phone.getByText("Call from").click();
    await see(phone.getByText("You said: It is Kim"));
    await journey();
    await follow(page, "Open call");
    const events = page.getByRole("list", { name: "Events" });
    await see(events.getByText(/^Recorded /));
    // a script's recordings are mp3 unless it says otherwise, and the browser can play them
    const src = await page.getByLabel("Recording of the call").getAttribute("src");
    expect(src).toMatch(/\.mp3$/);
    const plays = `new Promise((done) => {
      const audio = new Audio(${JSON.stringify(src)});
      audio.onloadedmetadata = () => done(audio.duration > 0);
      audio.onerror = () => done(false);
    })`;
    expect(await page.evaluate(plays)).toBe(true);
    await see(events.getByText("Conferences on the simulated carrier have no other participants, so it never starts"));
  });

  test("after a machine's beep the message is left on it", async () => {
    const { page, phone, journey } = await callContact(browser);
    await press(phone, "Answer as machine with beep");
    await see(phone.getByText("Voicemail from"));
    await phone.getByText("Voicemail from").click();
    await see(phone.getByText("Hi Kim"));
    await journey();
    await showSteps(page, ["A machine answered the call"]);
  });

  test("the handset says that the call has ended as soon as it hangs up", async () => {
    const { page, phone } = await callContact(browser);
    await press(phone, "Answer");
    await see(heard(phone).getByText("Hi Kim"));
    const held = Promise.withResolvers<void>();
    await page.route("**/v4/simulator/call/*/", async (route) => {
      await held.promise;
      await route.continue();
    });
    await press(phone, "Hang up");
    await see(phone.getByRole("status").getByText("Call ended"));
    held.resolve();
    await see(phone.getByText("Call from"));
  });
});
