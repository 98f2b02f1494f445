import { readFileSync } from "node:fs";
import type { HandsetCall } from "@trunkline/contract/simulator/simulator.ts";
import type { Ivr } from "@trunkline/workflow/voice/ivr/ivr.ts";
import { describe, expect, it } from "vitest";
import { ask, handsets, makeCampaign, makeWorld } from "../../test/engineWorld.ts";
import { freshDatabase } from "../../test/freshDatabase.ts";
import { testServer } from "../../test/server.ts";
import { offerCallers } from "../jobs/agents/offerCallers.ts";
import { insertLiveList } from "../store/agents/liveList.ts";
import { moveCall } from "./moveCall.ts";

const db = await freshDatabase({ connections: 8 });
const server = await testServer(db);
const world = await makeWorld(db);
const key = await server.key(world.account, "owner");
const { campaignId } = await makeCampaign(db, world, [{ id: 1, type: "start", children: [] }]);
const wire: Ivr = JSON.parse(
  readFileSync(new URL("../../../../packages/workflow/fixtures/ivr/ivr.json", import.meta.url), "utf8").replaceAll(
    "01980000-0000-7000-8000-0000000000c2",
    campaignId,
  ),
);

await db.tx([world.account], (q) => insertLiveList(q, world.account, "front-desk", []));

async function call<Item>(method: string, url: string, body?: object): Promise<Item> {
  const answer = await server.call(method, url, { as: { key }, body });
  if (answer.status !== 200) throw new Error(`${method} ${url}: ${JSON.stringify(answer.body)}`);
  return answer.body.payload[0] as Item;
}

/** Saves an IVR with everything around it, as the page does (spec 3 §4). */
async function attach(ivr: Ivr, phone: string): Promise<void> {
  const tag = ivr.ivrName;
  await call("POST", "/v4/route/tag/", { routeTag: tag });
  await call("POST", "/v4/route/", {
    routeTag: tag,
    name: `ivr-${tag}`,
    srcType: "call",
    dest: "ivr",
    destType: "ivr",
    priority: 0,
    options: { timezone: 0, ivr: tag, mohUrl: "https://client-assets.example.com/moh.mp3" },
    ruleDTO: { name: `rule_${tag}_ivr` },
  });
  await call("POST", `/v4/route/tag/${tag}/numbers`, { numbers: [phone] });
  await call("POST", "/v4/ivr", ivr);
}

/** A caller on a handset: what is heard is over at once, keys are pressed, silence is waited out. */
class Caller {
  readonly handset: string;
  private shown: HandsetCall | undefined;

  constructor(handset: string) {
    this.handset = handset;
  }

  async dial(to: string): Promise<this> {
    this.shown = await call<HandsetCall>("POST", "/v4/simulator/call", { from: this.handset, to });
    return this;
  }

  get isOver(): boolean {
    return this.shown?.state === "ended";
  }

  /** Everything that was heard. */
  get heard(): string[] {
    return (this.shown?.log ?? [])
      .filter(({ kind }) => kind === "said" || kind === "played")
      .map(({ text }) => text.replace(/.*\//, ""));
  }

  get notes(): string[] {
    return (this.shown?.log ?? []).map(({ text }) => text);
  }

  get music(): string | null | undefined {
    return this.shown?.music;
  }

  get callId(): string {
    return this.shown?.callId ?? "";
  }

  async act(act: object): Promise<this> {
    this.shown = await call<HandsetCall>("POST", `/v4/simulator/call/${this.callId}/`, act);
    return this;
  }

  /** Hears everything until the line waits for a key. */
  async listen(): Promise<this> {
    while (this.shown?.now === "prompt") await this.act({ heard: true });
    return this;
  }

  async press(digits: string): Promise<this> {
    await this.listen();
    if (!this.isOver) await this.act({ digits });
    return this;
  }

  /** What the job of the carrier does when the time for a key is over. */
  async saysNothing(): Promise<this> {
    await this.listen();
    const of = { accountId: world.account, callId: this.callId };
    const due = (legId: string) => [{ legId, input: { input: "due" as const } }];
    await db.tx([world.account], (q) =>
      moveCall(q, of, (legs) => due(legs[0]?.legId ?? ""), { publicUrl: "https://trunkline.example", pace: 1 }),
    );
    return this.looksAgain();
  }

  /** Reads what happened without it. */
  async looksAgain(): Promise<this> {
    const shown = await server.call("GET", `/v4/simulator/handset/${encodeURIComponent(this.handset)}/call/`, {
      as: { key },
    });
    this.shown = shown.body.payload.at(-1) as unknown as HandsetCall;
    return this;
  }
}

const phones = handsets(60);
const nextPhone = () => phones.pop() ?? "";

await attach(wire, world.number);

describe("a call to a number of an IVR's route tag (spec 3 §2, §3)", () => {
  it("is answered, hears the first menu and walks on by keys, with the IVR's voice and speed", async () => {
    const caller = await new Caller(nextPhone()).dial(world.number);
    await caller.press("2");
    await caller.press("9");
    await caller.press("1");
    await caller.listen();
    expect(caller.heard).toEqual([
      ...["Welcome to The Shop.", "For sales, press 1.", "For support, press 2.", "To end the call, press 3."],
      "One moment please.",
      ...["This is the support desk.", "To wait for the front desk, press 1.", "For sales, press 2."],
      "To end the call, press 8.",
      ...["Welcome to The Shop.", "For sales, press 1.", "For support, press 2.", "To end the call, press 3."],
      ...["sales-menu.mp3", "To speak with us, press 1.", "To hear our offer and get it as a text, press 2."],
    ]);
    const shown = await call<{ status: string; events: { type: string }[] }>("GET", `/v4/call/${caller.callId}/`);
    expect(shown.events.filter(({ type }) => type === "digits")).toHaveLength(3);
    const sql = "select log -> 1 as note from simulator_call where account_id = $1 and call_id = ";
    expect(await ask(db, world, `${sql}'${caller.callId}'`)).toMatchObject([
      { note: { kind: "said", voice: "en-us-standard-female-1", speed: 1.1 } },
    ]);
  });

  it("ends after three attempts in a row, of which silence is one, with the message for it", async () => {
    const caller = await new Caller(nextPhone()).dial(world.number);
    await caller.press("7");
    await caller.saysNothing();
    expect(caller.heard.filter((text) => text.startsWith("Sorry"))).toHaveLength(2);
    await (await caller.press("#")).listen();
    expect(caller.heard.at(-1)).toBe("We did not get your choice. Please call again.");
    expect(caller.isOver).toBe(true);
  });

  it("starts a workflow for who calls, a stranger too, and comes back to the menu", async () => {
    const caller = await new Caller(nextPhone()).dial(world.number);
    await caller.press("1");
    await caller.press("2");
    await caller.listen();
    expect(caller.heard.slice(-3)[0]).toBe("sales-menu.mp3");
    const sql = `select p.phone from journey j join contact p using (account_id, contact_id)
      where j.account_id = $1 and j.campaign_id = '${campaignId}'`;
    expect(await ask(db, world, sql)).toEqual([{ phone: caller.handset }]);
    const linked = await call<{ contactId: string | null }>("GET", `/v4/call/${caller.callId}/`);
    expect(linked.contactId).not.toBeNull();
  });

  it("an empty live list returns its callers to the menu", async () => {
    const caller = await new Caller(nextPhone()).dial(world.number);
    await caller.press("2");
    await caller.press("1");
    await caller.listen();
    expect(caller.notes.at(-1)).toBe("Waits for front-desk");
    await offerCallers(db, [world.account], { publicUrl: "https://trunkline.example", pace: 1 });
    await caller.looksAgain();
    expect(caller.notes.at(-1)).toBe("This is the support desk.");
  });

  it("dials with the called number as caller ID, and plays hold music until the call is answered", async () => {
    const caller = await new Caller(nextPhone()).dial(world.number);
    await caller.press("1");
    await caller.press("1");
    expect(caller.notes.at(-1)).toBe("Ringing +12025550123");
    expect(caller.music).toBe("https://client-assets.example.com/moh.mp3");
    const rung = await server.call("GET", "/v4/simulator/handset/%2B12025550123/call/", { as: { key } });
    expect(rung.body.payload.at(-1)).toMatchObject({ number: world.number, state: "ringing" });
    await caller.act({ hangup: true });
    expect(caller.isOver).toBe(true);
  });

  it("keeps the menus that it began with while they are changed", async () => {
    const caller = await new Caller(nextPhone()).dial(world.number);
    const [welcome, ...others] = wire.menus;
    await call("PUT", "/v4/ivr/main", { ...wire, menus: [{ ...welcome, say: "Changed." }, ...others] });
    await caller.press("9");
    await caller.listen();
    expect(caller.heard).not.toContain("Changed.");
    expect((await new Caller(nextPhone()).dial(world.number)).heard).toEqual(["Changed."]);
    await call("PUT", "/v4/ivr/main", wire);
  });

  it("hears an announcement if its IVR was deleted, and the call's page shows why", async () => {
    await call("PUT", "/v4/route/ivr-main/", {
      routeTag: "main",
      name: "ivr-main",
      srcType: "call",
      dest: "ivr",
      destType: "ivr",
      priority: 0,
      options: { timezone: 0, ivr: "gone" },
      ruleDTO: { name: "rule_main_ivr" },
    });
    const caller = await (await new Caller(nextPhone()).dial(world.number)).listen();
    expect(caller.heard).toEqual(["We cannot take your call at the moment. Please call again later."]);
    await call("PUT", "/v4/route/ivr-main/", {
      routeTag: "main",
      name: "ivr-main",
      srcType: "call",
      dest: "ivr",
      destType: "ivr",
      priority: 0,
      options: { timezone: 0, ivr: "main" },
      ruleDTO: { name: "rule_main_ivr" },
    });
  });
});

describe("40 random callers at once in an IVR of 30 menus, through the server", () => {
  const random = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  };

  it("no call is stuck, and attempts are counted right", async () => {
    const make = random(3);
    const name = (at: number) => `menu ${at}`;
    const menus = Array.from({ length: 30 }, (_, at) => ({
      ...wire.menus[0]!,
      menuId: name(at),
      say: `This is ${name(at)}.`,
      entry: at === 0,
      options: [1, 2, 3].map((dtmfKey) => ({
        dtmfKey,
        say: `Key ${dtmfKey}.`,
        actions: [
          make() < 0.8
            ? { type: "nextMenu" as const, value: name(Math.floor(make() * 30)) }
            : { type: "hangup" as const, value: "" },
        ],
      })),
    }));
    await call("PUT", "/v4/ivr/main", { ...wire, menus });
    const callOnce = async (seed: number): Promise<string> => {
      const chance = random(104_729 * (seed + 1));
      const caller = await new Caller(nextPhone()).dial(world.number);
      for (let failed = 0, step = 0; step < 40; step += 1) {
        await caller.listen();
        if (caller.isOver) return "hangup";
        if (chance() < 0.03) return (await caller.act({ hangup: true })).isOver ? "caller" : "stuck";
        const pressed = chance() < 0.1 ? "" : ("1234567*9#"[Math.floor(chance() * 10)] ?? "");
        await (pressed === "" ? caller.saysNothing() : caller.press(pressed));
        failed = "123*9".includes(pressed) && pressed !== "" ? 0 : failed + 1;
        const said = caller.heard.at(-1);
        if (failed === 3) {
          await caller.listen();
          expect([said, caller.isOver]).toEqual(["We did not get your choice. Please call again.", true]);
          return "attempts";
        }
        if (failed > 0) expect(said).toBe("Sorry, that is not one of the choices.");
      }
      return (await caller.act({ hangup: true })).isOver ? "caller" : "stuck";
    };
    const ends = await Promise.all(Array.from({ length: 40 }, (_, seed) => callOnce(seed)));
    expect(ends).not.toContain("stuck");
    expect(new Set(ends)).toEqual(new Set(["attempts", "hangup", "caller"]));
    const open =
      "select count(*)::int n from call where account_id = $1 and session ->> 'end' is null and plan -> 'menus' ->> 'entry' = 'menu 0'";
    expect(await ask(db, world, open)).toEqual([{ n: 0 }]);
  });
});
