import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { RouteDestination } from "../../inbound/route.ts";
import type { Ivr } from "../../voice/ivr/ivr.ts";
import type { LineEvent } from "../../voice/verbs.ts";
import { continueIvr, type IvrWorld, playIvr } from "./ivrTrial.ts";

const ivr: Ivr = JSON.parse(readFileSync(new URL("../../../fixtures/ivr/ivr.json", import.meta.url), "utf8"));
const destination = {
  routeTag: "shop",
  name: "ivr-shop",
  dest: "ivr",
  destType: "ivr",
  options: { timezone: 0, ivr: "shop" },
  callbackUrl: "",
} as unknown as RouteDestination;
const world: IvrWorld = { ivr, destination, workflows: new Map() };
const press = (digits: string): LineEvent => ({ type: "digits", digits });
const textsOf = (inputs: LineEvent[], of = world) =>
  playIvr(of, inputs).map(({ lines }) => lines.map(({ text }) => text));
const [first] = ivr.menus;

test("a caller hears the first menu and is waited for", () => {
  const [moment] = playIvr(world);
  expect(moment?.lines.map(({ text }) => text)).toContain(`Menu ${first?.menuId}`);
  expect(moment?.session.waits.for).toBe("digits");
});

test("a key without an option counts an attempt, and the call ends after the last one", () => {
  const { maxAttempts } = ivr.configurationOptions;
  const all = playIvr(
    world,
    Array.from({ length: maxAttempts + 3 }, () => press("0")),
  );
  expect(all[1]?.lines.map(({ text }) => text)).toContain(`Attempt 1 of ${maxAttempts}: key 0 has no option`);
  expect(all.at(-1)?.session.end).not.toBeNull();
  expect(all.length).toBeLessThanOrEqual(maxAttempts + 1);
});

test("a changed text is heard at the same keys, and the earlier moments stay as they were", () => {
  const before = playIvr(world, [press("0")]);
  const changed = {
    ...world,
    ivr: { ...ivr, menus: ivr.menus.map((menu) => ({ ...menu, recording: false, say: "Hello again" })) },
  };
  expect(textsOf([press("0")], changed)[0]).toContain("Hello again");
  expect(playIvr(world, [press("0")])).toEqual(before);
});

test("nothing follows the end of a call", () => {
  const [begun] = playIvr(world);
  const ended = begun && continueIvr(world, begun, { type: "hungUp", seconds: 10 });
  expect(ended?.session.end).not.toBeNull();
  expect(ended && continueIvr(world, ended, press("1"))).toBeUndefined();
});
