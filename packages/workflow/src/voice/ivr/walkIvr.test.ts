import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { advanceCall, maxCallSteps } from "../advanceCall.ts";
import type { CallPlan } from "../script.ts";
import { type CallSession, openCall } from "../session.ts";
import type { CallVerb, LineEvent } from "../verbs.ts";
import type { Ivr, IvrMenu } from "./ivr.ts";
import { ivrPlan } from "./ivrPlan.ts";

const who = { callId: "c1", accountSid: "a1", direction: "in", own: "+12025550100", contact: "+12025550111" } as const;
const wire = (): Ivr => JSON.parse(readFileSync(new URL("../../../fixtures/ivr/ivr.json", import.meta.url), "utf8"));
const around = { music: "moh", liveList: (queue: string) => [{ do: "enqueue" as const, queue }] };

const heard = (verb: CallVerb): string => {
  if (verb.do === "say") return verb.text;
  if (verb.do === "play") return verb.url.replace(/.*\//, "");
  if (verb.do === "gather") return `[${verb.prompts.map(heard).join(" ")}]`;
  if (verb.do === "dial")
    return `dial ${verb.targets.map((to) => ("number" in to ? to.number : "")).join()} ${verb.music ?? ""}`;
  return verb.do;
};

/** Presses keys ("-" is silence) and tells what is heard after each. */
function walk(plan: CallPlan, keys: string) {
  let session = openCall(who, plan);
  const heardLines: string[] = [];
  const take = (event: LineEvent) => {
    const { session: next, verbs, effects } = advanceCall(session, event);
    session = next;
    heardLines.push([...verbs.map(heard), ...effects.map((effect) => effect.do)].join(" | "));
  };
  take({ type: "answered", by: "human" });
  for (const key of keys) {
    if (session.waits.for === "finish") take({ type: "finished" });
    take({ type: "digits", digits: key === "-" ? "" : key });
  }
  return { heardLines, session, take };
}

const welcome = "[Welcome to The Shop. For sales, press 1. For support, press 2. To end the call, press 3.]";
const sales = "[sales-menu.mp3 To speak with us, press 1. To hear our offer and get it as a text, press 2.]";
const sorry = "Sorry, that is not one of the choices.";
const over = "We did not get your choice. Please call again.";

describe("an IVR on a call (spec 3 §2; telecom §9)", () => {
  test.for<[rule: string, keys: string, last: string]>([
    ["the first menu is the entry menu", "", welcome],
    [
      "a key's actions are done in order",
      "2",
      "One moment please. | [This is the support desk. To wait for the front desk, press 1. For sales, press 2. To end the call, press 8.]",
    ],
    ["an unknown key: the default message, and the menu again", "7", `${sorry} | ${welcome}`],
    ["silence is an attempt like an unknown key", "7-", `${sorry} | ${welcome}`],
    ["the last attempt: the message of its own, and the end", "7-5", `${over} | hangUp`],
    ["entering another menu resets the count", "77177", `${sorry} | ${sales}`],
    ["9 is the prior menu", "29", welcome],
    ["9 goes back as far as one came", "2299", welcome],
    ["9 in the first menu hears it again", "9", welcome],
    ["* is the first menu", "22*", welcome],
    ["* forgets the way: nothing is before the first menu", "22*9", welcome],
    ["attempts do not count across a key that means something", "77*77", `${sorry} | ${welcome}`],
    ["# selects nothing", "#", `${sorry} | ${welcome}`],
    ["dial rings with the hold music", "11", "dial +12025550123 moh"],
    ["hangup ends the call", "28", "Goodbye. | hangUp"],
    ["a live list is waited for", "21", "We are looking for someone. | enqueue"],
  ])("%s (%s)", ([_, keys, last]) => {
    expect(walk(ivrPlan(wire(), around), keys).heardLines.at(-1)).toBe(last);
  });

  test("a workflow is started after what is said before it, and then the menu is heard again", () => {
    const { heardLines, take } = walk(ivrPlan(wire(), around), "12");
    take({ type: "finished" });
    expect(heardLines.slice(-2)).toEqual(["offer.mp3", `${sales} | enrol`]);
  });

  test("texts are spoken by the IVR's voice at its speed, and keys are awaited until the timeout", () => {
    const { verbs } = advanceCall(openCall(who, ivrPlan(wire(), around)), { type: "answered", by: "human" });
    expect(verbs[0]).toMatchObject({
      do: "gather",
      numDigits: 1,
      timeoutSeconds: 3,
      prompts: [{ voice: "en-us-standard-female-1", speed: 1.1 }, {}, {}, {}],
    });
  });

  test("a caller who goes in circles is not held forever", () => {
    const { session } = walk(ivrPlan(wire(), around), "9".repeat(maxCallSteps + 5));
    expect(session).toMatchObject({
      because: `more than ${maxCallSteps} instructions in one call`,
      waits: { for: "nothing" },
    });
  });
});

describe("1000 random callers in an IVR of 30 menus", () => {
  const random = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 48_271) % 2_147_483_647;
      return state / 2_147_483_647;
    };
  };

  /**
   * Thirty menus with two to six options that say, play, start workflows, dial, hang up, or lead anywhere, in loops too.
   * The first two lead on down a tree, so that every menu can be come to.
   */
  function manyMenus(chance: () => number): Ivr {
    const name = (at: number) => `menu ${at}`;
    const menu = (at: number): IvrMenu => ({
      menuId: name(at),
      say: `This is ${name(at)}.`,
      play: "",
      recording: false,
      version: 0,
      entry: at === 0,
      options: Array.from({ length: 2 + Math.floor(chance() * 5) }, (_, key) => {
        const below = 2 * at + key + 1;
        const isTree = key < 2 && below < 30;
        const lot = chance();
        const last =
          isTree || lot < 0.55
            ? { type: "nextMenu" as const, value: name(isTree ? below : Math.floor(chance() * 30)) }
            : lot < 0.65
              ? { type: "hangup" as const, value: "" }
              : lot < 0.75
                ? { type: "dial" as const, value: "+12025550123" }
                : lot < 0.85
                  ? { type: "workflow" as const, value: "01980000-0000-7000-8000-0000000000c2" }
                  : { type: "say" as const, value: "Hello." };
        const first = { type: "say" as const, value: "One moment." };
        return { dtmfKey: key, say: `Key ${key}.`, actions: chance() < 0.3 ? [first, last] : [last] };
      }),
    });
    return { ...wire(), menus: Array.from({ length: 30 }, (_, at) => menu(at)) };
  }

  /** What a caller's own notebook says about the menu and the attempts, kept without looking at the session. */
  interface Notes {
    menu: string;
    failed: number;
    way: string[];
    /** What is heard for the last key before anything else; null: nothing in particular. */
    answer: string | null;
    unknown: number;
    silent: number;
    visited: Set<string>;
  }

  /** How a caller takes the menus: presses anything, says little, knows the keys, or goes in circles. */
  type Manner = "random" | "silent" | "knowing" | "circling";
  const mannerOf = (caller: number): Manner =>
    caller % 25 === 0 ? "circling" : ((["random", "silent", "knowing"] as const)[caller % 3] ?? "random");
  type End = "attempts" | "caller" | "option" | "circles";

  function keyOf(manner: Manner, ivr: Ivr, { menu }: Notes, chance: () => number): string {
    if (chance() < (manner === "silent" ? 0.8 : 0.1)) return "";
    if (manner === "circling") return chance() < 0.9 ? "9" : "*";
    const options = ivr.menus.find(({ menuId }) => menuId === menu)?.options ?? [];
    if (manner === "knowing") return String(options[Math.floor(chance() * options.length)]?.dtmfKey ?? 0);
    return "0123456789*#"[Math.floor(chance() * 12)] ?? "";
  }

  /** One caller until the end of the call; throws where the call does something else than the notebook says. */
  function callOnce(ivr: Ivr, manner: Manner, chance: () => number): { end: End; notes: Notes; events: number } {
    const notes: Notes = {
      menu: "menu 0",
      failed: 0,
      way: [],
      answer: null,
      unknown: 0,
      silent: 0,
      visited: new Set(["menu 0"]),
    };
    let session: CallSession = openCall(who, ivrPlan(ivr, around));
    let verbs: CallVerb[] = [];
    let events = 0;
    let end: End = "option";
    const take = (event: LineEvent) => {
      events += 1;
      ({ session, verbs } = advanceCall(session, event));
    };
    take({ type: "answered", by: "human" });
    while (session.end === null) {
      if (events > 2 * maxCallSteps) throw new Error(`stuck in ${notes.menu}`);
      if (verbs.at(-1)?.do === "hangUp") take({ type: "hungUp", seconds: 9 });
      else if (manner !== "circling" && chance() < 0.01) {
        end = "caller";
        take({ type: "hungUp", seconds: 5 });
      } else if (session.waits.for === "finish") take({ type: "finished" });
      else if (session.waits.for === "dial") take({ type: "dialEnded", status: "completed", seconds: 5 });
      else {
        const { menu, failed } = notes;
        expect(session).toMatchObject({ waits: { for: "digits" }, menu: { menu, attempts: failed } });
        // no menu plays after the last attempt
        expect(failed).toBeLessThan(ivr.configurationOptions.maxAttempts);
        const prompt = verbs.findLast((verb) => verb.do === "gather");
        expect(prompt && heard(prompt)).toContain(`This is ${menu}.`);
        const key = keyOf(manner, ivr, notes, chance);
        take({ type: "digits", digits: key });
        const isOver = note(ivr, notes, key);
        if (session.because?.startsWith("more than")) end = "circles";
        else if (isOver) {
          end = "attempts";
          expect(verbs.map(heard)).toEqual([over, "hangUp"]);
        } else if (notes.answer !== null) expect(verbs.map(heard)[0]).toBe(notes.answer);
      }
    }
    expect(session).toMatchObject({ end: "completed", rest: [], waits: { for: "nothing" } });
    return { end, notes, events };
  }

  /** Writes a key down; true when it was the last attempt. */
  function note(ivr: Ivr, notes: Notes, key: string): boolean {
    const option = ivr.menus
      .find(({ menuId }) => menuId === notes.menu)
      ?.options.find((one) => String(one.dtmfKey) === key);
    notes.answer = null;
    if (key === "*") Object.assign(notes, { menu: "menu 0", failed: 0, way: [] });
    else if (key === "9") Object.assign(notes, { menu: notes.way.pop() ?? notes.menu, failed: 0 });
    else if (option === undefined) {
      notes.failed += 1;
      notes.answer = sorry;
      if (key === "") notes.silent += 1;
      else notes.unknown += 1;
    } else {
      notes.failed = 0;
      const next = option.actions.find(({ type }) => type === "nextMenu")?.value;
      if (option.actions[0]?.type === "say") notes.answer = option.actions[0].value;
      if (next !== undefined && next !== notes.menu) {
        notes.way.push(notes.menu);
        notes.menu = next;
      }
    }
    notes.visited.add(notes.menu);
    return notes.failed === ivr.configurationOptions.maxAttempts;
  }

  test("spec 3 §2: no call is stuck, and attempts are counted right, by unknown keys and by silence", () => {
    const chance = random(7);
    const ivr = manyMenus(chance);
    const visited = new Set<string>();
    const ends = new Map<string, number>();
    let [unknown, silent, longest] = [0, 0, 0];
    for (let caller = 0; caller < 1_000; caller += 1) {
      const { end, notes, events } = callOnce(ivr, mannerOf(caller), chance);
      ends.set(end, (ends.get(end) ?? 0) + 1);
      for (const menu of notes.visited) visited.add(menu);
      unknown += notes.unknown;
      silent += notes.silent;
      longest = Math.max(longest, events);
    }
    expect([...ends.values()].reduce((sum, count) => sum + count, 0)).toBe(1_000);
    // every way to end was walked, and every menu was heard
    for (const end of ["attempts", "caller", "option", "circles"])
      expect([end, (ends.get(end) ?? 0) >= 20]).toEqual([end, true]);
    expect(visited.size).toBe(30);
    expect(Math.min(unknown, silent)).toBeGreaterThan(500);
    expect(longest).toBeLessThanOrEqual(2 * maxCallSteps);
  });
});
