import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type RbmServer, startRbmServer } from "../apps/server/test/rbmServer.ts";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { startTelnyxServer, type TelnyxServer } from "../apps/server/test/telnyxServer.ts";
import { startTwilioServer, type TwilioServer } from "../apps/server/test/twilioServer.ts";
import { type Account, enter, textWorkflow } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { fill, patience, press, readNotice, rowOf, see, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// What people see of a provider that refuses the secret, throttles or is down: a product of its own, which trusts stand-ins for three providers.

const browser = useBrowser();
let address = "";
let twilio: TwilioServer;
let telnyx: TelnyxServer;
let google: RbmServer;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  twilio = await startTwilioServer(() => address);
  telnyx = await startTelnyxServer(() => address);
  google = await startRbmServer(() => address);
  noteSecrets([twilio.authToken, telnyx.apiKey, google.clientToken]);
  const providers = [twilio, telnyx, google];
  stops.push(...providers.map((provider) => () => provider.stop()));
  const { product, stop } = await startTrusting(providers.map(({ cert }) => cert).join("\n"));
  stops.push(stop);
  ({ address } = product);
});
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
});

/** A provider whose faults are met. */
interface Faulty {
  provider(): { goDown(): Promise<void>; comeUp(): Promise<void> };
  /** The body of a connection. */
  body(): Record<string, unknown>;
  /** Refuses the secret; what it answers accepts it again. */
  refuse(): () => void;
  refusal: string;
  /** The field of the secret, and the secret. */
  secret(): readonly [label: string, value: string];
  accepted: string;
  throttle(isOn: boolean): void;
  taken(): number;
  /** A workflow that sends one message through the connection. */
  workflow(account: Account, name: string, connectionId: string): Promise<string>;
}

/** A workflow that texts from a number of the connection. */
async function textsFrom(account: Account, name: string, connectionId: string, phone: string): Promise<string> {
  await account.call("POST", "/v4/number/", { phone, connectionId });
  const [set] = (await account.call("POST", "/v4/numberset/", { name, phoneNumbers: [phone] })).payload;
  const template = await account.makeTemplate(name, "Hi ${firstName}");
  return account.makeWorkflow(name, String(set?.["numberSetId"]), textWorkflow(template, name));
}

/** A workflow that sends an RCS message by an agent of the connection. */
async function sendsRcs(account: Account, name: string, connectionId: string): Promise<string> {
  const key = name.toLowerCase().replaceAll(/\W+/g, "_");
  await account.call("POST", "/v4/rcs/agent/", { agentId: key, name, connectionId });
  const content = { type: "text", text: "Hi ${firstName}", mediaUrl: null, suggestions: [], cards: [] };
  await account.call("POST", "/v4/rcs/template/", { templateKey: key, content });
  const rcsSend = { rcsTemplateKey: key, agentId: key, successPath: 3, failurePath: 4 };
  return account.makeWorkflow(name, await account.makeNumberSet(name), {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      { id: 2, type: "rcsSend", x: 250, y: 165, children: [3, 4], ...rcsSend },
      { id: 3, type: "control", x: 100, y: 305, children: [] },
      { id: 4, type: "control", x: 400, y: 305, children: [] },
    ],
  });
}

const providers: Record<string, Faulty> = {
  "a Twilio-compatible API": {
    provider: () => twilio,
    body: () => ({ kind: "twilio", accountSid: twilio.accountSid, baseUrl: twilio.baseUrl, password: "an old token" }),
    refuse() {
      const { authToken } = twilio;
      twilio.authToken = "another token";
      return () => {
        twilio.authToken = authToken;
      };
    },
    refusal: "the account SID or the auth token is wrong",
    secret: () => ["Auth token", twilio.authToken],
    accepted: "The provider accepted the account",
    throttle(isOn) {
      twilio.does = () => (isOn ? { status: 429, code: 20429, retryAfter: "5" } : "accept");
    },
    taken: () => twilio.taken.length,
    workflow: (account, name, connectionId) => textsFrom(account, name, connectionId, "+12062340201"),
  },
  Telnyx: {
    provider: () => telnyx,
    body: () => ({
      kind: "telnyx",
      publicKey: telnyx.publicKey,
      messagingProfileId: telnyx.profileId,
      baseUrl: telnyx.baseUrl,
      password: "KEYold",
    }),
    refuse() {
      const { apiKey } = telnyx;
      telnyx.apiKey = "KEYanother";
      return () => {
        telnyx.apiKey = apiKey;
      };
    },
    refusal: "the API key is wrong or was revoked",
    secret: () => ["API key", telnyx.apiKey],
    accepted: "The provider accepted the API key",
    throttle(isOn) {
      const headers = { "x-ratelimit-reset": "5", "x-ratelimit-remaining": "0" };
      telnyx.does = () => (isOn ? { status: 429, code: "10011", headers } : "accept");
    },
    taken: () => telnyx.taken.length,
    workflow: (account, name, connectionId) => textsFrom(account, name, connectionId, "+12062340202"),
  },
  "Google RCS": {
    provider: () => google,
    body: () => ({
      kind: "rbm",
      agentId: google.agentId,
      baseUrl: google.baseUrl,
      password: google.keyFile,
      clientToken: google.clientToken,
    }),
    refuse() {
      google.isKeyGood = false;
      return () => {
        google.isKeyGood = true;
      };
    },
    refusal: "Create a new key in the Google Cloud console",
    secret: () => ["Service account key", google.keyFile],
    accepted: "Google accepted the service account and the agent",
    throttle(isOn) {
      google.does = () => (isOn ? { status: 429, retryAfter: "5" } : "accept");
    },
    taken: () => google.taken.length,
    workflow: sendsRcs,
  },
};

/** The run's page of a run over one new contact, and the contact's phone. */
async function runTo(account: Account, campaignId: string): Promise<{ run: string; phone: string }> {
  const { contactId, phone } = await account.makeContact("Mara");
  const batchId = await account.startRun(campaignId, [contactId]);
  return { run: `${address}/enrollments/batch/${campaignId}/${batchId}`, phone };
}

const messages = async (page: Page, phone: string) => {
  await page.goto(`${address}/messages?phone=${encodeURIComponent(phone)}`);
  return page.getByRole("table", { name: "Messages" });
};

describe.each(Object.entries(providers))("%s", (kind, faulty) => {
  test("that refuses the secret, throttles or is down is explained on every page, and all is sent in the end", async () => {
    const page = await browser.page();
    const account = await enter(page, address, demoUser);
    const name = unique(kind.replaceAll(/\W+/g, " "));
    const accept = faulty.refuse();
    const [made] = (await account.call("POST", "/v4/carrier/", { name, ...faulty.body() })).payload;
    const campaignId = await faulty.workflow(account, name, String(made?.["connectionId"]));
    const refused = await runTo(account, campaignId);

    // the secret is refused
    const carriers = async () => {
      await page.goto(`${address}/settings/carriers`);
      return rowOf(page, "Carrier connections", name);
    };
    const row = await carriers();
    await see(row.getByText("Not connected", { exact: true }));
    await press(row, `Health ${name}`);
    const health = page.getByRole("dialog", { name: `Health of ${name}` });
    await see(health.getByText(faulty.refusal, { exact: false }));
    await press(health, "Test connection");
    const trial = page.getByRole("dialog", { name: `Test ${name}` });
    await see(trial.getByText(faulty.refusal, { exact: false }));
    await press(trial, "Close");
    await page.goto(refused.run);
    const waits = page.getByRole("status").filter({ hasText: "Nothing is being sent right now" });
    await see(waits.getByText(`The connection “${name}” is down`, { exact: false }));
    await see(waits.getByText(faulty.refusal, { exact: false }));
    await see((await messages(page, refused.phone)).getByText("queued"));
    expect(faulty.taken()).toBe(0);

    // the right secret is entered
    accept();
    await press(await carriers(), `Edit ${name}`);
    await fill(page, ...faulty.secret());
    await press(page, "Test");
    await see(page.getByText(faulty.accepted, { exact: false }));
    await press(page, "Save");
    await readNotice(page, "Carrier connection saved");
    await see(row.getByText("Connected", { exact: true }));
    await expect.poll(faulty.taken, patience).toBe(1);

    // it throttles
    faulty.throttle(true);
    const slow = await runTo(account, campaignId);
    await page.goto(slow.run);
    await see(waits);
    await press(await carriers(), `Health ${name}`);
    const throttled = health.getByText("Last throttle", { exact: true }).locator("xpath=following-sibling::dd");
    await expect.poll(() => throttled.innerText(), patience).not.toBe("None");
    faulty.throttle(false);
    await expect.poll(faulty.taken, patience).toBe(2);

    // it is down
    await faulty.provider().goDown();
    await press(health, "Test connection");
    await see(trial.getByText("The connection does not work"));
    await press(trial, "Close");
    await press(health, "Reconnect");
    await readNotice(page, "Reconnecting");
    await press(health, "Close");
    await see(row.getByText("Not connected", { exact: true }));
    const late = await runTo(account, campaignId);
    await page.goto(late.run);
    await see(waits.getByText(`The connection “${name}” is down`, { exact: false }));
    await faulty.provider().comeUp();
    await press(await carriers(), `Health ${name}`);
    await press(health, "Reconnect");
    await see(row.getByText("Connected", { exact: true }));
    await expect.poll(faulty.taken, patience).toBe(3);
    for (const { phone } of [refused, slow, late])
      await see((await messages(page, phone)).getByText(/^(submitted|delivered)$/));
  });
});
