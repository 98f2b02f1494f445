import { describe, expect, test } from "vitest";
import { type Question, questionIssues } from "./askRoute.ts";

const asked: Question = { srcType: "sms", from: "", to: "", at: "2026-11-24T18:40", text: "", attributes: {} };
const words = "Must be a phone number, such as +12025550143, or a short code";

describe("the question of the route tester", () => {
  test.each(["+12025550143", "(202) 555-0143", "2025550143", "+442079460018", "72345", ""])(
    "%s is an address",
    (from) => expect(questionIssues({ ...asked, from, to: from })).toEqual({}),
  );

  test.each(["+1202", "desk", "+1 202 555 01433", "12"])("%s is none", (from) =>
    expect(questionIssues({ ...asked, from, to: from })).toEqual({ from: words, to: words }),
  );

  test("a time that is not whole is not asked", () =>
    expect(questionIssues({ ...asked, at: "" })).toEqual({ at: "Date and Time is required" }));
});
