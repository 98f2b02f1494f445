import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseBundle } from "./bundle.ts";

const workflow = JSON.parse(readFileSync(new URL("../../fixtures/wire/start.json", import.meta.url), "utf8"));
const campaign = { campaignName: "Spring welcome", frequencyDays: 7 };

test("a bundle holds the workflow, its campaign's settings and its templates; the rest has defaults", () => {
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

test("what is wrong with a bundle is said with its place", () => {
  expect(parseBundle("{")).toEqual({
    ok: false,
    problems: ["The bundle is not JSON. At line 1, column 2: a name in quotes or } is expected, but the text ends"],
  });
  expect(parseBundle(JSON.stringify({ campaign, workflow }))).toEqual({
    ok: false,
    problems: ['trunkline: must be 1: a bundle begins with {"trunkline": 1, …}'],
  });
  expect(parseBundle(JSON.stringify({ trunkline: 1, campaign: {}, workflow }))).toEqual({
    ok: false,
    problems: ["campaign.campaignName: Invalid input: expected string, received undefined"],
  });
});
