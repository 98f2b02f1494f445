import { buildWorkflow } from "./buildWorkflow.ts";
import type { ForeignFile, ForeignProblem } from "./foreignFile.ts";
import type { ConvertedStep } from "./foreignFlow.ts";
import { inboundOfTexts } from "./inboundOfTexts.ts";
import { isRapidPro, readRapidPro } from "./rapidpro/readRapidPro.ts";
import { isFields, nameOf } from "./readParts.ts";
import { isStudio, readStudio } from "./studio/readStudio.ts";

/** The products whose files can be converted. */
export type ForeignFormat = "Twilio Studio" | "TextIt or RapidPro";

/** A file of another product as a bundle of ours, with what became of each step. */
export type Converted =
  | { ok: true; format: ForeignFormat; bundle: Record<string, unknown>; report: ConvertedStep[] }
  | { ok: false; format: ForeignFormat; problems: ForeignProblem[] };

/** The format of a parsed file, or undefined where it is none of another product: a bundle of ours has `trunkline`. */
export function foreignFormat(value: unknown): ForeignFormat | undefined {
  if (!isFields(value) || "trunkline" in value) return undefined;
  if (isStudio(value)) return "Twilio Studio";
  return isRapidPro(value) ? "TextIt or RapidPro" : undefined;
}

/** Converts a file of another product. Nothing is created: the bundle is imported like any other (decision 0079). */
export function convertFlow(value: unknown): Converted | undefined {
  const format = foreignFormat(value);
  if (format === undefined || !isFields(value)) return undefined;
  const read = format === "Twilio Studio" ? readStudio(value) : readRapidPro(value);
  if (!read.ok) return { ok: false, format, problems: read.problems };
  const built = read.file.flows.map((flow) => ({ flow, ...buildWorkflow(flow) }));
  const impossible = built.flatMap(({ flow, lost }) =>
    lost.map(
      ({ step, why }): ConvertedStep => ({
        flow: flow.name,
        step,
        type: "wait",
        result: "notMapped",
        became: "Stop with a note",
        why,
      }),
    ),
  );
  return { ok: true, format, bundle: bundleOf(read.file, built, format), report: [...read.file.report, ...impossible] };
}

/** Sends at daytime only, because the files say nothing about hours. */
const settings = {
  workflowDisplayType: 1,
  timezoneProtectionType: 1,
  timezoneProtectionStartTime: "08:00:00",
  timezoneProtectionEndTime: "20:00:00",
  timezoneProtectionTimezoneFixed: null,
  frequencyDays: -1,
};

type BuiltFlow = ReturnType<typeof buildWorkflow> & { flow: ForeignFile["flows"][number] };

function bundleOf(file: ForeignFile, built: readonly BuiltFlow[], format: ForeignFormat): Record<string, unknown> {
  const workflows = built.map(({ flow, workflow }) => ({
    campaignId: flow.id,
    campaign: { ...settings, campaignName: nameOf(flow.name, 190) || "Imported flow" },
    workflow,
    numberSetName: "Your numbers",
  }));
  const [first, ...others] = workflows;
  const connection = "imported-connection";
  const webhooks = file.webhooks.map((one) => ({
    ...one,
    name: nameOf(one.name, 68),
    enabled: true,
    callbackServerConfigId: connection,
    eventType: "campaign_workflow_callback",
  }));
  return {
    trunkline: 1,
    ...first,
    ...(others.length > 0 && { others }),
    templates: built.flatMap(({ templates }) => templates.map((one) => ({ ...one, shortenLinks: false }))),
    ...(file.emailTemplates.length > 0 && { emailTemplates: file.emailTemplates }),
    ...(webhooks.length > 0 && {
      webhooks,
      connections: [
        {
          id: connection,
          name: `Imported from ${format}`,
          description: "",
          headers: {},
          authHeaders: [],
          signs: false,
        },
      ],
    }),
    ...(file.queues.size > 0 && {
      queues: [...file.queues].map((name) => ({ name: nameOf(name, 100) || "Imported" })),
    }),
    ...(file.campaigns.length > 0 && {
      campaigns: file.campaigns.map((one) => ({
        ...one,
        campaignName: nameOf(one.campaignName, 190) || one.campaignId,
      })),
    }),
    ...(file.customFields.size > 0 && { customFields: [...file.customFields] }),
    ...(file.routes.length > 0 && { routes: [inboundOfTexts(file)] }),
  };
}
