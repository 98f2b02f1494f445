import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { kindOf } from "../outbound/kinds/index.ts";
import { recipientZones } from "../parts/time/recipientZones.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { type DefinitionSource, makeDefinition, type SavedWorkflow } from "./definition.ts";
import { type Simulation, simulate, simulatedWorld } from "./simulate.ts";
import { Transcript } from "./transcript.ts";
import type { Contact, Lookup } from "./world.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`../../fixtures/wire/${name}.json`, import.meta.url), "utf8");

const texts: Record<string, string> = {
  a1: "Hi ${firstName}",
  a2: "Still there, ${firstName}?",
};

const lookup: Lookup = {
  template: (templateId) => {
    const text = texts[templateId.slice(-2)];
    return text === undefined ? undefined : { templateId, title: "T", text, mediaUrl: null };
  },
  campaignExists: () => true,
  zone: zoneOf,
  federalDnc: () => undefined,
};

function contact(firstName: string, more: Partial<Contact> = {}): Contact {
  const phone = more.phone ?? "+12125550123";
  const { zones, from } = recipientZones({ phone });
  return {
    contactId: firstName,
    phone,
    email: null,
    firstName,
    lastName: null,
    address: null,
    city: null,
    state: null,
    postalCode: null,
    country: "US",
    tags: [],
    extdata: {},
    zones,
    zonesFrom: from,
    dnc: 0,
    ...more,
  };
}

function play(
  workflow: string | SavedWorkflow,
  contacts: Contact[],
  more: Partial<Simulation & DefinitionSource> = {},
): string {
  const definition = makeDefinition({ campaignId: "w1", version: 1, workflow, kindOf, ...more });
  const transcript = new Transcript(definition, "America/New_York");
  const startMs = Date.parse("2026-03-09T13:00:00Z");
  const played = simulate({ definition, kindOf, lookup, contacts, startMs, ...more });
  const lines: string[] = [];
  for (const { advance, contact: one } of played) {
    lines.push(...transcript.lines(advance, contacts.length > 1 ? (one.firstName ?? "") : undefined));
  }
  return lines.join("\n");
}

const node = (id: number, type: string, children: number[], own: object = {}) => ({
  id,
  type,
  x: 0,
  y: 0,
  children,
  ...own,
});
const survey: SavedWorkflow = {
  startNode: 1,
  sections: { main: 1 },
  nodes: [
    node(1, "start", [2]),
    node(2, "smsSend", [3], { smsTemplateId: "a1", smsTemplateName: "Welcome" }),
    node(3, "event", [4, 5], {
      timeoutData: {
        timeoutType: "waitTime",
        timeoutWaitUntilType: "date",
        timeoutWaitUntilTime: "12:00:00",
        timezoneType: "recipient",
        timeoutAllowedDays: 4,
        timeoutPath: 5,
      },
      conditions: [
        {
          targetNode: 4,
          statements: [{ variable: "node2.reply", operation: "EQUALS_ONE_OF", value: "yes,y", negated: false }],
        },
      ],
    }),
    node(4, "editContact", [], {
      assignments: [{ mode: "assignVariable", variable: "lastreply", value: "node2.reply" }],
    }),
    node(5, "smsSend", [6], { smsTemplateId: "a2", smsTemplateName: "Reminder" }),
    node(6, "control", []),
  ],
};

describe("journeys as text", () => {
  test("a contact who answers", () => {
    const lines = play(survey, [contact("Ann")], {
      texts: [
        { atMs: Date.parse("2026-03-09T13:05:00Z"), contactId: "Ann", text: "who is this?" },
        { atMs: Date.parse("2026-03-09T14:30:00Z"), contactId: "Ann", text: "Yes" },
      ],
    });
    expect(lines).toBe(
      [
        "Mon 2026-03-09",
        "09:00 start #1 goes to smsSend #2",
        '09:00 smsSend #2 sends "Hi Ann"',
        "09:00:01 smsSend #2 goes to event #3",
        "09:00:01 event #3 waits for a reply until Tue 12:00 (America/New_York)",
        '09:05 event #3 hears "who is this?"',
        '10:30 event #3 hears "Yes" and goes to editContact #4 (path 1 matched)',
        "10:30 editContact #4 ends the journey",
        '      sets lastreply to "Yes"',
      ].join("\n"),
    );
  });

  test("a contact who does not answer, another who opts out", () => {
    const lines = play(survey, [contact("Ann"), contact("Bob")], {
      texts: [{ atMs: Date.parse("2026-03-10T10:00:00Z"), contactId: "Bob", text: "STOP" }],
    });
    expect(lines.split("\n").slice(-9)).toEqual([
      "Tue 2026-03-10",
      '06:00 Bob: event #3 hears "STOP"',
      "12:00 Ann: event #3 goes to smsSend #5 (timed out)",
      '12:00 Ann: smsSend #5 sends "Still there, Ann?"',
      "12:00 Bob: event #3 goes to smsSend #5 (timed out)",
      "12:00 Bob: smsSend #5 goes to control #6 (the contact has opted out)",
      "12:00 Bob: control #6 ends the journey",
      "12:00:01 Ann: smsSend #5 goes to control #6",
      "12:00:01 Ann: control #6 ends the journey",
    ]);
  });

  test("a text held for the recipient's window, which legal hours narrow", () => {
    const lines = play(survey, [contact("Ann", { phone: "+18505550123" })], {
      protection: {
        timezoneProtectionType: 1,
        timezoneProtectionStartTime: "09:30:00",
        timezoneProtectionEndTime: "21:00:00",
      },
      legalHours: true,
      untilMs: Date.parse("2026-03-09T15:00:00Z"),
    });
    // area code 850 lies in two zones: half past nine of Chicago
    expect(lines.split("\n").slice(0, 4)).toEqual([
      "Mon 2026-03-09",
      "09:00 start #1 goes to smsSend #2",
      "09:00 smsSend #2 waits until 10:30 (workflow window 09:30 to 21:00 in America/New_York, America/Chicago, by area code)",
      '10:30 smsSend #2 sends "Hi Ann"',
    ]);
  });

  test("a deleted template fails its journeys with the reason", () => {
    const lines = play(survey, [contact("Ann")], { lookup: { ...lookup, template: () => undefined } });
    expect(lines.split("\n").at(-1)).toBe("09:00 smsSend #2 fails the journey (the message template no longer exists)");
  });

  test("a shared limit lets one a minute through", () => {
    const limited: SavedWorkflow = {
      startNode: 1,
      sections: { main: 1 },
      nodes: [node(1, "start", [2]), node(2, "rateLimit", [3], { tpm: 1 }), node(3, "control", [])],
    };
    const lines = play(limited, [contact("Ann"), contact("Bob"), contact("Cid")]);
    expect(lines.split("\n").filter((line) => line.includes("control"))).toEqual([
      "09:00 Ann: rateLimit #2 goes to control #3",
      "09:00 Ann: control #3 ends the journey",
      "09:01 Bob: rateLimit #2 goes to control #3",
      "09:01 Bob: control #3 ends the journey",
      "09:02 Cid: rateLimit #2 goes to control #3",
      "09:02 Cid: control #3 ends the journey",
    ]);
  });

  test.each([
    "event",
    "timeDelay",
    "condition",
    "percentage",
    "dncCheck",
    "editContact",
    "rateLimit",
    "section",
    "campaign",
    "dnc",
    "smsSend",
  ])("the example %s runs to an end for many contacts, twice the same", (name) => {
    const contacts = Array.from({ length: 20 }, (_, index) =>
      contact(`Ann${index}`, {
        state: index % 2 === 0 ? "CA" : null,
        email: "ann@example.com",
        extdata: { waitdays: "2", calltime: "09:30", appointment: "2026-04-01T10:00:00Z", waitminutes: "5" },
      }),
    );
    const respond = simulatedWorld();
    const definition = makeDefinition({ campaignId: "w1", version: 1, workflow: fixture(name), kindOf });
    const ended = new Map<string, string>();
    for (const { contact: one, advance } of simulate({
      definition,
      kindOf,
      lookup,
      contacts,
      startMs: Date.parse("2026-03-09T13:00:00Z"),
      respond,
    })) {
      ended.set(one.contactId, advance.journey.status);
    }
    expect([...ended.values()]).toEqual(Array.from({ length: 20 }, () => "done"));
    expect(play(fixture(name), contacts)).toBe(play(fixture(name), contacts));
  });
});
