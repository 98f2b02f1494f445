import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { readCampaign, writeCampaign } from "./campaignForm.ts";
import { kinds } from "./kinds/index.ts";

const wire = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/wire/start.${name}.campaign.json`, import.meta.url), "utf8"));

test.for(["none", "recipient", "fixed"])("protection %s is written as it was read (spec 2 §3.1)", (name) => {
  const campaign = wire(name);
  const form = readCampaign(campaign);
  expect(form.timezoneProtection).toBe(name);
  expect(writeCampaign(form, campaign)).toEqual(campaign);
});

test("reads the numbers of the time zone and frequency settings", () => {
  const form = (timezoneProtectionType: number, frequencyDays: number) => {
    const { timezoneProtection, frequencyProtection, days } = readCampaign({ timezoneProtectionType, frequencyDays });
    return [timezoneProtection, frequencyProtection, days];
  };
  expect(form(1, -1)).toEqual(["recipient", "unlimited", -1]);
  expect(form(3, 0)).toEqual(["fixed", "onetime", 0]);
  expect(form(2, 30)).toEqual(["none", "numberofdays", 30]);
});

test("HH:mm is read, HH:mm:ss written (wire reading 13)", () => {
  const form = readCampaign({
    ...wire("recipient"),
    timezoneProtectionStartTime: "9:15",
    timezoneProtectionEndTime: "18:45",
  });
  expect(writeCampaign(form)).toMatchObject({
    timezoneProtectionStartTime: "09:15:00",
    timezoneProtectionEndTime: "18:45:00",
  });
});

test("a campaign without settings has the editor's defaults: 08:00 to 17:00, none, unlimited (spec 2 §3.3)", () => {
  expect(writeCampaign(readCampaign({ campaignName: "New", numberSet: "d1" }))).toEqual({
    campaignName: "New",
    numberSet: "d1",
    timezoneProtectionType: 0,
    timezoneProtectionStartTime: "08:00:00",
    timezoneProtectionEndTime: "17:00:00",
    frequencyDays: -1,
  });
});

test("the fixed zone goes when the protection is fixed no longer", () => {
  const form = { ...readCampaign(wire("fixed")), timezoneProtection: "recipient" as const };
  expect(writeCampaign(form, wire("fixed"))).not.toHaveProperty("timezoneProtectionTimezoneFixed");
});

test("choosing a frequency presets the days: -1, 0, 1 (spec 2 §3.3)", () => {
  const { defaults, fields } = kinds.start;
  const field = fields.find(({ name }) => name === "frequencyProtection");
  const days = (frequencyProtection: "unlimited" | "onetime" | "numberofdays") =>
    field?.sets?.({ ...defaults, frequencyProtection })["days"];
  expect([days("unlimited"), days("onetime"), days("numberofdays")]).toEqual([-1, 0, 1]);
});

test.for([
  { kind: "reply" as const, windowHours: 24 },
  { kind: "field" as const, windowHours: 100, field: "tier", value: "gold" },
])("a $kind goal is written as it was read", (goal) => {
  const campaign = { ...wire("none"), goal };
  expect(writeCampaign(readCampaign(campaign), campaign)).toEqual(campaign);
});

test("a workflow whose goal is removed is saved without one", () => {
  const campaign = { ...wire("none"), goal: { kind: "click", windowHours: 24 } };
  const form = { ...readCampaign(campaign), goal: "none" as const };
  expect(writeCampaign(form, campaign)).toEqual({ ...wire("none"), goal: null });
});
