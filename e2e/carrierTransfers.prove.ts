import { readFile } from "node:fs/promises";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { TelnyxCall } from "../apps/server/test/telnyxCalls.ts";
import type { TwilioCall } from "../apps/server/test/twilioCalls.ts";
import type { Account } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { connectNumber, type Does, faultOf, type ProviderState, tryEveryState, useProviders } from "./carrierMatrix.ts";
import { gone, patience, press, see, unique } from "./page.ts";

// Callers who are brought to a user, in every state of a provider (carrierMatrix.ts). The user answers on the page. With
// the Twilio API, the sound is in that browser, where a stand-in of the SDK rings; with Telnyx, the user's own phone rings.

const browser = useBrowser({ microphone: true });
const place = useProviders(browser);
const noSignature = Buffer.alloc(64).toString("base64");

/** How a caller of one carrier is brought to a user. */
interface Desk<Call> {
  carrier: "twilio" | "telnyx";
  number: string;
  provider(): typeof place.twilio | typeof place.telnyx;
  does: Does;
  /** Fields of the connection. */
  more(): object;
  /** The user gets ready for calls. */
  sitDown(page: Page, account: Account): Promise<void>;
  /** What the page says while the user's phone rings. */
  ringing: string;
  /** Someone calls, and waits for a user. */
  ring(from: string): Promise<Call>;
  /** The first event of the call once more. Returns the HTTP status. */
  ringAgain(call: Call, forged?: boolean): Promise<number>;
  /** The calls to the user's phone. */
  toUser(): Call[];
  /** The user's phone is answered. */
  take(page: Page, phone: Call): Promise<void>;
  /** Both are in one conference. */
  seeTogether(caller: Call, phone: Call): Promise<void>;
  /** Reports of the user's phone, repeated or as a failure with a wrong signature. Returns the HTTP status. */
  report(phone: Call, forged: boolean): Promise<number>;
}

const standIn = readFile(join(import.meta.dirname, "standInDevice.ts"), "utf8").then((source) =>
  stripTypeScriptTypes(source),
);
const addressOfCalls = (number: string) =>
  place.twilio.numbers.find((one) => one.phone_number === number)?.voice_url ?? "";

const twilio: Desk<TwilioCall> = {
  carrier: "twilio",
  number: "+12062340321",
  provider: () => place.twilio,
  does(answer) {
    place.twilio.doesCall = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: 20429 } : asked;
    };
  },
  more: () => ({ apiKeySid: place.twilio.phoneKey.sid, apiKeySecret: place.twilio.phoneKey.secret }),
  async sitDown(page) {
    const body = await standIn;
    await page.route(/\/assets\/twilio-[^/]+\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await page.goto(`${place.address}/inbox`);
    await press(page, /^Your phone/);
    await press(page.getByRole("region", { name: "Your phone" }), "Phone settings");
    await page.getByRole("switch", { name: "Speak in this browser" }).click();
    await see(page.getByText("Ready for calls."));
    await page.keyboard.press("Escape");
  },
  ringing: "Connecting…",
  async ring(from) {
    const calls = addressOfCalls(twilio.number);
    const call = await place.twilio.ring(from, twilio.number, { calls, callStatus: `${calls}/status` });
    await call.until("Dial");
    return call;
  },
  async ringAgain(call, forged) {
    const fields = call.fields({ CallStatus: "ringing", ...(forged && { CallSid: `CA${"f".repeat(32)}` }) });
    return (await place.twilio.post(addressOfCalls(twilio.number), fields, forged ? noSignature : undefined)).status;
  },
  toUser: () => place.twilio.calls.filter(({ to }) => to.startsWith("client:")),
  async take(page, phone) {
    await page.evaluate("standIn.devices.find((one) => one.isRegistered).ring()");
    expect(await page.evaluate("standIn.calls.at(-1).isAccepted")).toBe(true);
    await phone.answer();
  },
  async seeTogether(caller, phone) {
    expect(phone.log).toEqual([`dial conference ${caller.conference?.name}`]);
  },
  async report(phone, forged) {
    const fields = phone.fields({ CallStatus: forged ? "failed" : "in-progress" });
    const url = phone.asked.get("StatusCallback") ?? "";
    return (await place.twilio.post(url, fields, forged ? noSignature : undefined)).status;
  },
};

let ownPhones = 0;
const ownPhone = (): string => `+13035550${String(200 + ownPhones)}`;

const telnyx: Desk<TelnyxCall> = {
  carrier: "telnyx",
  number: "+12062340322",
  provider: () => place.telnyx,
  does(answer) {
    place.telnyx.doesCall = () => {
      const asked = answer();
      return asked === "throttle" ? { status: 429, code: "10011" } : asked;
    };
  },
  more: () => ({}),
  async sitDown(page, account) {
    ownPhones++;
    await account.call("PUT", "/v4/agent/phone/own", { ringsAt: ownPhone() });
    await page.goto(`${place.address}/inbox`);
  },
  ringing: "Ringing your phone…",
  async ring(from) {
    const call = await place.telnyx.ring(place.telnyx.application.webhookUrl ?? "", from, telnyx.number);
    await call.hears("conference queue-");
    return call;
  },
  async ringAgain(call, forged) {
    const ref = forged ? "v3:00000000-0000-4000-8000-000000000000" : call.ref;
    const payload = { call_control_id: ref, direction: "incoming", from: call.from, to: call.to };
    const event = { event_type: "call.initiated", payload };
    const url = place.telnyx.application.webhookUrl ?? "";
    return (await place.telnyx.post(url, event, forged ? { signature: noSignature } : {})).status;
  },
  toUser: () => place.telnyx.calls.filter(({ to }) => to === ownPhone()),
  async take(_, phone) {
    await phone.answer();
    await phone.until("gather_using_speak");
    await phone.press("1");
  },
  async seeTogether(caller, phone) {
    await phone.hears("join queue-");
    const together = () =>
      place.telnyx.conferences.some(({ members }) => [caller, phone].every((one) => members.includes(one)));
    await expect.poll(together, patience).toBe(true);
  },
  async report(phone, forged) {
    if (!forged) return phone.initiated();
    const payload = { call_control_id: phone.ref, client_state: phone.clientState, hangup_cause: "user_busy" };
    const event = { event_type: "call.hangup", payload };
    return (await place.telnyx.post(phone.webhookUrl, event, { signature: noSignature })).status;
  },
};

const connected = new Set<string>();

/** Calls to the carrier's number wait for the users of the account. */
async function openDesk(account: Account, { carrier, number, more }: Pick<Desk<never>, "carrier" | "number" | "more">) {
  if (connected.has(carrier)) return;
  await connectNumber(account, place, carrier, number, more());
  await account.sendCallsToUsers(unique(`desk-${carrier}`).replace(" ", "-"), number);
  connected.add(carrier);
}

const tryTransfer =
  <Call extends { hasEnded: boolean }>(desk: Desk<Call>) =>
  async (state: ProviderState) => {
    const { page, account } = await place.enter(true);
    await openDesk(account, desk);
    await desk.sitDown(page, account);
    const before = desk.toUser().length;
    const { phone: from } = await account.makeContact("Mara");
    const caller = await desk.ring(from);
    const panel = page.getByRole("region", { name: "Your phone" });
    const answer = panel.getByRole("button", { name: "Answer", exact: true });
    await see(answer);
    if (state === "repeats") expect(await desk.ringAgain(caller)).toBe(200);
    if (state === "forged") expect(await desk.ringAgain(caller, true)).toBe(403);
    const fault = faultOf(state, desk.provider, desk.does);
    await fault.begin();
    await answer.click();
    await fault.met();
    await see(panel.getByText(desk.ringing, { exact: false }));
    if (fault.says !== null) await fault.end();
    await expect.poll(() => desk.toUser().length, patience).toBe(before + 1);
    const phone = desk.toUser().at(-1) as Call;
    if (state === "forged") {
      expect(await desk.report(phone, true)).toBe(403);
      await see(panel.getByText(desk.ringing, { exact: false }));
    }
    await desk.take(page, phone);
    await see(panel.getByText("Connected", { exact: false }));
    if (state === "repeats") expect(await desk.report(phone, false)).toBe(200);
    await desk.seeTogether(caller, phone);
    expect(await panel.getByRole("article").count()).toBe(1);
    await press(panel, "Hang up");
    await expect.poll(() => caller.hasEnded, patience).toBe(true);
    await press(panel, "Done");
    await gone(panel.getByRole("button", { name: "Done", exact: true }));
    const calls = (await account.call("GET", `/v4/call/?phone=${encodeURIComponent(from)}`)).payload;
    expect(calls).toHaveLength(1);
    await page.goto(`${place.address}/calls/${String(calls[0]?.["callId"])}`);
    await see(page.getByRole("heading", { level: 1 }).getByText("completed", { exact: true }));
    const facts = page.locator("dl[aria-label=Facts]");
    const answeredBy = facts.locator("div").filter({ has: page.getByText("Answered by", { exact: true }) });
    await expect.poll(() => answeredBy.locator("dd").innerText(), patience).not.toBe("---");
    expect(desk.toUser()).toHaveLength(before + 1);
    expect(desk.provider().mistakes).toEqual([]);
  };

tryEveryState("transfers", place, { twilio: tryTransfer(twilio), telnyx: tryTransfer(telnyx) });
