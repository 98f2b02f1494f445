import type { ConvertedStep, ForeignFlow, ForeignStep } from "./foreignFlow.ts";

/** A request to another system, as a bundle lists it. */
export interface ForeignWebhook {
  id: string;
  name: string;
  httpMethod: string;
  url: string;
  contentType: "JSON" | "FORM-DATA";
  headers: Record<string, string>;
  bodyTemplate: string;
  responseMapping: Record<string, string>;
}

/** A rule on the first text of a contact, and the flow that it starts. The last one has no rule. */
interface TextRoute {
  operation: string;
  value: string;
  flowId: string;
}

/** Everything that was read from a file of another product. */
export interface ForeignFile {
  name: string;
  flows: ForeignFlow[];
  /** Texts that start flows, for an inbound workflow. */
  routes: TextRoute[];
  report: ConvertedStep[];
  webhooks: ForeignWebhook[];
  emailTemplates: { templateId: string; templateTitle: string; subject: string; html: string; text: string }[];
  /** Workflows outside of the file that its flows start, by id. */
  campaigns: { campaignId: string; campaignName: string }[];
  customFields: ReadonlySet<string>;
  queues: ReadonlySet<string>;
}

/** Why a file cannot be converted: what is wrong, and where in it. */
export interface ForeignProblem {
  where: string;
  message: string;
}

export type ReadForeign = { ok: true; file: ForeignFile } | { ok: false; problems: ForeignProblem[] };

/** What a step became, before it is known where in the report it is listed. */
export type StepOutcome = Pick<ForeignStep, "parts" | "exit"> &
  Pick<ConvertedStep, "became" | "why"> & { result?: ConvertedStep["result"] };

/** Most steps of a flow. Both products have the same limit. */
export const mostSteps = 1_000;
/** Most problems reported. */
export const mostProblems = 50;
