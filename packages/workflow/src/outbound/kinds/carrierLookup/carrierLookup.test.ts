import { expect, test } from "vitest";
import { numberFacts } from "../../../parts/phone/numberFacts.ts";
import { describeKind } from "../../describeKind.ts";
import { kinds } from "../index.ts";
import { help } from "./help.ts";
import { carrierLookup } from "./index.ts";

const ofDc = {
  "phonenumber1.country": "US",
  "phonenumber1.state": "DC",
  "phonenumber1.timezone": "America/New_York",
};

describeKind("carrierLookup", carrierLookup, {
  saves: [{ rule: "no fields of its own", draft: { next: 2 }, own: {}, children: [2] }],
  rejects: [{ rule: "nothing", draft: {}, messages: [] }],
  runs: [
    {
      rule: "fills what the number itself tells, at once",
      outcome: { go: 2, assign: ofDc, because: "found DC, US" },
    },
    {
      rule: "knows landlines and mobiles where numbers tell them apart",
      at: { contact: { phone: "+442079460000" } },
      outcome: {
        go: 2,
        assign: {
          "phonenumber1.country": "GB",
          "phonenumber1.type": "landline",
          "phonenumber1.wireless": "false",
        },
        because: "found landline, GB",
      },
    },
    {
      rule: "a contact without a phone continues",
      at: { contact: { phone: null } },
      outcome: { go: 2, because: "no_phone" },
    },
    {
      rule: "a number that cannot be continues, and nothing is filled",
      at: { contact: { phone: "+19995550100" } },
      outcome: { go: 2, because: "invalid_phone" },
    },
    {
      rule: "asks the account's look-up where there is one",
      at: { lookup: { asksCarriers: true } },
      outcome: { ask: { do: "lookUpCarrier", phone: "+12025550111" } },
    },
    {
      rule: "what the look-up says wins over what the number tells",
      by: {
        answer: {
          ok: true,
          vars: { "phonenumber1.wireless": "true", "phonenumber1.company": "Bell", "phonenumber1.state": "MD" },
        },
      },
      outcome: {
        go: 2,
        assign: {
          ...ofDc,
          "phonenumber1.wireless": "true",
          "phonenumber1.company": "Bell",
          "phonenumber1.state": "MD",
        },
        because: "found Bell, MD, US",
      },
    },
    {
      rule: "fills what the number tells when the look-up fails, with the reason",
      by: { answer: { ok: false, reason: "timed_out" } },
      outcome: { go: 2, assign: ofDc, because: "timed_out" },
    },
  ],
});

test("its help and its variables name what spec 2 §2.1 says it fills", () => {
  const names = ["company", "wireless", "network", "city", "state", "country", "zip"].map(
    (name) => `phonenumber1.${name}`,
  );
  for (const name of names) expect(help).toContain(name);
  expect(kinds.carrierLookup.gives?.(2, { next: null })).toEqual(expect.arrayContaining(names));
});

test.for([
  ["+18005550100", { country: "US", type: "tollFree", wireless: "false" }],
  ["+14165550100", { country: "CA", state: "ON", timezone: "America/Toronto" }],
  ["+447400123456", { country: "GB", type: "mobile", wireless: "true" }],
] as const)("%s tells what it can", ([phone, facts]) => {
  expect(numberFacts(phone)).toMatchObject(facts);
});
