import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

/** Longest HTML and plain text of a template, in characters. */
const emailBodyMax = 200_000;

const emailTemplate = z.object({
  templateId: id,
  templateTitle: z.string(),
  subject: z.string(),
  /** Empty: the e-mail is plain text alone. */
  html: z.string(),
  /** Empty: the e-mail is HTML alone. */
  text: z.string(),
  created: z.string().nullable(),
  usedBy: z.array(z.object({ campaignId: id, campaignName: z.string() })),
});
export type EmailTemplate = z.infer<typeof emailTemplate>;

const body = (what: string) =>
  z
    .string()
    .max(emailBodyMax, `${what} must have at most ${emailBodyMax.toLocaleString("en-US")} characters`)
    .default("");
const owned = { templateId: z.unknown().optional(), created: z.unknown().optional(), usedBy: z.unknown().optional() };
export const emailTemplateBody = z
  .strictObject({
    templateTitle: z
      .string({ error: "Title is required" })
      .trim()
      .min(1, "Title is required")
      .max(200, "Title must have at most 200 characters"),
    subject: z
      .string({ error: "Subject is required" })
      .trim()
      .min(1, "Subject is required")
      .max(500, "Subject must have at most 500 characters")
      .refine((text) => !/[\r\n]/.test(text), { error: "Subject must be one line" }),
    html: body("HTML"),
    text: body("Plain text"),
    ...owned,
  })
  .refine(({ html, text }) => html.trim() !== "" || text.trim() !== "", {
    error: "HTML or plain text is required",
    path: ["html"],
  });

const param = z.object({ templateId: id });
const path = "/v4/emailtemplate/";
export const emailTemplateRoutes = {
  list: route({
    method: "GET",
    path,
    summary: "List e-mail templates",
    description: "Templates of e-mails that are sent over the account's own mail server.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: emailTemplate,
    pagedBy: "templateId",
  }),
  create: route({
    method: "POST",
    path,
    summary: "Create an e-mail template",
    caller: "account",
    privilege: "workflow-edit",
    body: emailTemplateBody,
    item: emailTemplate,
  }),
  find: route({
    method: "GET",
    path: `${path}:templateId/`,
    summary: "Get an e-mail template",
    caller: "account",
    privilege: null,
    params: param,
    item: emailTemplate,
  }),
  update: route({
    method: "PUT",
    path: `${path}:templateId/`,
    summary: "Update an e-mail template",
    description: "Journeys that have not sent their e-mail yet send the new content.",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    body: emailTemplateBody,
    item: emailTemplate,
  }),
  remove: route({
    method: "DELETE",
    path: `${path}:templateId/`,
    summary: "Delete an e-mail template",
    description: "Journeys that need it continue without their e-mail. Their steps name the missing template.",
    caller: "account",
    privilege: "workflow-edit",
    params: param,
    item: done,
  }),
};
