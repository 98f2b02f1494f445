import type { Locator, Page } from "playwright-core";
import { expect, inject } from "vitest";
import { type Account, enter, workflowOf, written } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { patience, press, see, unique } from "./page.ts";

/** The phone of a transfer. */
export const second = "+19075550191";

/** A call node with five keys. */
export const callNode = (more: object = {}) => ({
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

/** A phone of the handset page. */
export const handset = (page: Page, phone: string): Locator =>
  page.getByRole("region", { name: `Handset ${written(phone)}` });

/** What it has heard. */
export const heard = (phone: Locator): Locator => phone.getByRole("list", { name: "Call transcript" });

/** Presses a key of it. */
export const key = (phone: Locator, name: string): Promise<void> => press(phone, `Key ${name}`);

/** A contact who is called. */
interface Called {
  page: Page;
  phone: Locator;
  journey(): Promise<void>;
  account: Account;
  number: string;
}

/** Starts a run that calls one new contact, and shows its handset, which rings. */
export async function callContact(
  by: ReturnType<typeof useBrowser>,
  {
    also = [],
    node = () => Promise.resolve(callNode()),
  }: {
    /** Phones to be shown beside. */
    also?: readonly string[];
    node?: (page: Page) => Promise<{ [field: string]: unknown; type: string }>;
  } = {},
): Promise<Called> {
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

/** The microphone beeps twice a second. Listens until eight have ended: the recording has them, and is no voicemail too short to be kept. */
export const speak = (page: Page): Promise<unknown> =>
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
export async function soundKept(page: Page, account: Account, number: string): Promise<void> {
  const find = async () => (await account.call("GET", `/v4/call/?phone=${encodeURIComponent(number)}`)).payload[0];
  await expect.poll(async () => (await find())?.["recordingUrl"], patience).toMatch(/\.wav$/);
  const call = await find();
  expect(call?.["recordingIsSilent"]).toBe(false);
  const wav = await (await page.context().request.get(String(call?.["recordingUrl"]))).body();
  const samples = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + 44 + ((wav.length - 44) & ~1)));
  expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(1_000);
}
