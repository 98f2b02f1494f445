import { expect } from "vitest";
import type { TelnyxCall } from "../apps/server/test/telnyxCalls.ts";
import type { TwilioCall } from "../apps/server/test/twilioCalls.ts";
import { type Account, callNode, workflowOf } from "./account.ts";
import { useBrowser } from "./browser.ts";
import {
  connectNumber,
  type Does,
  faultOf,
  type ProviderState,
  runThrough,
  seeDone,
  tryEveryState,
  useProviders,
} from "./carrierMatrix.ts";
import { see, showSteps } from "./page.ts";

// Calls of workflows and their keys, in every state of a provider (carrierMatrix.ts).

const browser = useBrowser();
const place = useProviders(browser);
const noSignature = Buffer.alloc(64).toString("base64");

/** How calls go over one carrier. */
interface Calls<Call> {
  carrier: "twilio" | "telnyx";
  number: string;
  provider(): typeof place.twilio | typeof place.telnyx;
  does: Does;
  callTo(phone: string): Promise<Call>;
  /** A person answers, hears the question and presses a key. */
  answer(call: Call, key: string): Promise<void>;
  /** The person has heard the answer and hangs up. */
  hangUp(call: Call): Promise<void>;
  /** Reports what is over again, and wrong ends. */
  repeat(call: Call): Promise<void>;
  /** Reports that the call failed, with a wrong signature. Returns the HTTP status. */
  forge(call: Call): Promise<number>;
}

const twilio: Calls<TwilioCall> = {
  carrier: "twilio",
  number: "+12062340311",
  provider: () => place.twilio,
  does(answer) {
    place.twilio.doesCall = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: 20429 } : asked;
    };
  },
  callTo: (phone) => place.twilio.callTo(phone),
  async answer(call, key) {
    await call.answer("human");
    await call.until("Gather");
    await call.press(key);
  },
  async hangUp(call) {
    await call.hears("One it is");
    await call.until("Gather");
    await call.end("completed", 8);
  },
  async repeat(call) {
    await place.twilio.post(call.asked.get("Url") ?? "", call.fields({ AnsweredBy: "human" }));
    for (const status of ["ringing", "in-progress", "completed", "busy"]) await call.tellStatus(3, status);
  },
  async forge(call) {
    const failed = call.fields({ CallStatus: "failed" });
    return (await place.twilio.post(call.asked.get("StatusCallback") ?? "", failed, noSignature)).status;
  },
};

const telnyx: Calls<TelnyxCall> = {
  carrier: "telnyx",
  number: "+12062340312",
  provider: () => place.telnyx,
  does(answer) {
    place.telnyx.doesCall = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: "10011" } : asked;
    };
  },
  callTo: (phone) => place.telnyx.callTo(phone),
  async answer(call, key) {
    await call.answer("human_residence");
    await call.until("gather_using_speak");
    await call.press(key);
  },
  async hangUp(call) {
    await call.hears("One it is");
    await call.hangUp();
  },
  async repeat(call) {
    await call.initiated();
    await call.tell("call.answered");
    await call.tell("call.hangup", { hangup_cause: "user_busy" });
  },
  async forge(call) {
    const payload = { call_control_id: call.ref, client_state: call.clientState, hangup_cause: "user_busy" };
    const event = { event_type: "call.hangup", payload };
    return (await place.telnyx.post(call.webhookUrl, event, { signature: noSignature })).status;
  },
};

const campaigns = new Map<string, string>();

/** The workflow of a carrier: a call from its number. */
async function campaignOf(account: Account, { carrier, number }: Pick<Calls<never>, "carrier" | "number">) {
  const known = campaigns.get(carrier);
  if (known !== undefined) return known;
  const { name } = await connectNumber(account, place, carrier, number);
  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [number] })).payload;
  const campaignId = await account.makeWorkflow(name, String(set?.["numberSetId"]), workflowOf(callNode));
  campaigns.set(carrier, campaignId);
  return campaignId;
}

const tryCall =
  <Call>(calls: Calls<Call>) =>
  async (state: ProviderState) => {
    const { page, account } = await place.enter();
    const campaignId = await campaignOf(account, calls);
    const fault = faultOf(state, calls.provider, calls.does);
    const run = await runThrough({ page, account }, place, campaignId, fault);
    const call = await calls.callTo(run.phone);
    const [listed] = (await account.call("GET", `/v4/call/?phone=${encodeURIComponent(run.phone)}`)).payload;
    await page.goto(`${place.address}/calls/${String(listed?.["callId"])}`);
    const title = page.getByRole("heading", { level: 1 });
    await see(title.getByText("ringing", { exact: true }));
    if (state === "forged") {
      expect(await calls.forge(call)).toBe(403);
      await page.reload();
      await see(title.getByText("ringing", { exact: true }));
    }
    await calls.answer(call, "1");
    const pressed = page.getByText("Key 1 was pressed");
    await see(pressed);
    if (state === "forged") expect(await calls.forge(call)).toBe(403);
    await see(title.getByText("in-progress", { exact: true }));
    await calls.hangUp(call);
    await see(title.getByText("completed", { exact: true }));
    await see(page.getByText(/^The whole call was recorded/));
    if (state === "repeats") {
      await calls.repeat(call);
      await page.reload();
      await see(title.getByText("completed", { exact: true }));
      await see(pressed);
    }
    for (const event of [
      /^A person answered$/,
      /^Key 1 was pressed$/,
      /^The call ended after /,
      /^The whole call was /,
    ])
      expect([event.source, await page.getByText(event).count()]).toEqual([event.source, 1]);
    await page.goto(await run.journey());
    await showSteps(page, ["A call was answered", "Continued to Stop 3"]);
    await seeDone(page, run);
    expect(calls.provider().calls.filter(({ to }) => to === run.phone)).toHaveLength(1);
    expect(calls.provider().mistakes).toEqual([]);
  };

tryEveryState("keys", place, { twilio: tryCall(twilio), telnyx: tryCall(telnyx) });
