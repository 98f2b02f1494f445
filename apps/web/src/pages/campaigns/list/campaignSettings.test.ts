import { expect, test } from "vitest";
import { campaignBodyOf, campaignSettingsIssues, newCampaignSettings } from "./campaignSettings.ts";

const numberSet = "01980000-0000-7000-8000-0000000000d1";
const filled = { ...newCampaignSettings, title: "Spring", numberSet };

test("a new outbound workflow sends from 8:00 to 18:00 in the recipient's time zone, without a frequency limit (spec 1 §9)", () => {
  expect(campaignBodyOf(filled)).toMatchObject({
    timezoneProtectionType: 1,
    timezoneProtectionStartTime: "08:00:00",
    timezoneProtectionEndTime: "18:00:00",
    frequencyDays: -1,
    workflowDisplayType: 1,
  });
  expect(campaignSettingsIssues(filled)).toEqual({});
});

test("title and number set are required (spec 1 §5.1)", () => {
  expect(campaignSettingsIssues(newCampaignSettings)).toEqual({
    title: "Title is required",
    numberSet: "Number Set is required",
  });
});

test("a protected workflow needs start, end and, when fixed, a timezone (spec 1 §5.1)", () => {
  expect(campaignSettingsIssues({ ...filled, protection: "fixed", start: "", end: "", timezone: null })).toEqual({
    start: "Timezone Protection Start Time is required",
    end: "Timezone Protection End Time is required",
    timezone: "Default Timezone is required",
  });
  expect(campaignSettingsIssues({ ...filled, protection: "none", start: "", end: "" })).toEqual({});
});

test("the end is at least 15 minutes after the start (spec 1 §5.1)", () => {
  expect(campaignSettingsIssues({ ...filled, start: "08:00:00", end: "08:00:00" }).end).toMatch(/at least 15 minutes/);
  expect(campaignSettingsIssues({ ...filled, start: "08:00:00", end: "08:15:00" })).toEqual({});
});

test("a number of days is required and greater than 0 (spec 1 §5.1)", () => {
  const days = (value: number | null) =>
    campaignSettingsIssues({ ...filled, frequency: "numberofdays", days: value }).days;
  expect(days(null)).toBe("Frequency Days is required");
  expect(days(0)).toBe("Frequency Days must be greater than 0");
  expect(days(1.5)).toBe("Frequency Days must be a whole number");
  expect(days(36_501)).toBe("Frequency Days must be at most 36500");
  expect(days(7)).toBeUndefined();
});
