import { z } from "zod";
import { parseJson } from "../parts/jsonText.ts";
import { savedWorkflow } from "./savedWorkflow.ts";

const time = z.string().regex(/^\d{1,2}:\d{2}(:\d{2})?$/, "must be a time of day such as 08:00:00");

/** A workflow with all that it needs, in one file: what export writes, and import and `trunkline run` read (decisions, Calls for our own pages). */
export const bundle = z.looseObject({
  /** The version of this format. */
  trunkline: z.literal(1, { error: 'must be 1: a bundle begins with {"trunkline": 1, …}' }),
  campaign: z.looseObject({
    campaignName: z.string().min(1),
    workflowDisplayType: z.int().default(1),
    timezoneProtectionType: z.int().default(0),
    timezoneProtectionStartTime: time.nullable().default(null),
    timezoneProtectionEndTime: time.nullable().default(null),
    timezoneProtectionTimezoneFixed: z.int().nullable().optional(),
    frequencyDays: z.int().default(-1),
  }),
  workflow: savedWorkflow,
  /** The templates that the workflow's nodes name, by their ids. */
  templates: z
    .array(
      z.looseObject({
        templateId: z.string().min(1),
        templateTitle: z.string().min(1),
        templateText: z.string().default(""),
        templateMediaUrl: z.string().nullable().default(null),
      }),
    )
    .default([]),
  /** The number set by its name: its id means nothing elsewhere. */
  numberSetName: z.string().nullable().default(null),
  /** The names of the workflows that the nodes enrol into, by their ids. */
  campaigns: z.array(z.looseObject({ campaignId: z.string().min(1), campaignName: z.string() })).default([]),
  /** Custom contact fields that the workflow reads or writes. */
  customFields: z.array(z.string().min(1)).default([]),
});
export type Bundle = z.infer<typeof bundle>;

/** A bundle from an untrusted text, or what is wrong with it and where. */
export function parseBundle(text: string): { ok: true; bundle: Bundle } | { ok: false; problems: string[] } {
  const json = parseJson(text);
  if (!json.ok) return { ok: false, problems: [`The bundle is not JSON. At ${json.message}`] };
  const parsed = bundle.safeParse(json.value);
  if (parsed.success) return { ok: true, bundle: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 50)
    .map(({ path, message }) => `${path.join(".") || "The bundle"}: ${message}`);
  return { ok: false, problems };
}
