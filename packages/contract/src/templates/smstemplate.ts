import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

const address = z.url({ protocol: /^https?$/ });

/** An address, or text with variables: a Meme node saves the picture's address in one (spec 2 §3.3). */
const isMediaAddress = (text: string): boolean =>
  /^\S*\$\{[^{}\s]+\}\S*$/.test(text) || address.safeParse(text).success;

const smsTemplate = z.object({
  templateId: id,
  templateTitle: z.string(),
  templateText: z.string(),
  templateMediaUrl: z.string().nullable(),
  /** Links in the text are shortened on the account's domain, and clicks are counted. */
  shortenLinks: z.boolean(),
  /** Derived from the id, shown in UTC (spec 2 §1). */
  created: z.string().nullable(),
  usedBy: z.array(z.object({ campaignId: id, campaignName: z.string() })),
});
export type SmsTemplate = z.infer<typeof smsTemplate>;

const owned = { templateId: z.unknown().optional(), created: z.unknown().optional(), usedBy: z.unknown().optional() };
const shape = {
  templateTitle: z
    .string({ error: "Please enter template title" })
    .trim()
    .min(1, "Please enter template title")
    .max(200, "Title must have at most 200 characters"),
  templateText: z.string().default(""),
  templateMediaUrl: z
    .union([
      z.string().refine(isMediaAddress, { error: "Media URL must be a valid URL" }),
      z.literal("").transform(() => null),
      z.null(),
    ])
    .default(null),
  /** Default: off for a new template, unchanged for an update. */
  shortenLinks: z.boolean().optional(),
};
/** The workflow package checks length limits by encoding (spec 2 §4.5). The server applies them too. */
export const templateBody = z
  .strictObject({ ...shape, ...owned })
  .refine((t) => t.templateText.trim() !== "" || t.templateMediaUrl !== null, {
    error: "Template content or media url is required to save a template",
    path: ["templateText"],
  });

const param = z.object({ templateId: id });
export const smsTemplateRoutes = {
  list: route({
    method: "GET",
    path: "/v4/smstemplate/",
    summary: "List message templates",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: smsTemplate,
    pagedBy: "templateId",
  }),
  create: route({
    method: "POST",
    path: "/v4/smstemplate/",
    summary: "Create a message template",
    caller: "account",
    privilege: "workflow-edit",
    body: templateBody,
    item: smsTemplate,
  }),
  find: route({
    method: "GET",
    path: "/v4/smstemplate/:templateId/",
    summary: "Get a message template",
    caller: "account",
    privilege: null,
    params: param,
    item: smsTemplate,
  }),
  update: route({
    method: "PUT",
    path: "/v4/smstemplate/:templateId/",
    summary: "Update a message template",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    body: templateBody,
    item: smsTemplate,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/smstemplate/:templateId/",
    summary: "Delete a message template",
    description: "Workflows that use it stop running.",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    item: done,
  }),
};
