import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseBundle, readBundle } from "./bundle.ts";

const workflow = JSON.parse(readFileSync(new URL("../../fixtures/wire/start.json", import.meta.url), "utf8"));
const campaign = { campaignName: "Spring welcome", frequencyDays: 7 };

test("a bundle holds the workflow, its campaign's settings and its templates, with defaults for the rest", () => {
  const templates = [{ templateId: "a1", templateTitle: "Welcome", templateText: "Hi ${firstName}" }];
  const parsed = parseBundle(JSON.stringify({ trunkline: 1, campaign, workflow, templates }));
  expect(parsed).toMatchObject({
    ok: true,
    bundle: {
      workflow,
      campaign: { ...campaign, timezoneProtectionType: 0 },
      templates: [{ ...templates[0], templateMediaUrl: null }],
      numberSetName: null,
    },
  });
});

test("a bundle holds inbound workflows alone, or at least one whole outbound one", () => {
  const routes = [{ routeTag: "support" }];
  const read = (more: object) => readBundle({ trunkline: 1, ...more });
  expect(read({ routes })).toMatchObject({ ok: true, bundle: { routes: [{ drawing: null, destinations: [] }] } });
  expect(read({ routes, workflow })).toMatchObject({ problems: [{ message: "campaign is required" }] });
  expect(read({})).toMatchObject({
    problems: [{ message: "campaign is required" }, { message: "workflow is required" }],
  });
});

test("what is wrong with a bundle is said with its line", () => {
  expect(parseBundle("{\n")).toEqual({
    ok: false,
    problems: [
      {
        line: 2,
        message: "The bundle is not JSON: line 2, column 1: a name in quotes or } is expected, but the text ends",
      },
    ],
  });
  expect(parseBundle(JSON.stringify({ campaign, workflow }))).toEqual({
    ok: false,
    problems: [{ line: 1, message: 'trunkline must be 1. A bundle starts with {"trunkline": 1, …}' }],
  });
  expect(parseBundle(JSON.stringify({ trunkline: 1, campaign: {}, workflow }, null, 2))).toEqual({
    ok: false,
    problems: [{ line: 3, message: "campaign.campaignName is required" }],
  });
});

test.for<[string, object, string]>([
  ["an unknown protection", { timezoneProtectionType: 2 }, "campaign.timezoneProtectionType must be one of 0, 1, 3"],
  [
    "a protection without times",
    { timezoneProtectionType: 1, timezoneProtectionEndTime: "18:00" },
    "Timezone Protection Start Time is required",
  ],
  [
    "no time of day",
    { timezoneProtectionStartTime: "99:99" },
    "campaign.timezoneProtectionStartTime must be a time of day such as 08:00:00",
  ],
  [
    "a zone that is not there",
    {
      timezoneProtectionType: 3,
      timezoneProtectionStartTime: "08:00",
      timezoneProtectionEndTime: "18:00",
      timezoneProtectionTimezoneFixed: 77,
    },
    "campaign.timezoneProtectionTimezoneFixed must be an id of GET /v4/timezone/, but is 77",
  ],
  ["a frequency below unlimited", { frequencyDays: -2 }, "campaign.frequencyDays must be at least -1"],
])("settings are bound as in the create form (spec 1 §5.1): %s", ([, settings, message]) => {
  const problems = [{ path: expect.any(Array), message }];
  expect(readBundle({ trunkline: 1, campaign: { ...campaign, ...settings }, workflow })).toEqual({
    ok: false,
    problems,
  });
});

test.for<[object, string]>([
  [{ templateTitle: " ", templateText: "Hi" }, "Please enter template title"],
  [{ templateTitle: "Empty" }, "Template content or media url is required to save a template"],
  [
    { templateTitle: "Script", templateMediaUrl: "javascript:alert(1)" },
    "templates.0.templateMediaUrl must be a valid URL",
  ],
  [
    { templateTitle: "Long", templateText: "x".repeat(1601) },
    "Template content has 1601 characters, but GSM7 texts can have at most 1600. Shorten it.",
  ],
])("templates are bound as in their own form (spec 2 §4.5, §5.3): %j", ([template, message]) => {
  const read = readBundle({ trunkline: 1, campaign, workflow, templates: [{ templateId: "a1", ...template }] });
  expect(read).toEqual({ ok: false, problems: [{ path: expect.any(Array), message }] });
});
