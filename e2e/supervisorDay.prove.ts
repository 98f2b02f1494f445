import { setTimeout as pause } from "node:timers/promises";
import type { LivePlace } from "@trunkline/contract/agents/callCenter.ts";
import { type APIRequestContext, request } from "playwright-core";
import { expect, inject, onTestFinished, test } from "vitest";
import { noteSecrets } from "../apps/server/test/suiteLogs.ts";
import { proofLimitMs } from "../apps/server/test/waitLimit.ts";
import { type Account, enter } from "./account.ts";
import { useBrowser } from "./browser.ts";
import { demoUser } from "./enter.ts";
import { gone, patience, pick, press, see, unique } from "./page.ts";

// A day of a supervisor (spec 2 §2.5, decision 0097): 200 callers ring a work group of 20 agents within a minute or two.

const agents = 20;
const callers = 200;
/** Callers who ring at the same moment. */
const wave = 40;
const browser = useBrowser();

interface PhoneCall {
  offerId: string;
  state: "ringing" | "talking" | "over";
  answered: string | null;
}

/** An agent's browser: answers what rings, talks for a while, and wraps up. */
class Agent {
  private readonly http: APIRequestContext;
  private isOpen = true;
  /** Leaves calls that are under way to someone else. */
  isHolding = false;

  constructor(http: APIRequestContext) {
    this.http = http;
  }

  private working = Promise.resolve();

  start(talkMs: number): void {
    this.working = this.work(talkMs);
    // a failure is thrown when the agent is closed
    this.working.catch(() => {});
  }

  private async work(talkMs: number): Promise<void> {
    while (this.isOpen) {
      const answer = await this.http.put("/v4/agent/phone/", { data: { open: true } });
      const { payload } = (await answer.json()) as { payload: [{ calls: PhoneCall[] }] };
      for (const call of payload[0]?.calls ?? []) {
        const action = this.answerTo(call, talkMs);
        if (action) await this.http.post(`/v4/agent/phone/${call.offerId}/`, { data: { action } });
      }
      await pause(500);
    }
  }

  private answerTo({ state, answered }: PhoneCall, talkMs: number): "answer" | "hangUp" | "done" | undefined {
    if (state === "ringing") return "answer";
    if (state === "over") return "done";
    return !this.isHolding && Date.now() - Date.parse(answered ?? "") > talkMs ? "hangUp" : undefined;
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.working;
    await this.http.put("/v4/agent/phone/", { data: { open: false } });
    await this.http.dispose();
  }
}

/** Invites a user by the API and signs them in to a browser of their own. */
async function joinTeam(account: Account, address: string, name: string): Promise<{ userId: string; agent: Agent }> {
  const email = `${unique(name).toLowerCase().replaceAll(" ", ".")}@example.com`;
  const invited = { email, role: "member", privileges: ["inbox-use"] };
  const [invitation] = (await account.call("POST", "/v4/user/", invited)).payload;
  const token = String(invitation?.["invitationUrl"]).split("/").at(-1) ?? "";
  noteSecrets([token]);
  const http = await request.newContext({ baseURL: address });
  const joined = await http.post(`/auth/invitation/${token}`, { data: { name, password: "a long enough one" } });
  expect(joined.ok()).toBe(true);
  const { payload: users } = await account.call("GET", "/v4/user/");
  const userId = String(users.find((user) => user["email"] === email)?.["userId"]);
  return { userId, agent: new Agent(http) };
}

/** A number that rings a work group of these users, with a target of 80 % in 20 seconds. */
async function makeLine(account: Account, members: readonly string[]) {
  const name = unique("Burst");
  const routeTag = name.toLowerCase().replace(" ", "-");
  const group = { name, members: members.map((userId) => ({ userId })), targetPercent: 80, targetSeconds: 20 };
  await account.call("POST", "/v4/workgroup/", group);
  const [free] = (await account.call("GET", "/v4/number/available?count=1")).payload;
  const [number] = (await account.call("POST", "/v4/number/", { phone: free?.["phone"] })).payload;
  await account.call("POST", "/v4/route/tag/", { routeTag });
  await account.call("POST", `/v4/route/tag/${routeTag}/numbers`, { numbers: [number?.["phone"]], numberSetIds: [] });
  await account.call("POST", "/v4/route/terminal/", {
    name: `dest_${routeTag}`,
    routeTag,
    srcType: "call",
    destType: "workgroup",
    dest: name,
    description: "",
    priority: 1,
    options: { timezone: 0, priority: 1 },
    ruleDTO: { name: "rule", and: [], or: [] },
  });
  return { name, number: String(number?.["phone"]) };
}

type Place = Pick<
  LivePlace,
  "name" | "waiting" | "entered" | "answered" | "abandoned" | "shortAbandoned" | "unanswered" | "serviceLevel"
>;
/** Callers whose wait is over. */
const served = ({ answered, abandoned, shortAbandoned, unanswered }: Place): number =>
  answered + abandoned + shortAbandoned + unanswered;
const placeOf = async (account: Account, name: string): Promise<Place | undefined> => {
  const [live] = (await account.call("GET", "/v4/call-center/?zone=Etc%2FUTC")).payload as unknown as [
    { places: Place[] },
  ];
  return live.places.find((place) => place.name === name);
};

test("a supervisor sees a burst of 200 calls over 20 agents: who waits, who gives up, a threshold crossed, and joins a call", async () => {
  const page = await browser.page();
  const { address } = inject("demo");
  const account = await enter(page, address, demoUser);
  const team: Awaited<ReturnType<typeof joinTeam>>[] = [];
  for (let nth = 1; nth <= agents; nth++) team.push(await joinTeam(account, address, `Agent ${nth}`));
  const { name, number } = await makeLine(
    account,
    team.map(({ userId }) => userId),
  );
  for (const { agent } of team) agent.start(2_000);
  onTestFinished(async () => {
    await Promise.all(team.map(({ agent }) => agent.close()));
  });
  await page.goto(`${address}/call-center`);
  const tile = page.getByRole("article", { name, exact: true });
  await see(tile.getByText("Target 80 % in 20 s", { exact: false }));

  const ring = async (nth: number) => {
    const from = `+1907${700 + Math.floor(nth / 100)}01${String(nth % 100).padStart(2, "0")}`;
    const [call] = (await account.call("POST", "/v4/simulator/call", { from, to: number })).payload;
    return String(call?.["callId"]);
  };
  const calls: string[] = [];
  for (let from = 0; from < callers; from += wave) {
    calls.push(...(await Promise.all(Array.from({ length: wave }, (_, nth) => ring(from + nth)))));
    if (from === 0) {
      // more callers than agents: the tile says so
      await expect.poll(async () => (await placeOf(account, name))?.waiting, patience).toBeGreaterThan(0);
      await see(
        tile
          .locator("dd")
          .first()
          .getByText(/^[1-9]/),
      );
    }
  }
  // every tenth caller gives up, if not answered by then
  await Promise.all(
    calls
      .filter((_, nth) => nth % 10 === 9)
      .map((callId) => account.call("POST", `/v4/simulator/call/${callId}/`, { hangup: true })),
  );
  const over = async () => {
    const place = await placeOf(account, name);
    return place ? served(place) : 0;
  };
  await expect.poll(over, { timeout: proofLimitMs, interval: 1_000 }).toBe(callers);
  const place = await placeOf(account, name);
  expect(place).toMatchObject({ entered: callers, waiting: 0 });
  expect((place?.abandoned ?? 0) + (place?.shortAbandoned ?? 0)).toBeGreaterThan(0);
  // most waited longer than the target allows
  expect(place?.serviceLevel.rate).toBeLessThan(0.8);
  await expect.poll(() => tile.getAttribute("data-alarm"), patience).toBe("red");
  await see(tile.getByText(String(place?.answered), { exact: true }));

  // each figure leads to exactly its calls
  await tile
    .locator("div")
    .filter({ has: page.getByText("Answered", { exact: true }) })
    .getByRole("link")
    .first()
    .click();
  await see(page.getByText(new RegExp(`^(?:100 calls so far|${place?.answered} calls)$`)));
  await page.goBack();

  // on the wall no one scrolls: tiles, agents and the plot end on the screen
  await page.setViewportSize({ width: 1920, height: 1080 });
  await press(page, "Full screen");
  for (const part of ["Queues", "Agents", "Calls by quarter of an hour"]) {
    const end = async () => {
      const box = await page.getByRole("region", { name: part, exact: true }).boundingBox();
      return box === null ? null : box.y + box.height;
    };
    await expect.poll(end, patience).toBeLessThanOrEqual(1080);
  }
  await see(page.getByRole("region", { name: "Agents", exact: true }).getByText("Agent 20", { exact: true }));
  await page.evaluate("document.exitFullscreen()");

  // a last caller, whom the supervisor joins
  for (const { agent } of team) agent.isHolding = true;
  const last = await ring(callers);
  const agentsNow = page.getByRole("region", { name: "Agents" });
  // others may still talk
  await agentsNow.locator(`a[href$="${last}"]`).click();
  const panel = page.getByRole("region", { name: "Supervise" });
  await pick(panel, "How you take part", "Join");
  await see(page.getByText(/ joined the call/).first());
  await press(panel, "Leave");
  await account.call("POST", `/v4/simulator/call/${last}/`, { hangup: true });
  await gone(panel);
});
