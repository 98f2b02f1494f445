import fc from "fast-check";
import { getCountries } from "libphonenumber-js";
import { describe, expect, test } from "vitest";
import { chanceOf } from "./chance.ts";
import { phoneCountries } from "./data/phoneCountries.ts";
import { isE164, isSip } from "./phone/dialTarget.ts";
import { blocks, dncBits, dncMask, dncTypes, optOutMask, stopReason } from "./phone/dnc.ts";
import { replyMeaning, replyWord } from "./phone/optOutKeywords.ts";
import { parsePhone } from "./phone/phone.ts";
import { daysOf, maskOf, showDays } from "./time/daysOfWeek.ts";
import { formatTime, parseTime, showTime } from "./time/timeOfDay.ts";
import { showTimeOfId, timeOfId, uuid7 } from "./uuid7.ts";
import { readVariable, variableName } from "./variables.ts";

describe("days of the week (spec 2 §9)", () => {
  test("are a bitmask from Sunday 1, shown with bars", () => {
    expect(showDays(62)).toBe("Mo|Tu|We|Th|Fr");
    expect(showDays(65)).toBe("Su|Sa");
    expect(showDays(0)).toBe("---");
    for (let mask = 0; mask < 128; mask++) expect(maskOf(daysOf(mask))).toBe(mask);
  });
});

describe("a time of day", () => {
  test("is read as HH:mm:ss, HH:mm and with AM or PM", () => {
    expect(["08:00:00", "8:00", "12:00 AM", "12:30 pm", "24:00", "17:15:30"].map(parseTime)).toEqual([
      28_800, 28_800, 0, 45_000, 86_400, 62_130,
    ]);
    for (const text of ["", "25:00", "8", "8:60", "13:00 PM", "24:00:01", "noon"])
      expect(parseTime(text)).toBeUndefined();
  });

  test("is written as HH:mm:ss and shown on twelve hours", () => {
    for (let second = 0; second < 86_400; second += 61) expect(parseTime(formatTime(second))).toBe(second);
    expect([0, 28_800, 43_200, 62_100].map(showTime)).toEqual(["12:00 AM", "8:00 AM", "12:00 PM", "5:15 PM"]);
  });
});

describe("do not contact (readings, DNC types)", () => {
  test("all covers the three others, an opt-out covers texts and RCS", () => {
    expect(dncBits.all).toBe(dncMask(["call", "sms", "rcs"]));
    expect([blocks(optOutMask, "sms"), blocks(optOutMask, "rcs"), blocks(optOutMask, "call")]).toEqual([
      true,
      true,
      false,
    ]);
    expect(dncTypes(7)).toEqual(["all"]);
    for (let mask = 0; mask < 8; mask++) expect(dncMask(dncTypes(mask))).toBe(mask);
  });

  test("the reason of a stop names who stopped it", () => {
    expect(stopReason(optOutMask, "sms")).toBe("opted_out");
    expect(stopReason(dncBits.all, "sms")).toBe("dnc");
    expect(stopReason(dncBits.call | optOutMask, "call")).toBe("dnc");
    expect(stopReason(0, "rcs")).toBeUndefined();
  });
});

describe("chance", () => {
  const count = 100_000;
  // the worst case: ids made one after another, without any chance in them
  const ids = Array.from({ length: count }, (_, index) => uuid7(1_767_225_600_000 + index, new Uint8Array(10)));

  test("is the same for the same journey and node, and lies in [0, 1)", () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 1, max: 2000 }), (journeyId, node) => {
        const chance = chanceOf(journeyId, node);
        expect(chance).toBe(chanceOf(journeyId, node));
        expect(chance >= 0 && chance < 1).toBe(true);
      }),
    );
  });

  test("meets each percentage within three sigma over 100 000 journeys whose ids follow one another", () => {
    for (const node of [2, 3, 700]) {
      for (const share of [0.01, 0.3, 0.5, 0.9]) {
        const below = ids.filter((id) => chanceOf(id, node) < share).length;
        expect(Math.abs(below - count * share)).toBeLessThan(3 * Math.sqrt(count * share * (1 - share)));
      }
    }
  });

  test("at one node tells nothing of the next", () => {
    const both = ids.filter((id) => chanceOf(id, 2) < 0.5 && chanceOf(id, 3) < 0.5).length;
    expect(Math.abs(both - count / 4)).toBeLessThan(3 * Math.sqrt(count * 0.25 * 0.75));
  });
});

describe("a phone number", () => {
  test.each([
    ["(202) 555-0123", "+12025550123"],
    ["202.555.0123", "+12025550123"],
    ["1 202 555 0123", "+12025550123"],
    ["+1 (202) 555-0123", "+12025550123"],
    ["+44 20 7946 0000", "+442079460000"],
    ["+49 30 901820", "+4930901820"],
    ["0044 20 7946 0000", "+442079460000"],
    ["00 1 202 555 0123", "+12025550123"],
    ["011 44 20 7946 0000", "+442079460000"],
  ])("%s is %s", (text, e164) => {
    expect(parsePhone(text)).toEqual({ e164 });
  });

  test.each([
    "",
    "   ",
    "hello",
    "123",
    "+1 202 555",
    "+1 112 555 0123",
    "202-155-0123",
    "+1 2025550123 ext 5",
    "911",
    "00",
    "0044 12",
  ])("%j is none", (text) => {
    expect(parsePhone(text)).toHaveProperty("problem");
  });

  test("belongs to a country of the list, and the list leaves none out", () => {
    expect(phoneCountries).toEqual(getCountries());
  });

  test("of another country is read by its habits", () => {
    expect(parsePhone("020 7946 0000", "GB")).toEqual({ e164: "+442079460000" });
  });

  test("in E.164 or a SIP address is recognized (spec 2 §5.2)", () => {
    for (const sip of ["sip:ann@example.com", "sips:ann@10.0.0.1:5061", "sip:100@pbx.example.com;transport=tls"])
      expect(isSip(sip)).toBe(true);
    for (const no of ["ann@example.com", "sip:", "sip:ann", "sip:a b@x", "sip:ann@ex ample"])
      expect(isSip(no)).toBe(false);
    expect([isE164("+12025550123"), isE164("2025550123"), isE164("+0123")]).toEqual([true, false, false]);
  });
});

describe("opt-out words (telecom §5.2)", () => {
  test.each([
    "stop",
    "STOP",
    " Stop. ",
    "stopall",
    "Unsubscribe",
    "cancel",
    "END",
    "quit",
    "revoke",
    "opt out",
    "OPTOUT",
    "Opt-Out",
    "stop all",
    '"STOP"',
  ])("%j opts out", (text) => {
    expect(replyMeaning(text)).toEqual({ word: "stop", soft: false });
  });

  test.each([
    "please stop texting me",
    "I want to opt out",
    "remove me from your list",
    "No mas",
    "don't text me again",
    "take me off",
    "STOP IT!!!",
    "leave me alone",
    "stop these messages",
    "Don’t message me",
  ])("%j opts out by the soft detector, for review", (text) => {
    expect(replyMeaning(text)).toEqual({ word: "stop", soft: true });
  });

  test.each(["start", "UNSTOP", "join"])("%j opts in", (text) => expect(replyWord(text)).toBe("start"));
  test.each(["help", "INFO?"])("%j asks for help", (text) => expect(replyWord(text)).toBe("help"));

  test.each([
    "yes",
    "no",
    "I can't stop laughing",
    "at the bus stop",
    "stop the car, I am here",
    "the end of the week works",
    "can you cancel my 3pm?",
    "starting tomorrow",
    "helpful!",
    "",
  ])("%j is an ordinary reply", (text) => {
    expect(replyWord(text)).toBeUndefined();
  });

  test("YES opts in only for someone who is opted out", () => {
    expect(replyWord("Yes", true)).toBe("start");
    expect(replyWord("Yes", false)).toBeUndefined();
  });
});

describe("ids (readings, Ids)", () => {
  test("carry the time at which they were made, in version 7", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 281_474_976_710_655 }),
        fc.uint8Array({ minLength: 10, maxLength: 10 }),
        (ms, bytes) => {
          const id = uuid7(ms, bytes);
          expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
          expect(timeOfId(id)).toBe(ms);
        },
      ),
    );
  });

  test("of version 1 are read as well, others show ---", () => {
    expect(timeOfId("c232ab00-9414-11ec-b3c8-9f6bdeced846")).toBe(Date.parse("2022-02-22T19:22:22Z"));
    expect(showTimeOfId("c232ab00-9414-11ec-b3c8-9f6bdeced846")).toBe("02/22/2022 07:22 PM");
    expect(showTimeOfId("919108f7-52d1-4320-9bac-f847db4148a8")).toBe("---");
    expect(showTimeOfId("welcome")).toBe("---");
  });
});

describe("variables (readings, Variables in texts)", () => {
  const contact = {
    contactId: "c1",
    phone: "+12025550123",
    email: null,
    firstName: "Ann",
    lastName: null,
    address: null,
    city: null,
    state: "CA",
    postalCode: null,
    country: null,
    tags: ["a", "b"],
    extdata: { tier: "gold" },
    zones: ["America/Los_Angeles"],
    zonesFrom: "state" as const,
    dnc: 0,
  };
  const read = (name: string, vars: Record<string, string> = {}): string | undefined =>
    readVariable({ contact, vars }, name);

  test("are the contact's fields, its custom fields without case, and the workflow's own", () => {
    expect(read("firstName")).toBe("Ann");
    expect(read("lastName")).toBeUndefined();
    expect(read("Tier")).toBe("gold");
    expect(read("contact.extdata.tier")).toBe("gold");
    expect(read("contact.firstName")).toBe("Ann");
    expect(read("node3.reply", { "node3.reply": "yes" })).toBe("yes");
    expect(read("firstName", { firstName: "Bob" })).toBe("Bob");
    expect(read("phonenumber1")).toBe(read("phone"));
    expect(read("phonenumber1.company", { "phonenumber1.company": "Acme" })).toBe("Acme");
    expect(read("options.timezone")).toBe("America/Los_Angeles");
  });

  test("are never found on a prototype", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) expect(read(name)).toBeUndefined();
  });

  test("may be written with or without ${}", () => {
    expect(["${ firstName }", "firstName", " node3.reply "].map(variableName)).toEqual([
      "firstName",
      "firstName",
      "node3.reply",
    ]);
  });
});
