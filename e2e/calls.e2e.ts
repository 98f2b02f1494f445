import type { Locator, Page } from "playwright-core";
import { describe, expect, inject, test } from "vitest";
import { type Account, enter, workflowOf, written } from "./account.ts";
import { useBrowser, wide } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { answer, choose, fill, follow, patience, press, readNotice, rowOf, see, showSteps, unique } from "./page.ts";

const browser = useBrowser();
const heardBrowser = useBrowser({ microphone: true });
const second = "+19075550191";

/** A call node with five keys. */
const callNode = (more: object = {}) => ({
  id: 2,
  type: "call",
  x: 250,
  y: 165,
  children: [3],
  answerAction: "textToSpeech",
  textToSpeechVoice: "en-us-standard-male-1",
  textToSpeechText: "Hi ${firstName}",
  audioUrl: "",
  audioTimeout: 60,
  useAiRewording: false,
  dtmfActions: [
    { number: 1, action: "say", actionContext: "One it is", useAiRewording: false },
    { number: 2, action: "transfer", actionContext: second, useAiRewording: false },
    { number: 3, action: "voicemailSay", actionContext: "Speak now", useAiRewording: false },
    { number: 9, action: "dnc", actionContext: "", useAiRewording: false },
    { number: 10, action: "say", actionContext: "A star", useAiRewording: false },
  ],
  statusCallbackUrl: "",
  fallbackUrl: "",
  record: false,
  recordCallbackUrl: "",
  ifMachine: "continue",
  ifMachineCallbackUrl: "",
  ...more,
});

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

/** A phone of the handset page. */
const handset = (page: Page, phone: string): Locator => page.getByRole("region", { name: `Handset ${written(phone)}` });
const heard = (phone: Locator): Locator => phone.getByRole("list", { name: "Call transcript" });
const key = (phone: Locator, name: string): Promise<void> => press(phone, `Key ${name}`);

interface Called {
  page: Page;
  phone: Locator;
  journey(): Promise<void>;
  account: Account;
  number: string;
}

/** Starts a run that calls one new contact, and shows its handset, which rings. */
async function callContact({
  also = [],
  by = browser,
  node = () => Promise.resolve(callNode()),
}: {
  /** Phones to be shown beside. */
  also?: readonly string[];
  by?: typeof browser;
  node?: (page: Page) => Promise<{ [field: string]: unknown; type: string }>;
} = {}): Promise<Called> {
  const page = await by.page();
  const { address } = inject("demo");
  const account = await enter(page, address, demoUser);
  const numberSet = await account.makeNumberSet(unique("Calls set"));
  const campaignId = await account.makeWorkflow(unique("Calls"), numberSet, workflowOf(await node(page)));
  const contact = await account.makeContact("Kim");
  await page.goto(
    `${address}/simulated-carrier/${contact.phone}${also.length > 0 ? `?also=${encodeURIComponent(also.join(","))}` : ""}`,
  );
  const batchId = await account.startRun(campaignId, [contact.contactId]);
  const phone = handset(page, contact.phone);
  await see(phone.getByText("Incoming call"));
  return {
    page,
    phone,
    account,
    number: contact.phone,
    async journey() {
      const find = async () => (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload[0];
      await expect.poll(async () => (await find())?.["status"], patience).toBe("done");
      const found = await find();
      await page.goto(`${address}/journeys/${found?.["journeyId"]}`);
    },
  };
}

/** The microphone beeps twice a second. Listens until eight are over: the recording has them, and is no voicemail too short to be kept. */
const speak = (page: Page): Promise<unknown> =>
  page.evaluate(`(async () => {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    const context = new AudioContext();
    const ear = context.createAnalyser();
    ear.fftSize = 8192;
    context.createMediaStreamSource(stream).connect(ear);
    const samples = new Float32Array(ear.fftSize);
    const isLoud = () => {
      ear.getFloatTimeDomainData(samples);
      return samples.some((sample) => Math.abs(sample) > 0.05);
    };
    for (let beeps = 0; beeps < 8; beeps++)
      for (const loud of [true, false]) while (isLoud() !== loud) await new Promise(requestAnimationFrame);
    for (const track of stream.getTracks()) track.stop();
    await context.close();
  })()`);

/** The call keeps a recording in which something is heard. */
async function soundKept(page: Page, account: Account, number: string): Promise<void> {
  const find = async () => (await account.call("GET", `/v4/call/?phone=${encodeURIComponent(number)}`)).payload[0];
  await expect.poll(async () => (await find())?.["recordingUrl"], patience).toMatch(/\.wav$/);
  const call = await find();
  expect(call?.["recordingIsSilent"]).toBe(false);
  const wav = await (await page.context().request.get(String(call?.["recordingUrl"]))).body();
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + 44 + ((wav.length - 44) & ~1)));
  expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(1_000);
}

describe("A call with five DTMF actions walked on the handset", () => {
  test("keypad, and a transfer to a second handset", async () => {
    const { page, phone, number, journey } = await callContact({ also: [second] });
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

  test("opt-out by key ends the call and blocks further calls", async () => {
    const { page, phone, account, number, journey } = await callContact();
    await press(phone, "Answer");
    await key(phone, "9");
    await see(phone.getByText("Call from"));
    await journey();
    await showSteps(page, ["keys 9"]);
    const { payload } = await account.call("GET", `/v4/contact/?search=${encodeURIComponent(number)}`);
    expect(payload[0]?.["dnc"]).toEqual(["call"]);
  });

  test("a voicemail of the contact is kept and played on the journey", async () => {
    const { page, phone, number, journey } = await callContact();
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

  test("a voicemail is really recorded where a microphone is", async () => {
    const { page, phone, account, number } = await callContact({ by: heardBrowser });
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

  test("a voicemail that reaches its maximum length keeps the voice", async () => {
    const script = `<Response><Record background="false" fileFormat="wav" maxLength="4"/></Response>`;
    const { page, phone, account, number } = await callContact({
      by: heardBrowser,
      node: (page) => scriptNode(page, script),
    });
    await press(phone, "Answer");
    await see(phone.getByText("Your microphone is being recorded."));
    await see(phone.getByText("Call from"));
    await soundKept(page, account, number);
  });

  test("a whole call is really recorded where a microphone is, also when the script ends it", async () => {
    const node = async () => callNode({ record: true });
    const { page, phone, account, number } = await callContact({ by: heardBrowser, node });
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
    const { page, phone, journey } = await callContact({ node: (page) => scriptNode(page, script) });
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
    const { page, phone, journey } = await callContact();
    await press(phone, "Answer as machine with beep");
    await see(phone.getByText("Voicemail from"));
    await phone.getByText("Voicemail from").click();
    await see(phone.getByText("Hi Kim"));
    await journey();
    await showSteps(page, ["A machine answered the call"]);
  });

  test("the handset says that the call has ended as soon as it hangs up", async () => {
    const { page, phone } = await callContact();
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

  test("a declined call continues as busy", async () => {
    const { page, phone, journey } = await callContact();
    await press(phone, "Decline");
    await see(phone.getByText("Missed call from"));
    await journey();
    await showSteps(page, ["The line was busy", "Continued to Stop 3"]);
  });
});
