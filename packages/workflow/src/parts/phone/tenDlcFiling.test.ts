import { describe, expect, it } from "vitest";
import { checkFiling, driftOf, type Filing, type SentText } from "./tenDlcFiling.ts";

const good: Filing = {
  usecase: "MARKETING",
  description: "The Shop sends its customers a monthly offer with a link to its own site.",
  messageFlow:
    "Customers tick a box: I agree to receive up to 4 texts a month from The Shop. Message and data rates may apply. Reply HELP for help, STOP to cancel. Terms and privacy policy are linked beside it.",
  helpMessage: "The Shop: write to help@shop.example.com. Reply STOP to cancel.",
  samples: [
    "The Shop: your order 4711 has left our store. Reply STOP to cancel.",
    "The Shop: spring is here, 20% off all plants until Sunday. Reply STOP to cancel.",
  ],
  embeddedLink: false,
  embeddedPhone: false,
  enableMMS: false,
  ageGated: false,
  directLending: false,
  privacyPolicyLink: "",
  termsAndConditionsLink: "",
};
const sent = (text: string, more: Partial<SentText> = {}): SentText => ({
  title: "Order",
  text,
  mediaUrl: null,
  ...more,
});
const order = "The Shop: your order ${order} has left our store. Reply STOP to cancel.";

describe("the filing check (spec 1 §3.8; telecom §14.4)", () => {
  it("finds nothing in a good filing whose templates are what its samples say", () => {
    expect(checkFiling(good, "The Shop", [sent(order)])).toEqual([]);
  });

  it.each<[keyof Filing | "sample1" | "templates", Partial<Filing>, "problem" | "hint", RegExp]>([
    [
      "messageFlow",
      { messageFlow: good.messageFlow.replace(/tick a box: I agree/, "are added") },
      "problem",
      /how people/,
    ],
    ["messageFlow", { messageFlow: good.messageFlow.replace("STOP", "ST0P") }, "problem", /STOP ends/],
    ["messageFlow", { messageFlow: good.messageFlow.replace("rates", "costs") }, "problem", /rates may apply/],
    ["messageFlow", { messageFlow: good.messageFlow.replace("The Shop", "us") }, "hint", /Name the brand/],
    ["messageFlow", { messageFlow: good.messageFlow.replace("HELP for help, ", "") }, "hint", /HELP/],
    ["termsAndConditionsLink", { messageFlow: good.messageFlow.replace("Terms", "Rules") }, "hint", /terms/],
    ["privacyPolicyLink", { messageFlow: good.messageFlow.replace("privacy policy", "rules") }, "hint", /privacy/],
    ["helpMessage", { helpMessage: "" }, "hint", /reply to HELP/],
    ["helpMessage", { helpMessage: good.helpMessage.replace("STOP", "END") }, "problem", /STOP ends/],
    ["helpMessage", { helpMessage: "The Shop: just wait. Reply STOP to cancel." }, "problem", /does not name a phone/],
    ["sample1", { samples: ["Your order has left. Reply STOP to cancel."] }, "problem", /No sample names the brand/],
    ["sample1", { samples: ["The Shop: your order has left our store."] }, "problem", /how to opt out/],
    [
      "sample1",
      { samples: [`${good.samples[0]} https://shop.example.com`] },
      "problem",
      /Embedded Link is not declared/,
    ],
    ["sample1", { samples: [`${good.samples[0]} Call 202-555-0100`] }, "problem", /Embedded Phone is not declared/],
    ["sample1", { samples: [good.samples[0]!, good.samples[0]!] }, "hint", /the same/],
    ["embeddedLink", { embeddedLink: true }, "hint", /no sample contains a link/],
    ["embeddedPhone", { embeddedPhone: true }, "hint", /no sample contains a phone/],
    [
      "description",
      { description: "The Shop sells cannabis and tells its customers of new kinds." },
      "problem",
      /cannabis/,
    ],
  ])("says of %s, changed to %j, as a %s: %s", (field, change, level, words) => {
    const found = checkFiling({ ...good, ...change }, "The Shop");
    expect(found).toContainEqual({ field, level, words: expect.stringMatching(words) });
  });

  it("names templates of the number set that no sample resembles, and counts the rest", () => {
    const loans = Array.from({ length: 7 }, (_, index) =>
      sent("Refinance your mortgage today", { title: `T${index}` }),
    );
    const found = checkFiling(good, "The Shop", [sent(order), ...loans]);
    expect(found.map(({ words }) => words)).toEqual([
      ...[0, 1, 2, 3, 4].map((n) => `"T${n}" is sent from this number set: no sample in the filing is similar to it`),
      "The same applies to 2 more templates of the number set",
    ]);
  });
});

describe("drift of a template after approval", () => {
  it.each<[string, SentText, Partial<Filing>, string | null]>([
    ["as it was filed", sent(order), {}, null],
    ["without a text", sent(" "), {}, null],
    ["another message", sent("Refinance your mortgage today"), {}, "No sample in the filing is similar to it"],
    [
      "a link",
      sent(`${order} https://shop.example.com/a`),
      {},
      "It contains a link, but the filing does not declare links",
    ],
    ["a link that is declared", sent(`${order} https://shop.example.com/a`), { embeddedLink: true }, null],
    [
      "a phone",
      sent(`${order} Call (202) 555-0100`),
      {},
      "It contains a phone number, but the filing does not declare phone numbers",
    ],
    ["a phone that is declared", sent(`${order} Call (202) 555-0100`), { embeddedPhone: true }, null],
    [
      "a picture",
      sent(order, { mediaUrl: "https://shop.example.com/a.png" }),
      {},
      "It contains a picture, but the filing does not declare MMS",
    ],
    [
      "a picture, MMS being declared",
      sent("", { mediaUrl: "https://shop.example.com/a.png" }),
      { enableMMS: true },
      null,
    ],
  ])("%s", (_, template, more, words) => {
    expect(driftOf(template, { ...good, ...more })).toBe(words);
  });
});
