import type { HandsetText } from "@trunkline/contract/simulator/simulator.ts";
import { expect, it } from "vitest";
import { readPhone } from "../../ui/text/readPhone.ts";
import { mergeTexts, sinceOf, suffixOf } from "./thread.ts";

const text = (id: string, status: string, at = `2026-03-05T12:00:0${id}Z`): HandsetText => ({
  id,
  number: "+13035550100",
  handset: "+12025550123",
  direction: "to_handset",
  text: "Hi",
  mediaUrl: null,
  segments: 1,
  encoding: "GSM7",
  status,
  code: null,
  channel: "sms",
  rcs: null,
  at,
});
const now = Date.parse("2026-03-05T12:00:10Z");

it("polls a handset again for the texts of the last minute, whose status may change", () => {
  expect(sinceOf([], now)).toBeUndefined();
  expect(sinceOf([text("1", "sent"), text("2", "delivered")], now)).toBeUndefined();
  expect(sinceOf([text("1", "sent", "2026-03-05T11:00:00Z"), text("2", "delivered")], now)).toBe("1");
  expect(sinceOf([text("1", "sent", "2026-03-05T11:00:00Z")], now)).toBe("1");
});
it("shows a text that is stored after one with a later id", () => {
  const shown = [text("1", "delivered", "2026-03-05T11:00:00Z"), text("3", "delivered")];
  const polled = [text("2", "delivered"), text("3", "delivered")].filter(({ id }) => id > (sinceOf(shown, now) ?? ""));
  expect(mergeTexts(shown, polled).map(({ id }) => id)).toEqual(["1", "2", "3"]);
});
it("merges polled texts into the thread in order", () => {
  const merged = mergeTexts([text("1", "sent"), text("2", "sent")], [text("2", "delivered"), text("3", "sent")]);
  expect(merged.map(({ id, status }) => `${id} ${status}`)).toEqual(["1 sent", "2 delivered", "3 sent"]);
});
it("reads a number in any usual form", () => {
  expect(readPhone("(202) 555-0123")).toBe("+12025550123");
  expect(readPhone("1 202 555 0123")).toBe("+12025550123");
  expect(readPhone("+44 20 7183 8750")).toBe("+442071838750");
  expect(readPhone("5550123")).toBeUndefined();
});
it("describes the effect of a number's last digits (docs/simulated-carrier.md)", () => {
  expect(suffixOf("+12025550006")).toBe("undelivered: landline (30006)");
  expect(suffixOf("+12025550123")).toBeUndefined();
});
