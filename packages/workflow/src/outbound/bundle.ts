import { z } from "zod";
import { goalSchema } from "../outcome/goal.ts";
import { ownValue } from "../parts/ownValue.ts";
import { lineOf, parseJson } from "../parts/text/jsonText.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";
import { countParts } from "../parts/text/segments.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
import { mostTests, workflowTest } from "../trial/testSchema.ts";
import {
  bundledAsset,
  bundledConnection,
  bundledDisposition,
  bundledIvr,
  bundledRoute,
  bundledWebhook,
  bundledWorkGroup,
  mostWorkflows,
  nameText,
} from "./bundleParts.ts";
import { savedWorkflow } from "./savedWorkflow.ts";

const time = z
  .string()
  .refine((text) => parseTime(text) !== undefined, { error: "must be a time of day such as 08:00:00" });

/** Workflow settings, with the limits of the create form (spec 1 §5.1). */
const campaign = z
  .looseObject({
    campaignName: nameText(200),
    workflowDisplayType: z.int().min(0).max(2).default(1),
    timezoneProtectionType: z.literal([0, 1, 3]).default(0),
    timezoneProtectionStartTime: time.nullable().default(null),
    timezoneProtectionEndTime: time.nullable().default(null),
    timezoneProtectionTimezoneFixed: z.int().min(-1_000_000).max(1_000_000).nullable().optional(),
    frequencyDays: z.int().min(-1).max(36_500).default(-1),
    /** Whether saves that fail tests are refused. */
    testsMustPass: z.boolean().optional(),
    /** What counts as success. */
    goal: goalSchema.nullable().optional(),
  })
  .superRefine((settings, at) => {
    const say = (path: string, message: string) => at.addIssue({ code: "custom", path: [path], message });
    if (settings.timezoneProtectionType === 0) return;
    const start = parseTime(settings.timezoneProtectionStartTime ?? "");
    const end = parseTime(settings.timezoneProtectionEndTime ?? "");
    if (start === undefined) say("timezoneProtectionStartTime", "Timezone Protection Start Time is required");
    if (end === undefined) say("timezoneProtectionEndTime", "Timezone Protection End Time is required");
    if (start !== undefined && end !== undefined && end < start + 900)
      say("timezoneProtectionEndTime", "Timezone Protection End Time must be at least 15 minutes after the start");
    if (settings.timezoneProtectionType !== 3) return;
    const zone = settings.timezoneProtectionTimezoneFixed ?? null;
    if (zone === null) say("timezoneProtectionTimezoneFixed", "Default Timezone is required");
    else if (zoneOf(zone) === undefined)
      say("timezoneProtectionTimezoneFixed", `must be an id of GET /v4/timezone/, but is ${zone}`);
  });

const address = z.url({ protocol: /^https?$/ });

/** An address, or text with variables: a Meme node saves the picture's address in one (spec 2 §3.3). */
const isMediaAddress = (text: string): boolean =>
  /^\S*\$\{[^{}\s]+\}\S*$/.test(text) || address.safeParse(text).success;

/** A template, with the limits of its form (spec 2 §4.5, §5.3). */
const template = z
  .looseObject({
    templateId: z.string().min(1),
    templateTitle: z.string().trim().min(1, "Please enter template title").pipe(nameText(200)),
    templateText: z.string().default(""),
    templateMediaUrl: z
      .union([
        z.string().refine(isMediaAddress, { error: "must be a valid URL" }),
        z.literal("").transform(() => null),
        z.null(),
      ])
      .default(null),
    shortenLinks: z.boolean().default(false),
  })
  .superRefine(({ templateText, templateMediaUrl }, at) => {
    const say = (message: string) => at.addIssue({ code: "custom", path: ["templateText"], message });
    if (templateText.trim() === "" && templateMediaUrl === null)
      say("Template content or media url is required to save a template");
    const { encoding, length, max } = countParts(templateText);
    if (length > max)
      say(`Template content has ${length} characters, but ${encoding} texts can have at most ${max}. Shorten it.`);
  });

const suggestions = z
  .array(
    z.looseObject({
      kind: z.enum(["reply", "openUrl", "dial"]),
      text: z.string().min(1),
      target: z.string().default(""),
    }),
  )
  .default([]);
const mediaUrl = z.string().nullable().default(null);

/** A template of e-mails over the account's own mail server. The server checks its limits on import. */
const emailTemplate = z.looseObject({
  templateId: z.string().min(1),
  templateTitle: z.string().min(1),
  subject: z.string().min(1),
  html: z.string().default(""),
  text: z.string().default(""),
});

/** An RCS message by its key. The server checks its limits on import. */
const rcsTemplate = z.looseObject({
  templateKey: z.string().min(1),
  content: z.object({
    type: z.enum(["text", "picture", "cards"]),
    text: z.string().default(""),
    mediaUrl,
    cards: z
      .array(
        z.object({
          title: z.string().default(""),
          description: z.string().default(""),
          mediaUrl,
          height: z.enum(["short", "medium", "tall"]).default("medium"),
          suggestions,
        }),
      )
      .default([]),
    suggestions,
  }),
});
const rcsAgent = z.looseObject({
  agentId: z.string().min(1),
  name: z.string().min(1),
  description: z.string().default(""),
  logoUrl: z.string().nullable().default(null),
});

const oneWorkflow = {
  /** Other workflows and dispositions of the file refer to it by this id. */
  campaignId: z.string().default(""),
  campaign,
  workflow: savedWorkflow,
  /** Number sets are referred to by name, since their ids differ between accounts. */
  numberSetName: nameText(200).nullable().default(null),
  /** Tests of the workflow (docs/tests.md). Missing in a file without any. */
  tests: z.array(workflowTest).max(mostTests).optional(),
};
const named = z.object({ name: nameText(100) });

/** Workflows and everything they need in one file: written by export, read by import and `trunkline run` (readings, Requests of our pages). */
const bundle = z.looseObject({
  /** Format version. */
  trunkline: z.literal(1, { error: 'must be 1. A bundle starts with {"trunkline": 1, …}' }),
  /** Checksum over the rest, to detect changes. Files written by hand have none. */
  checksum: z.string().optional(),
  ...oneWorkflow,
  /** Both are missing in a file with only inbound workflows. */
  campaign: campaign.optional(),
  workflow: savedWorkflow.optional(),
  /** Further workflows. The first is at the top level. */
  others: z
    .array(z.looseObject(oneWorkflow))
    .max(mostWorkflows - 1, `A bundle can contain at most ${mostWorkflows} workflows. Export the rest in another file`)
    .default([]),
  /** Templates used by nodes, by id. */
  templates: z.array(template).max(2_000).default([]),
  /** E-mail templates used by nodes, by id. */
  emailTemplates: z.array(emailTemplate).max(2_000).default([]),
  /** Audiences that nodes ask about, by id. The server checks their statements on import. */
  audiences: z
    .array(
      z.looseObject({
        audienceId: z.string().min(1),
        name: nameText(100),
        statements: z
          .array(z.looseObject({ variable: z.string(), operation: z.string() }))
          .min(1)
          .max(50),
      }),
    )
    .max(500)
    .default([]),
  /** RCS messages and agents used by nodes, by key. */
  rcsTemplates: z.array(rcsTemplate).max(2_000).default([]),
  rcsAgents: z.array(rcsAgent).max(200).default([]),
  /** Names of workflows that nodes enroll in and that are not in this file, by id. */
  campaigns: z
    .array(z.looseObject({ campaignId: z.string().min(1), campaignName: nameText(200) }))
    .max(1_000)
    .default([]),
  /** Custom contact fields used by the workflows. */
  customFields: z.array(z.string().min(1)).max(1_000).default([]),
  webhooks: z.array(bundledWebhook).max(1_000).default([]),
  connections: z.array(bundledConnection).max(200).default([]),
  dispositions: z.array(bundledDisposition).max(500).default([]),
  assets: z.array(bundledAsset).max(500).default([]),
  /** Agent queues and work groups are imported without their people. */
  queues: z.array(named).max(500).default([]),
  workGroups: z.array(bundledWorkGroup).max(500).default([]),
  /** Inbound workflows, with the menus and live lists they use. */
  routes: z
    .array(bundledRoute)
    .max(mostWorkflows, `A bundle can contain at most ${mostWorkflows} workflows. Export the rest in another file`)
    .default([]),
  ivrs: z.array(bundledIvr).max(500).default([]),
  /** Without their people. */
  liveLists: z.array(named).max(500).default([]),
});
export type Bundle = z.infer<typeof bundle>;
/** An outbound workflow of the bundle. */
export type BundledWorkflow = Bundle["others"][number];

/** The workflow at the top level, or undefined in a file with only inbound workflows. */
export const firstOf = ({ campaign, workflow, ...of }: Bundle): BundledWorkflow | undefined =>
  campaign === undefined || workflow === undefined
    ? undefined
    : {
        campaignId: of.campaignId,
        campaign,
        workflow,
        numberSetName: of.numberSetName,
        ...(of.tests !== undefined && { tests: of.tests }),
      };

/** All outbound workflows of a bundle, with their places in it. */
export const workflowsOf = (of: Bundle): { at: string; one: BundledWorkflow }[] => [
  ...[firstOf(of)].flatMap((one) => (one === undefined ? [] : [{ at: "", one }])),
  ...of.others.map((one, index) => ({ at: `others.${index}.`, one })),
];

/** Errors of a workflow at the top level of which only some fields are there. */
function incomplete({ campaign, workflow, routes, others }: Bundle): BundleProblem[] {
  if (campaign === undefined && workflow === undefined && routes.length > 0 && others.length === 0) return [];
  return Object.entries({ campaign, workflow })
    .filter(([, part]) => part === undefined)
    .map(([name]) => ({ path: [name], message: `${name} is required` }));
}

/** Repeated names within a file, which would be ambiguous. */
function twice(of: Bundle): BundleProblem[] {
  const lists: [name: keyof Bundle, key: string][] = [
    ["templates", "templateId"],
    ["emailTemplates", "templateId"],
    ["audiences", "audienceId"],
    ["rcsTemplates", "templateKey"],
    ["rcsAgents", "agentId"],
    ["webhooks", "id"],
    ["connections", "id"],
    ["assets", "address"],
    ["campaigns", "campaignId"],
    ["dispositions", "key"],
    ["routes", "routeTag"],
    ["liveLists", "name"],
  ];
  const problems = lists.flatMap(([name, key]) => {
    const ids = (ownValue(of, name) as readonly Record<string, unknown>[]).map((one) => String(ownValue(one, key)));
    return repeated(ids).map((index) => ({
      path: [name, index, key],
      message: `${name}.${index}.${key} is repeated`,
    }));
  });
  const workflows = workflowsOf(of);
  const again = repeated(workflows.map(({ one }, index) => one.campaignId || `without ${index}`));
  return [
    ...problems,
    ...again.map((index) => {
      const place = `${workflows[index]?.at ?? ""}campaignId`;
      return { path: place.split("."), message: `${place} is repeated` };
    }),
  ];
}

const repeated = (ids: readonly string[]): number[] => {
  const seen = new Set<string>();
  return ids.flatMap((id, index) => {
    const isKnown = seen.has(id);
    seen.add(id);
    return isKnown ? [index] : [];
  });
};

/** Why a value is not a bundle, with the place in it. */
export interface BundleProblem {
  path: PropertyKey[];
  message: string;
}

const maxProblems = 50;

/** For an unknown format only this is reported. */
function newerFormat(value: unknown): BundleProblem | undefined {
  const format = typeof value === "object" && value !== null && "trunkline" in value ? value.trunkline : undefined;
  if (typeof format !== "number" || format <= 1) return undefined;
  const message = `The file was written by a newer version of Trunkline. Its format is ${format}, and this version reads format 1. Update Trunkline first.`;
  return { path: ["trunkline"], message };
}

/** Parses a bundle, or returns everything that is wrong with it. */
export function readBundle(value: unknown): { ok: true; bundle: Bundle } | { ok: false; problems: BundleProblem[] } {
  const newer = newerFormat(value);
  if (newer !== undefined) return { ok: false, problems: [newer] };
  const parsed = bundle.safeParse(value, { error: plainErrors });
  if (parsed.success) {
    const problems = [...incomplete(parsed.data), ...twice(parsed.data)].slice(0, maxProblems);
    return problems.length > 0 ? { ok: false, problems } : { ok: true, bundle: parsed.data };
  }
  const problems = parsed.error.issues
    .slice(0, maxProblems)
    .map(({ path, message }) => ({ path, message: sayOf(path.join(".") || "The bundle", message) }));
  return { ok: false, problems };
}

/** Parses a bundle from text. Errors include the line. */
export function parseBundle(
  text: string,
): { ok: true; bundle: Bundle } | { ok: false; problems: { line: number; message: string }[] } {
  const json = parseJson(text);
  if (!json.ok)
    return { ok: false, problems: [{ line: json.line, message: `The bundle is not JSON: ${json.message}` }] };
  const read = readBundle(json.value);
  if (read.ok) return read;
  const problems = read.problems.map(({ path, message }) => ({ line: lineOf(text, path), message }));
  return { ok: false, problems };
}
