import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { isPhone } from "../../parts/phone/phone.ts";
import { allVoices, voices } from "../voices.ts";
import { type Ivr, newIvr, newOption, tidyIvr } from "./ivr.ts";
import { ivrIssues } from "./ivrIssues.ts";
import { menuTree } from "./menuTree.ts";

const wire = (): Ivr => JSON.parse(readFileSync(new URL("../../../fixtures/ivr/ivr.json", import.meta.url), "utf8"));

describe("the saved form (spec 3 §3 IVR, wire reading 24)", () => {
  test("ivr.json is right as it is, and saves back equal", () => {
    expect(ivrIssues(wire(), isPhone)).toEqual([]);
    expect(tidyIvr(wire())).toEqual(wire());
  });

  test("spec 3 §9: a new one has timeout 3, three attempts, version 0, 100%, one digit, and its first menu is the entry", () => {
    const { configurationOptions: of, menus, version } = newIvr();
    expect(of).toMatchObject({ timeout: 3, maxAttempts: 3, ttsPlaybackSpeed: "100%", minDigits: 1, maxDigits: 1 });
    expect([version, menus.length, menus[0]?.entry, menus[0]?.options[0]?.dtmfKey]).toEqual([0, 1, true, 1]);
  });

  test("fractions in whole numbers are refused in words", () => {
    const ivr = wire();
    ivr.configurationOptions.timeout = 1.5;
    ivr.configurationOptions.maxAttempts = 1.5;
    ivr.menus[0]!.options[0]!.dtmfKey = 1.5;
    expect(ivrIssues(ivr, isPhone).map(({ message }) => message)).toEqual([
      "Timeout must be a whole number of at least 1",
      "Max Attempts must be a whole number",
      "DMTF Key must be a whole number",
    ]);
  });

  test("spec 3 §9: a new option has the key 1", () => {
    expect(newOption()).toEqual({ dtmfKey: 1, say: "", actions: [] });
  });

  test("is tidied on save: the name in lower case (spec 3 §5), no text of the other message, the first menu the entry", () => {
    const ivr = wire();
    const [first, second] = ivr.menus;
    const tidy = tidyIvr({
      ...ivr,
      ivrName: "  Main ",
      configurationOptions: { ...ivr.configurationOptions, recording: true, play: "https://a.example/a.mp3" },
      menus: [second!, { ...first!, play: "https://a.example/left.mp3" }],
    });
    expect([tidy.ivrName, tidy.configurationOptions.say]).toEqual(["main", ""]);
    expect(tidy.menus.map(({ entry, play }) => [entry, play])).toEqual([
      [true, second!.play],
      [false, ""],
    ]);
  });

  test("spec 3 §3: the longer list of voices has every language, standard and premium, with key, label and code", () => {
    expect(voices).toHaveLength(25);
    expect(allVoices.length).toBeGreaterThan(90);
    expect(new Set(allVoices.map(({ key }) => key)).size).toBe(allVoices.length);
    expect(new Set(allVoices.map(({ label }) => label)).size).toBe(allVoices.length);
    expect(new Set(allVoices.map(({ language }) => language)).size).toBe(15);
    expect(allVoices.find(({ key }) => key === "en-us-standard-female-1")).toMatchObject({ code: "en-US-Standard-C" });
    for (const voice of voices) expect(allVoices).toContainEqual(voice);
  });
});

describe("what is wrong with an IVR, to the letter (spec 3 §5 IVR)", () => {
  const set = (place: string, value: unknown) => {
    const ivr = wire() as unknown as Record<string, unknown>;
    const names = place.split(".");
    const last = names.pop() as string;
    (names.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], ivr) as Record<string, unknown>)[last] =
      value;
    return ivr as unknown as Ivr;
  };
  const of = "configurationOptions";
  test.for<[string, unknown, string, string?]>([
    ["ivrName", " ", "Name is required"],
    [`${of}.ttsVoice`, "", "Voice is required"],
    [`${of}.ttsVoice`, "unknown", "The voice unknown does not exist"],
    [`${of}.timeout`, 0, "Timeout must be a whole number of at least 1"],
    [`${of}.maxAttempts`, 9, "Max Attempts must be between 1 and 8"],
    [`${of}.maxAttempts`, 1.5, "Max Attempts must be a whole number"],
    [`${of}.say`, " ", "Message is required"],
    [`${of}.maxAttemptsSay`, "", "Message is required"],
    [`${of}.maxAttemptsPlay`, "ftp://a.example/a.mp3", "Message URL is invalid"],
    ["menus.1.play", "", "Message is required"],
    ["menus.1.play", "javascript:alert(1)", "Message URL is invalid"],
    ["menus.1.menuId", "", "Name is required"],
    ["menus.1.menuId", "welcome", "Menu name must be unique."],
    ["menus", [], "At least one menu is required"],
    ["menus.0.options.1.dtmfKey", 1, "DTMF key must be unique within a menu."],
    ["menus.0.options.1.dtmfKey", 9, "DMTF Key must be between 0 and 8"],
    ["menus.0.options.1.say", "", "Message required"],
    ["menus.0.options.1.actions", [], "Action Type is required"],
    ["menus.0.options.1.actions.0.type", "", "Action Type is required"],
    ["menus.0.options.1.actions.0.value", " ", "Message is required"],
    ["menus.0.options.2.actions.0.value", "", "Message is required"],
    ["menus.0.options.2.actions.0.value", "a.mp3", "Message URL is invalid"],
    ["menus.1.options.0.actions.0.value", "12", "Phone number is invalid"],
    ["menus.1.options.1.actions.1.value", "", "Workflow is required"],
    ["menus.2.options.0.actions.1.value", "", "Live list is required"],
    ["menus.0.options.0.actions.0.value", "nowhere", 'The menu "nowhere" does not exist'],
    [
      "menus.0.options.1.actions.0",
      { type: "hangup", value: "" },
      "hangup must be the last action",
      "menus.0.options.1.actions.0.type",
    ],
  ])("%s = %j: %s", ([place, value, message, where = place]) => {
    expect(ivrIssues(set(place, value), isPhone)).toContainEqual({ field: where, message });
  });

  test("the text of an option is needed only where the menu is said, for a recording tells its options itself", () => {
    expect(ivrIssues(set("menus.1.options.0.say", ""), isPhone)).toEqual([]);
  });
});

describe("the drawing of menus", () => {
  const menus = (ways: Record<string, string[]>): Ivr["menus"] =>
    Object.entries(ways).map(([menuId, to]) => ({
      menuId,
      say: menuId,
      play: "",
      recording: false,
      version: 0,
      entry: false,
      options: to.map((value, index) => ({
        dtmfKey: index + 1,
        say: "x",
        actions: [{ type: "nextMenu" as const, value }],
      })),
    }));
  const drawn = (ways: Record<string, string[]>) => {
    const names = Object.keys(ways);
    const { places, links } = menuTree(menus(ways));
    return {
      tree: places.map(({ menu, depth, isOrphan }) => `${" ".repeat(depth)}${names[menu]}${isOrphan ? "?" : ""}`),
      links: links.map(({ from, to, key, isBack }) => `${names[from]} ${key}${isBack ? "~" : ">"} ${names[to]}`),
    };
  };
  test("every menu is once below its nearest parent, with loops as links back and unreachable menus marked", () => {
    expect(drawn({ a: ["b", "c"], b: ["c", "a"], c: ["c"], d: ["e"], e: ["d", "a"] })).toEqual({
      tree: ["a", " b", " c", "d?", " e?"],
      links: ["a 1> b", "b 1~ c", "b 2~ a", "a 2> c", "c 1~ c", "d 1> e", "e 1~ d", "e 2~ a"],
    });
  });
  test("every menu is drawn exactly once, whatever the ways", () => {
    for (let round = 0; round < 200; round += 1) {
      let seed = round + 1;
      const chance = () => {
        seed = (seed * 48_271) % 2_147_483_647;
        return seed / 2_147_483_647;
      };
      const count = 1 + Math.floor(chance() * 30);
      const ways = Object.fromEntries(
        Array.from({ length: count }, (_, at) => [
          `m${at}`,
          Array.from({ length: Math.floor(chance() * 4) }, () => `m${Math.floor(chance() * count)}`),
        ]),
      );
      const { places, links } = menuTree(menus(ways));
      expect(places.map(({ menu }) => menu).sort((a, b) => a - b)).toEqual(
        Array.from({ length: count }, (_, at) => at),
      );
      expect(places.map(({ row }) => row)).toEqual(Array.from({ length: count }, (_, at) => at));
      expect(links).toHaveLength(Object.values(ways).flat().length);
    }
  });
});
