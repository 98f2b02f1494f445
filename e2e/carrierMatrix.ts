import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import type { ProviderServer } from "../apps/server/test/providerServer.ts";
import { type RbmServer, startRbmServer } from "../apps/server/test/rbmServer.ts";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { startTelnyxServer, type TelnyxServer } from "../apps/server/test/telnyxServer.ts";
import { startTwilioServer, type TwilioServer } from "../apps/server/test/twilioServer.ts";
import { type Account, enter } from "./account.ts";
import type { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { patience, press, rowOf, see, showSteps, unique } from "./page.ts";
import { startTrusting } from "./product.ts";

// What people see of each carrier doing each thing in each state of its provider: carrierTexts, carrierRcs, carrierKeys,
// carrierTransfers and carrierVoicemails (.prove.ts) have a row for every cell of this table.

/** What a provider does while a row is tried, as the title of its test says it. */
const states = {
  works: "that works",
  slow: "that is slow",
  throttles: "that throttles",
  down: "that is down",
  fails: "that answers 500 after it accepted",
  repeats: "that repeats its callbacks",
  forged: "whose callbacks are forged",
} as const;
export type ProviderState = keyof typeof states;

const carriers = { twilio: "A provider with the Twilio API", telnyx: "Telnyx", google: "Google RCS" } as const;
type CarrierName = keyof typeof carriers;

/** Why a carrier cannot do something; the page does not offer it. */
const reasons = {
  noNumbers: "has no numbers, and is not offered for one",
  noRcs: "carries no RCS, and is not offered for an agent",
} as const;
type Cell = "tried" | keyof typeof reasons;

/** Each activity: what its test says that happens, and what each carrier can do of it. */
const activities = {
  texts: {
    does: "carries a text with a picture once, and its reply is followed",
    cells: { twilio: "tried", telnyx: "tried", google: "noNumbers" },
  },
  rcs: {
    does: "carries an RCS card once, and its tapped suggestion is followed",
    cells: { twilio: "tried", telnyx: "noRcs", google: "tried" },
  },
  keys: {
    does: "has a call placed once, and its key counts",
    cells: { twilio: "tried", telnyx: "tried", google: "noNumbers" },
  },
  transfers: {
    does: "brings a caller to a user, whose phone rings once",
    cells: { twilio: "tried", telnyx: "tried", google: "noNumbers" },
  },
  voicemails: {
    does: "has a voicemail kept once, with its length",
    cells: { twilio: "tried", telnyx: "tried", google: "noNumbers" },
  },
} as const satisfies Record<string, { does: string; cells: Record<CarrierName, Cell> }>;
export type Activity = keyof typeof activities;

type Tried<Of extends Activity> = {
  [Name in CarrierName as (typeof activities)[Of]["cells"][Name] extends "tried" ? Name : never]: (
    state: ProviderState,
  ) => Promise<void>;
};

/** A product of the test file's own that trusts stand-ins for the three providers. */
export interface MatrixPlace {
  readonly address: string;
  readonly twilio: TwilioServer;
  readonly telnyx: TelnyxServer;
  readonly google: RbmServer;
  readonly browser: ReturnType<typeof useBrowser>;
  /** A page of a signed-in user, in a window of its own if it is a stranger's. */
  enter(stranger?: boolean): Promise<{ page: Page; account: Account }>;
}

/** Starts it with the first test of the file. */
export function useProviders(browser: ReturnType<typeof useBrowser>): MatrixPlace {
  let address = "";
  let providers: [TwilioServer, TelnyxServer, RbmServer] | undefined;
  const stops: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const at = () => address;
    providers = await Promise.all([startTwilioServer(at), startTelnyxServer(at), startRbmServer(at)]);
    const [twilio, telnyx, google] = providers;
    noteSecrets([twilio.authToken, twilio.phoneKey.secret, telnyx.apiKey, google.clientToken]);
    stops.push(...providers.map((provider) => () => provider.stop()));
    const { product, stop } = await startTrusting(providers.map(({ cert }) => cert).join("\n"));
    stops.push(stop);
    ({ address } = product);
  });
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop();
  });
  const started = () => {
    if (providers === undefined) throw new Error("the providers are not started");
    return providers;
  };
  return {
    browser,
    get address() {
      return address;
    },
    get twilio() {
      return started()[0];
    },
    get telnyx() {
      return started()[1];
    },
    get google() {
      return started()[2];
    },
    async enter(stranger = false) {
      const page = await browser.page({ stranger });
      return { page, account: await enter(page, address, demoUser) };
    },
  };
}

/** A test for each cell of an activity and each state of the provider. What a carrier cannot do is a test of its own, too. */
export function tryEveryState<Of extends Activity>(activity: Of, place: MatrixPlace, tries: Tried<Of>): void {
  const { does, cells } = activities[activity];
  for (const [carrier, name] of Object.entries(carriers) as [CarrierName, string][]) {
    const cell = cells[carrier];
    describe(name, () => {
      if (cell === "tried") {
        const tried = (tries as Partial<Record<CarrierName, (state: ProviderState) => Promise<void>>>)[carrier];
        if (tried === undefined) throw new Error(`${activity} over ${name} is not tried`);
        for (const [state, words] of Object.entries(states) as [ProviderState, string][])
          test(`${words} ${does}`, () => tried(state));
      } else test(reasons[cell], () => seeNotOffered(place, carrier, cell));
    });
  }
}

/** Where a connection is chosen, one that cannot do what is needed there is not listed; one that can is. */
async function seeNotOffered(place: MatrixPlace, carrier: CarrierName, why: keyof typeof reasons): Promise<void> {
  const { page, account } = await place.enter();
  const able = await connect(account, place, "twilio", unique("Able"), { rcsSender: "shop_a1b2c3_agent" });
  const unable = await connect(account, place, carrier, unique("Unable"));
  if (why === "noNumbers") {
    await page.goto(`${place.address}/numbers`);
    await press(page, "Add your own number");
  } else {
    await page.goto(`${place.address}/templates/rcs`);
    await press(rowOf(page, "RCS agents", "the_shop_agent"), "Edit the_shop_agent");
  }
  const label = why === "noNumbers" ? "Carrier connection" : "Sends through";
  await page.getByRole("dialog").getByRole("combobox", { name: label, exact: true }).click();
  await see(page.getByRole("option", { name: able.name }));
  expect(await page.getByRole("option", { name: unable.name }).count()).toBe(0);
}

/** A connection, and where its provider reports to. */
export interface Connected {
  name: string;
  connectionId: string;
  webhook: string;
}

/** Adds a connection to a stand-in. */
export async function connect(
  account: Account,
  { twilio, telnyx, google }: MatrixPlace,
  carrier: CarrierName,
  name: string,
  more: object = {},
): Promise<Connected> {
  const bodies: Record<CarrierName, object> = {
    twilio: {
      kind: "twilio",
      accountSid: twilio.accountSid,
      baseUrl: twilio.baseUrl,
      contentUrl: twilio.baseUrl,
      password: twilio.authToken,
    },
    telnyx: {
      kind: "telnyx",
      publicKey: telnyx.publicKey,
      messagingProfileId: telnyx.profileId,
      applicationId: telnyx.applicationId,
      baseUrl: telnyx.baseUrl,
      password: telnyx.apiKey,
    },
    google: {
      kind: "rbm",
      agentId: google.agentId,
      baseUrl: google.baseUrl,
      password: google.keyFile,
      clientToken: google.clientToken,
    },
  };
  const [made] = (await account.call("POST", "/v4/carrier/", { name, ...bodies[carrier], ...more })).payload;
  const connectionId = String(made?.["connectionId"]);
  const [shown] = (await account.call("GET", `/v4/carrier/${connectionId}/`)).payload;
  return { name, connectionId, webhook: String(shown?.["messagesUrl"] ?? shown?.["eventsUrl"]) };
}

/** Adds a connection with a number, whose texts and calls the stand-in sends here. */
export async function connectNumber(
  account: Account,
  place: MatrixPlace,
  carrier: "twilio" | "telnyx",
  number: string,
  more: object = {},
): Promise<Connected> {
  if (carrier === "twilio") place.twilio.own(number);
  else place.telnyx.own(number, { mms: true });
  const connected = await connect(account, place, carrier, unique(carrier === "twilio" ? "Provider" : "Telnyx"), more);
  await account.call("POST", `/v4/carrier/${connected.connectionId}/number/`, { phone: number });
  return connected;
}

/** What a stand-in does with a request. */
export type Asked = "accept" | "acceptLate" | "acceptAndFail" | "throttle";
/** Sets what a stand-in does with each request of one kind. */
export type Does = (answer: () => Asked) => void;

/** The state of a provider, which begins and ends. */
interface Fault {
  begin(): Promise<void>;
  /** Ends it, if it has begun and not ended. */
  end(): Promise<void>;
  /** A request has met it. One that is down hears of none. */
  met(): Promise<void>;
  /** What the page of a run says meanwhile, if nothing leaves. */
  says: RegExp | null;
}

/** Puts a stand-in into a state, which ends with the test at the latest. `does` sets how it treats the requests of the row. */
export function faultOf(state: ProviderState, provider: () => ProviderServer, does: Does): Fault {
  let isOn = false;
  let requests = 0;
  const asked: Partial<Record<ProviderState, Asked>> = {
    slow: "acceptLate",
    throttles: "throttle",
    fails: "acceptAndFail",
  };
  const says: Partial<Record<ProviderState, RegExp>> = {
    slow: /is slow: it has not answered yet/,
    throttles: /asked us to slow down/,
    down: /is down|cannot be reached/,
  };
  const fault: Fault = {
    says: says[state] ?? null,
    async begin() {
      isOn = true;
      onTestFinished(() => fault.end());
      requests = 0;
      does(() => {
        requests++;
        return asked[state] ?? "accept";
      });
      if (state === "down") await provider().goDown();
    },
    async end() {
      if (!isOn) return;
      isOn = false;
      does(() => "accept");
      provider().release();
      if (state === "down") await provider().comeUp();
    },
    async met() {
      if (state !== "down") await expect.poll(() => requests, patience).toBeGreaterThan(0);
    },
  };
  return fault;
}

/** A run of one contact. */
export interface OneRun {
  contactId: string;
  phone: string;
  page: string;
  /** The address of the contact's journey. */
  journey(): Promise<string>;
}

/** Starts a run over one new contact while the provider is in a state, sees why nothing leaves, and ends the state. */
export async function runThrough(
  { page, account }: { page: Page; account: Account },
  place: MatrixPlace,
  campaignId: string,
  fault: Fault,
): Promise<OneRun> {
  const contact = await account.makeContact("Mara");
  await fault.begin();
  const batchId = await account.startRun(campaignId, [contact.contactId]);
  const run: OneRun = {
    ...contact,
    page: `${place.address}/enrollments/batch/${campaignId}/${batchId}`,
    async journey() {
      const find = async () => (await account.call("GET", `/v4/journey/?batchId=${batchId}`)).payload[0]?.["journeyId"];
      await expect.poll(find, patience).toBeDefined();
      return `${place.address}/journeys/${String(await find())}`;
    },
  };
  if (fault.says !== null) {
    await page.goto(run.page);
    const waits = page.getByRole("status").filter({ hasText: "Nothing is being sent right now" });
    await see(waits.getByText(fault.says));
    await fault.end();
  }
  return run;
}

/** The messages to and from a phone, on their page. */
export async function openMessages({ address }: MatrixPlace, page: Page, phone: string): Promise<Locator> {
  await page.goto(`${address}/messages?phone=${encodeURIComponent(phone)}`);
  return page.getByRole("table", { name: "Messages" });
}

/** The contact waits for a reply; one that is brought, however often, is followed and listed once. */
export async function seeReply(
  { page }: { page: Page },
  place: MatrixPlace,
  run: OneRun,
  bring: () => Promise<unknown>,
): Promise<void> {
  await page.goto(await run.journey());
  await showSteps(page, ["Waiting for a reply"]);
  await bring();
  await showSteps(page, ["The contact replied and continued to Stop 4"]);
  await page.goto(`${place.address}/inbox/${run.contactId}`);
  await see(page.getByText("Yes please").last());
  const messages = await openMessages(place, page, run.phone);
  await expect.poll(() => messages.getByRole("row").filter({ hasText: "received" }).count(), patience).toBe(1);
  await seeDone(page, run);
}

/** The run's page says that it is done. */
export async function seeDone(page: Page, run: OneRun): Promise<void> {
  await page.goto(run.page);
  await see(page.getByRole("heading", { level: 1 }).getByText("Done", { exact: true }));
}

/** A reply moves the contact on: start → `send` (2) → event (3) → stop (4), or stop (5) after a day; stop (6) where `send` fails. */
export const repliedWorkflow = (send: { type: string; [field: string]: unknown }) => {
  const stop = (id: number, x: number) => ({ id, type: "control", x, y: 445, children: [] });
  const fails = "failurePath" in send;
  return {
    schemaVersion: 1,
    startNode: 1,
    sections: { main: 1 },
    nodes: [
      { id: 1, type: "start", x: 250, y: 25, children: [2] },
      { id: 2, x: 250, y: 165, children: fails ? [3, 6] : [3], ...send },
      {
        id: 3,
        type: "event",
        x: 250,
        y: 305,
        children: [4, 5],
        timeoutData: {
          timeoutType: "wait",
          timeoutWaitType: "number",
          timeoutWaitNumber: 1,
          timeoutWaitUnits: "days",
          timeoutPath: 5,
        },
        conditions: [
          {
            targetNode: 4,
            statements: [{ variable: "node2.reply", operation: "EQUALS", value: "Yes please", negated: false }],
          },
        ],
      },
      stop(4, 100),
      stop(5, 400),
      ...(fails ? [stop(6, 600)] : []),
    ],
  };
};
