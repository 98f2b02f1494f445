import { describe, expect, test } from "vitest";
import { kindOf } from "../outbound/kinds/index.ts";
import { describeWindow, evaluateWindow } from "../parts/time/window.ts";
import { makeDefinition, type Protection } from "./definition.ts";
import type { Contact } from "./world.ts";

const contact = (zones: string[], more: Partial<Contact> = {}): Contact => ({
  contactId: "c1",
  phone: "+12125550123",
  email: null,
  firstName: null,
  lastName: null,
  address: null,
  city: null,
  state: null,
  postalCode: null,
  country: null,
  tags: [],
  extdata: {},
  zones,
  zonesFrom: "areaCode",
  dnc: 0,
  ...more,
});

const node = { id: 5, type: "start", x: 0, y: 0, children: [] };
const definitionOf = (protection: Protection, legalHours = false) =>
  makeDefinition({
    campaignId: "w1",
    version: 1,
    workflow: { startNode: 5, nodes: [node], sections: {} },
    protection,
    legalHours,
  });
const hours = { timezoneProtectionStartTime: "08:00:00", timezoneProtectionEndTime: "17:00" };
const noonUtc = Date.UTC(2026, 0, 12, 12);

describe("a definition", () => {
  test("is made of the workflow text, an empty or null one included", () => {
    const make = (workflow: string) => makeDefinition({ campaignId: "w1", version: 1, workflow });
    expect(make('{"startNode": 5, "nodes": [{"id": 5, "type": "start"}], "sections": {"main": 5}}')).toMatchObject({
      startNode: 5,
      sections: { main: 5 },
    });
    expect(make("null").nodes.size).toBe(0);
    expect(make("").nodes.size).toBe(0);
  });

  test("starts at the start node when none is named (spec 2 §3.2)", () => {
    const workflow = { startNode: -1, nodes: [node], sections: {} };
    expect(makeDefinition({ campaignId: "w1", version: 1, workflow }).startNode).toBe(5);
  });

  test("fills in what a saved node leaves out, and keeps what it does not know", () => {
    const saved = { id: 2, type: "rateLimit", x: 0, y: 0, children: [], colour: "red" };
    const workflow = { startNode: 2, nodes: [saved], sections: {} };
    expect(makeDefinition({ campaignId: "w1", version: 1, workflow, kindOf }).nodes.get(2)).toEqual({
      ...saved,
      tpm: 60,
    });
  });
});

describe("the window of a workflow (readings, Windows)", () => {
  test("is none with protection none", () => {
    expect(definitionOf({ ...hours, timezoneProtectionType: 0 }).sendWindow(contact(["America/New_York"]))).toEqual([]);
  });

  test("is the recipient's or the fixed zone's", () => {
    const at = (protection: Protection) =>
      evaluateWindow(noonUtc, definitionOf(protection).sendWindow(contact(["America/New_York", "America/Chicago"])));
    expect(at({ ...hours, timezoneProtectionType: 1 })).toMatchObject({ opensAt: Date.UTC(2026, 0, 12, 14) });
    const fixed = { ...hours, timezoneProtectionType: 3, timezoneProtectionTimezoneFixed: -32 };
    expect(at(fixed)).toMatchObject({ opensAt: Date.UTC(2026, 0, 12, 16) });
  });

  test("never widens the legal hours", () => {
    const wide = {
      timezoneProtectionType: 1,
      timezoneProtectionStartTime: "06:00",
      timezoneProtectionEndTime: "23:00",
    };
    const rules = definitionOf(wide, true).sendWindow(contact(["America/New_York"], { state: "NY" }));
    expect(evaluateWindow(noonUtc, rules)).toMatchObject({ open: false, opensAt: Date.UTC(2026, 0, 12, 13) });
    const floridian = definitionOf(wide, true).sendWindow(contact(["America/New_York"], { phone: "+13055550123" }));
    expect(evaluateWindow(Date.UTC(2026, 0, 12, 13), floridian)).toMatchObject({ openUntil: Date.UTC(2026, 0, 13, 1) });
  });

  test("names the evaluated zone and its source (readings, Recipient's zone)", () => {
    const words = (protection: Protection, who: Contact, legal = false) =>
      describeWindow(definitionOf({ ...hours, ...protection }, legal).sendWindow(who));
    const eastern = contact(["America/New_York"], { zonesFrom: "postal" });
    const split = contact(["America/Boise", "America/Los_Angeles"], { phone: "+12085550123" });
    expect(words({ timezoneProtectionType: 0 }, eastern)).toBeUndefined();
    expect(words({ timezoneProtectionType: 1 }, eastern)).toBe(
      "workflow window 08:00 to 17:00 in America/New_York, by postal code",
    );
    expect(words({ timezoneProtectionType: 1 }, split, true)).toBe(
      "workflow window 08:00 to 17:00 and legal hours 08:00 to 21:00 in America/Boise, America/Los_Angeles, by area code",
    );
    expect(words({ timezoneProtectionType: 3, timezoneProtectionTimezoneFixed: -32 }, eastern)).toBe(
      "workflow window 08:00 to 17:00 in America/Los_Angeles",
    );
  });

  test("is one array for contacts in the same zones, so that it is evaluated once", () => {
    const definition = definitionOf({ ...hours, timezoneProtectionType: 1 });
    expect(definition.sendWindow(contact(["America/New_York"]))).toBe(
      definition.sendWindow(contact(["America/New_York"])),
    );
  });
});
