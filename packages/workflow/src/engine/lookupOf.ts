import { zoneOf } from "../parts/time/timezones.ts";
import type { EmailTemplate, Lookup, RcsAgent, RcsTemplate, Template } from "./world.ts";

/** What a workflow can refer to, as lists that are loaded as a whole. */
export interface LoadedReferences {
  templates: readonly Template[];
  emailTemplates: readonly EmailTemplate[];
  rcsTemplates: readonly RcsTemplate[];
  rcsAgents: readonly RcsAgent[];
  campaignIds: readonly string[];
}

/** Lookups over loaded lists, for a workflow that is played without a database. */
export function lookupOf(loaded: LoadedReferences, more: Partial<Lookup> = {}): Lookup {
  const templates = new Map(loaded.templates.map((one) => [one.templateId, one]));
  const emailTemplates = new Map(loaded.emailTemplates.map((one) => [one.templateId, one]));
  const rcsTemplates = new Map(loaded.rcsTemplates.map((one) => [one.templateKey, one]));
  const rcsAgents = new Map(loaded.rcsAgents.map((one) => [one.agentId, one]));
  const campaigns = new Set(loaded.campaignIds);
  return {
    template: (id) => templates.get(id),
    emailTemplate: (id) => emailTemplates.get(id),
    rcsTemplate: (key) => rcsTemplates.get(key),
    rcsAgent: (id) => rcsAgents.get(id),
    campaignExists: (id) => campaigns.has(id),
    zone: zoneOf,
    federalDnc: () => undefined,
    ...more,
  };
}
