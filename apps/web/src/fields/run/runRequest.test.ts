import { periodOf, rateOptions } from "@trunkline/contract/runs/batch.ts";
import { expect, test } from "vitest";
import { type RunForm, rateDraftOf, runBody, runIssues, selectionOf } from "./runRequest.ts";

const form: RunForm = {
  displayName: "Spring",
  rate: -1,
  customRate: null,
  filter: "both",
  who: "all",
  statements: [],
  audienceId: null,
  contactIds: [],
  upload: null,
  uploadTag: null,
};

test("a run over all contacts has no statements, starts immediately and applies the DNC filter", () => {
  expect(runBody(form)).toEqual({
    displayName: "Spring",
    periodMs: -1,
    start: true,
    filters: { dnc: ["call", "sms"] },
    statements: [],
  });
});

test("a rate of 60 a minute is a period of a second (spec 2 §9)", () => {
  expect(runBody({ ...form, rate: 60 }).periodMs).toBe(1000);
  expect(runBody({ ...form, rate: null, customRate: 30 }).periodMs).toBe(2000);
});

test("a custom rate is a whole number from 1 to 1920 (readings, Rates)", () => {
  const issue = (customRate: number | null) => runIssues({ ...form, rate: null, customRate }).customRate;
  for (const wrong of [null, 0, 1921]) expect(issue(wrong)).toBe("must be between 1 and 1920");
  expect(issue(2.5)).toBe("must be a whole number");
  expect(issue(1920)).toBeUndefined();
});

test("statements are sent without DN_ and with negated (wire reading 26)", () => {
  const statements = [{ variable: "state", operation: "DN_EQUALS_ONE_OF", value: "FL,OK" }];
  expect(runBody({ ...form, who: "statements", statements })).toMatchObject({
    statements: [{ variable: "state", operation: "EQUALS_ONE_OF", value: "FL,OK", negated: true }],
  });
});

test("picked contacts, complete statements and a name are required", () => {
  expect(runIssues({ ...form, displayName: " " }).displayName).toBe("Name is required");
  expect(runIssues({ ...form, who: "picked" }).contactIds).toBe("Choose at least one contact");
  const statements = [{ variable: "state", operation: "EQUALS", value: "" }];
  expect(runIssues({ ...form, who: "statements", statements }).statements).toBe("Complete or remove every statement");
});

test("a run for no one chosen is refused, and never means everyone", () => {
  expect(runIssues({ ...form, who: null })).toEqual({ who: "Choose who the run is for" });
  expect(selectionOf({ ...form, who: null })).toEqual({});
});

test("an audience is chosen, and sent by its id", () => {
  expect(runIssues({ ...form, who: "audience" }).audienceId).toBe("Choose an audience");
  const { statements: _, ...body } = runBody(form);
  expect(runBody({ ...form, who: "audience", audienceId: "a" })).toEqual({ ...body, audienceId: "a" });
});

test("a rate that was picked from the options maps back to it, whatever the rounding (readings, Rate)", () => {
  for (const rate of rateOptions) expect(rateDraftOf(periodOf(rate)).rate).toBe(rate);
  expect(rateDraftOf(periodOf(30))).toEqual({ rate: null, customRate: 30 });
  expect(rateDraftOf(0).rate).toBe(-1);
});

test("an uploaded file is run by its tag after the import", () => {
  expect(runIssues({ ...form, who: "upload" }).uploadTag).toBe("Upload a file and wait until it is imported");
  expect(selectionOf({ ...form, who: "upload", uploadTag: "upload-1" })).toEqual({
    statements: [{ variable: "tags", operation: "CONTAINS", value: "upload-1", negated: false }],
  });
});
