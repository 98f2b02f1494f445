import { expect, it } from "vitest";
import { bodyOf, emptyWebhook, faultsOf, hintsOf } from "./webhookDraft.ts";

it("sends the strategy none while the failure strategy is off (spec 2 §4.6)", () => {
  expect(bodyOf(emptyWebhook).failureStrategy).toEqual({ retryStrategy: "none" });
  expect(bodyOf({ ...emptyWebhook, retries: true }).failureStrategy).toEqual({
    retryStrategy: "linear",
    retryCount: 1,
    retryDelaySeconds: 2,
  });
});

it("names what is missing in the words of spec 2 §5.4", () => {
  const draft = { ...emptyWebhook, successPath: " ", retries: true, retryDelaySeconds: "" as const };
  expect(Object.values(faultsOf(draft))).toEqual([
    "Callback Name Cannot be Empty",
    "Connection must be set",
    "Success path cannot be empty",
    "Delay in seconds cannot be empty",
  ]);
  expect(faultsOf({ ...draft, retryDelaySeconds: 301 }).retryDelaySeconds).toBe(
    "Delay in seconds must be from 1 to 300",
  );
});

it("refuses a delay that is not a whole number", () => {
  const draft = { ...emptyWebhook, name: "Orders", callbackServerConfigId: "made", retries: true };
  expect(faultsOf({ ...draft, retryDelaySeconds: 1.5 })).toEqual({
    retryDelaySeconds: "Delay in seconds must be a whole number",
  });
});

it("warns about a missing URL or event type and saves anyway (spec 2 §5.4)", () => {
  expect(Object.values(hintsOf(emptyWebhook))).toEqual(["Request URL cannot be empty", "Event Type field is required"]);
  expect(faultsOf({ ...emptyWebhook, name: "Orders", callbackServerConfigId: "made" })).toEqual({});
  expect(hintsOf({ ...emptyWebhook, url: "https://a.example", eventType: "dnc" })).toEqual({});
});
