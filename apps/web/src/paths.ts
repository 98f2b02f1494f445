/** The addresses of a section of webhooks (spec 2 §2.3). */
export const sectionPaths = (section: "webhooks" | "callbacks") => ({
  list: `/${section}`,
  create: `/${section}/create`,
  edit: (id: string) => `/${section}/edit/${id}`,
  createConnection: `/${section}/connection/create`,
  editConnection: (id: string) => `/${section}/connection/edit/${id}`,
  deliveries: `/${section}/deliveries`,
});
export type SectionPaths = ReturnType<typeof sectionPaths>;

/** Every address of the product, made in one place (spec 1 §2, spec 2 §2, decisions, Routes). */
export const paths = {
  login: "/login",
  setup: "/setup",
  campaigns: "/campaigns",
  createCampaign: "/campaigns/create",
  editCampaign: (campaignId: string) => `/campaigns/workflow-outbound/edit/${campaignId}`,
  templates: "/templates",
  createTemplate: "/templates/create",
  editTemplate: (templateId: string) => `/templates/edit/${templateId}`,
  rcs: "/templates/rcs",
  createRcs: "/templates/rcs/create",
  editRcs: (templateKey: string) => `/templates/rcs/edit/${templateKey}`,
  assets: "/assets",
  webhooks: "/webhooks",
  enrollments: "/enrollments",
  batch: (campaignId: string, batchId: string) => `/enrollments/batch/${campaignId}/${batchId}`,
  journey: (journeyId: string) => `/journeys/${journeyId}`,
  contacts: "/contacts",
  importContacts: "/contacts/import",
  contact: (contactId: string) => `/contacts/${contactId}`,
  numbers: "/numbers",
  numberSets: "/number-sets",
  createNumberSet: "/number-sets/create",
  editNumberSet: (numberSetId: string) => `/number-sets/edit/${numberSetId}`,
  agentQueues: "/agent-queues",
  externalIntegrations: "/external-integration",
  createExternalIntegration: "/external-integration/create",
  outbox: "/outbox",
  users: "/users",
  settings: (pane = "") => (pane === "" ? "/settings" : `/settings/${pane}`),
  handset: (phone = "") => (phone === "" ? "/handset" : `/handset/${phone}`),
} as const;
