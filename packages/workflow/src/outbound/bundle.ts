import { z } from "zod";
import { ownValue } from "../parts/ownValue.ts";
import { lineOf, parseJson } from "../parts/text/jsonText.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";
import { countParts } from "../parts/text/segments.ts";
import { parseTime } from "../parts/time/timeOfDay.ts";
import { zoneOf } from "../parts/time/timezones.ts";
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

/** The settings, within the bounds of the create form (spec 1 §5.1). */
const campaign = z
  .looseObject({
    campaignName: nameText(200),
    workflowDisplayType: z.int().min(0).max(2).default(1),
    timezoneProtectionType: z.literal([0, 1, 3]).default(0),
    timezoneProtectionStartTime: time.nullable().default(null),
    timezoneProtectionEndTime: time.nullable().default(null),
    timezoneProtectionTimezoneFixed: z.int().min(-1_000_000).max(1_000_000).nullable().optional(),
    frequencyDays: z.int().min(-1).max(36_500).default(-1),
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
      say("timezoneProtectionTimezoneFixed", `must be an id of GET /v4/timezone/, and ${zone} is none`);
  });

const address = z.url({ protocol: /^https?$/ });

/** An address, or one that is filled in for each contact: a meme node leaves one in a variable (spec 2 §3.3). */
const isMediaAddress = (text: string): boolean =>
  /^\S*\$\{[^{}\s]+\}\S*$/.test(text) || address.safeParse(text).success;

/** A template, within the bounds of its own form (spec 2 §4.5, §5.3). */
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
      say(`Template content has ${length} characters; ${encoding} texts have at most ${max}. Shorten it.`);
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

/** An RCS message under its key; the server judges its bounds on the way in. */
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
  /** What the other workflows of the file, and its dispositions, call this one. */
  campaignId: z.string().default(""),
  campaign,
  workflow: savedWorkflow,
  /** The number set by its name: its id means nothing elsewhere. */
  numberSetName: nameText(200).nullable().default(null),
};
const named = z.object({ name: nameText(100) });

/** One or more workflows with all that they need, in one file: what export writes, and import and `trunkline run` read (readings, Requests of our pages). */
const bundle = z.looseObject({
  /** The version of this format. */
  trunkline: z.literal(1, { error: 'must be 1: a bundle begins with {"trunkline": 1, …}' }),
  /** Over everything else, so that a change is noticed; a file written by hand has none. */
  checksum: z.string().optional(),
  ...oneWorkflow,
  /** Missing, both, in a file of inbound workflows alone. */
  campaign: campaign.optional(),
  workflow: savedWorkflow.optional(),
  /** Further workflows: the first one stands at the top. */
  others: z
    .array(z.looseObject(oneWorkflow))
    .max(mostWorkflows - 1, `A bundle can contain at most ${mostWorkflows} workflows. Export the rest in another file`)
    .default([]),
  /** The templates that the workflow's nodes name, by their ids. */
  templates: z.array(template).max(2_000).default([]),
  /** The RCS messages and agents that the nodes name, by their keys. */
  rcsTemplates: z.array(rcsTemplate).max(2_000).default([]),
  rcsAgents: z.array(rcsAgent).max(200).default([]),
  /** The names of the workflows that the nodes enrol into and that are not in this file, by their ids. */
  campaigns: z
    .array(z.looseObject({ campaignId: z.string().min(1), campaignName: nameText(200) }))
    .max(1_000)
    .default([]),
  /** Custom contact fields that the workflow reads or writes. */
  customFields: z.array(z.string().min(1)).max(1_000).default([]),
  webhooks: z.array(bundledWebhook).max(1_000).default([]),
  connections: z.array(bundledConnection).max(200).default([]),
  dispositions: z.array(bundledDisposition).max(500).default([]),
  assets: z.array(bundledAsset).max(500).default([]),
  /** Agent queues and work groups are brought in without the people in them. */
  queues: z.array(named).max(500).default([]),
  workGroups: z.array(bundledWorkGroup).max(500).default([]),
  /** Inbound workflows, and the menus and live lists that they lead callers to. */
  routes: z
    .array(bundledRoute)
    .max(mostWorkflows, `A bundle can contain at most ${mostWorkflows} workflows. Export the rest in another file`)
    .default([]),
  ivrs: z.array(bundledIvr).max(500).default([]),
  /** Without the people in them. */
  liveLists: z.array(named).max(500).default([]),
});
export type Bundle = z.infer<typeof bundle>;
/** One of its outbound workflows. */
export type BundledWorkflow = Bundle["others"][number];

/** The workflow at the top of a bundle; undefined in a file of inbound workflows alone. */
export const firstOf = ({ campaign, workflow, ...of }: Bundle): BundledWorkflow | undefined =>
  campaign === undefined || workflow === undefined
    ? undefined
    : { campaignId: of.campaignId, campaign, workflow, numberSetName: of.numberSetName };

/** Every outbound workflow of a bundle with the place where it stands in it. */
export const workflowsOf = (of: Bundle): { at: string; one: BundledWorkflow }[] => [
  ...[firstOf(of)].flatMap((one) => (one === undefined ? [] : [{ at: "", one }])),
  ...of.others.map((one, index) => ({ at: `others.${index}.`, one })),
];

/** Half a workflow at the top, or none where nothing stands in its place. */
function incomplete({ campaign, workflow, routes, others }: Bundle): BundleProblem[] {
  if (campaign === undefined && workflow === undefined && routes.length > 0 && others.length === 0) return [];
  return Object.entries({ campaign, workflow })
    .filter(([, part]) => part === undefined)
    .map(([name]) => ({ path: [name], message: `${name} is required` }));
}

/** What is called alike within one file, so that nobody knows which is meant. */
function twice(of: Bundle): BundleProblem[] {
  const lists: [name: keyof Bundle, key: string][] = [
    ["templates", "templateId"],
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
      message: `${name}.${index}.${key} is there twice`,
    }));
  });
  const workflows = workflowsOf(of);
  const again = repeated(workflows.map(({ one }, index) => one.campaignId || `without ${index}`));
  return [
    ...problems,
    ...again.map((index) => {
      const place = `${workflows[index]?.at ?? ""}campaignId`;
      return { path: place.split("."), message: `${place} is there twice` };
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

/** What keeps something from being a bundle, with its place in it. */
export interface BundleProblem {
  path: PropertyKey[];
  message: string;
}

const maxProblems = 50;

/** Nothing else can be said about a file of a format that nobody here knows. */
function newerFormat(value: unknown): BundleProblem | undefined {
  const format = typeof value === "object" && value !== null && "trunkline" in value ? value.trunkline : undefined;
  if (typeof format !== "number" || format <= 1) return undefined;
  const message = `The file was written by a newer Trunkline: its format is ${format}, and this one reads format 1. Bring this Trunkline up to date first.`;
  return { path: ["trunkline"], message };
}

/** A bundle from anything, or everything that is wrong with it. */
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

/** A bundle from an untrusted text, or what is wrong with it on which line. */
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
