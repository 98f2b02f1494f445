import { expect } from "vitest";
import type { TelnyxCall } from "../apps/server/test/telnyxCalls.ts";
import type { TwilioCall } from "../apps/server/test/twilioCalls.ts";
import { type Account, written } from "./account.ts";
import { useBrowser } from "./browser.ts";
import {
  type Asked,
  connectNumber,
  type Does,
  faultOf,
  type ProviderState,
  tryEveryState,
  useProviders,
} from "./carrierMatrix.ts";
import { drawingOf } from "./inboundDrawing.ts";
import { patience, rowOf, see, unique } from "./page.ts";

// Voicemails of callers, in every state of a provider (carrierMatrix.ts). A provider with the Twilio API asks for each
// step of the call, so that its faults meet the recording, which is fetched from it. Telnyx gets a command for each step.

const browser = useBrowser();
const place = useProviders(browser);
const noSignature = Buffer.alloc(64).toString("base64");
const seconds = 5;

/** How voicemails come over one carrier. */
interface Box<Call> {
  carrier: "twilio" | "telnyx";
  number: string;
  provider(): typeof place.twilio | typeof place.telnyx;
  /** What the provider does with a request for the recording, and for a step of the call, if it gets such requests. */
  does: Does;
  steps: Does | false;
  ring(from: string): Promise<Call>;
  untilRecording(call: Call): Promise<unknown>;
  record(call: Call): Promise<void>;
  /** Reports the recording again. */
  repeat(call: Call): Promise<unknown>;
  /** Reports another recording, with a wrong signature. Returns the HTTP status. */
  forge(call: Call): Promise<number>;
  greetings(call: Call): number;
}

let beforeRecording = "";

const twilio: Box<TwilioCall> = {
  carrier: "twilio",
  number: "+12062340331",
  provider: () => place.twilio,
  does(answer) {
    place.twilio.doesFile = () => fileDoing(answer());
  },
  steps: false,
  ring(from) {
    const calls = place.twilio.numbers.find((one) => one.phone_number === twilio.number)?.voice_url ?? "";
    return place.twilio.ring(from, twilio.number, { calls, callStatus: `${calls}/status` });
  },
  async untilRecording(call) {
    const verb = await call.until("Record");
    beforeRecording = verb.attributes.get("recordingStatusCallback") ?? "";
  },
  record: (call) => call.record(seconds, "#"),
  repeat: async (call) => call.repeatRecording?.(),
  async forge(call) {
    const sid = `RE${"f".repeat(32)}`;
    const url = `${place.twilio.baseUrl}/2010-04-01/Accounts/${place.twilio.accountSid}/Recordings/${sid}`;
    const recording = { RecordingSid: sid, RecordingUrl: url, RecordingDuration: "9", RecordingStatus: "completed" };
    return (await place.twilio.post(beforeRecording, call.fields(recording), noSignature)).status;
  },
  greetings: (call) => call.log.filter((line) => /^(say|play) /.test(line)).length,
};

const telnyx: Box<TelnyxCall> = {
  carrier: "telnyx",
  number: "+12062340332",
  provider: () => place.telnyx,
  does(answer) {
    place.telnyx.doesFile = () => fileDoing(answer());
  },
  steps(answer) {
    place.telnyx.doesCommand = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: "10011" } : asked;
    };
  },
  ring: (from) => place.telnyx.ring(place.telnyx.application.webhookUrl ?? "", from, telnyx.number),
  untilRecording: (call) => call.until("record_start"),
  record: (call) => call.record(seconds, "#"),
  repeat: (call) => call.tell("call.hangup", { hangup_cause: "user_busy" }),
  async forge(call) {
    const startedAt = Date.now();
    const payload = {
      call_leg_id: call.legId,
      client_state: call.clientState,
      channels: "single",
      recording_started_at: new Date(startedAt).toISOString(),
      recording_ended_at: new Date(startedAt + 9_000).toISOString(),
      recording_urls: { wav: `${place.telnyx.baseUrl}/media/forged.wav` },
    };
    const event = { event_type: "call.recording.saved", payload };
    return (await place.telnyx.post(call.webhookUrl, event, { signature: noSignature })).status;
  },
  greetings: (call) => call.log.filter((line) => /^(say|play) /.test(line)).length,
};

/** A file has nothing that could be done twice: a failure is met once more. */
const fileDoing = (asked: Asked) =>
  asked === "throttle" ? { status: 429 } : asked === "acceptAndFail" ? { status: 500 } : asked;

const connected = new Set<string>();

/** Calls to the carrier's number go to voicemail. */
async function openBox(account: Account, { carrier, number }: Pick<Box<never>, "carrier" | "number">): Promise<void> {
  if (connected.has(carrier)) return;
  await connectNumber(account, place, carrier, number);
  const name = unique(`box ${carrier}`);
  const routeTag = await account.makeRoute(name, drawingOf([{ kind: "voicemail", under: "callSrc" }]));
  await account.call("POST", `/v4/route/tag/${encodeURIComponent(routeTag)}/numbers`, { numbers: [number] });
  connected.add(carrier);
}

const tryVoicemail =
  <Call extends { hasEnded: boolean }>(box: Box<Call>) =>
  async (state: ProviderState) => {
    const { page, account } = await place.enter();
    await openBox(account, box);
    const { phone } = await account.makeContact("Mara");
    const list = async () => page.goto(`${place.address}/voicemail?q=${encodeURIComponent(phone)}`);
    const rows = rowOf(page, "Voicemail", written(phone));
    const fault = faultOf(state, box.provider, box.does);
    const early = box.steps && faultOf(state, box.provider, box.steps);
    if (early) await early.begin();
    const call = await box.ring(phone);
    await page.goto(`${place.address}/calls?phone=${encodeURIComponent(phone)}`);
    await see(rowOf(page, "Calls", written(phone)).getByText("in-progress", { exact: true }));
    if (early) await early.met();
    if (early && early.says !== null) await early.end();
    await box.untilRecording(call);
    const greetings = box.greetings(call);
    const none = page.getByText("0 voicemails", { exact: true });
    if (state === "forged") {
      expect(await box.forge(call)).toBe(403);
      await list();
      await see(none);
    }
    await fault.begin();
    // a call asks for its next step until the recording is stored
    const recorded = box.record(call);
    await fault.met();
    if (["slow", "throttles", "down", "fails"].includes(state)) {
      await list();
      await see(none);
    }
    await fault.end();
    await list();
    await see(rows.getByText(`0:00 / 0:0${seconds}`));
    await see(rows.getByText("New", { exact: true }));
    await recorded;
    await expect.poll(() => call.hasEnded, patience).toBe(true);
    if (state === "repeats") await box.repeat(call);
    await list();
    await see(rows);
    expect(await rows.count()).toBe(1);
    expect(box.greetings(call)).toBe(greetings);
    expect(greetings).toBeGreaterThan(0);
    expect(box.provider().mistakes).toEqual([]);
  };

tryEveryState("voicemails", place, { twilio: tryVoicemail(twilio), telnyx: tryVoicemail(telnyx) });
