import { z } from "zod";
import { id, page, route } from "../route.ts";

const party = z.object({ email: z.string(), name: z.string() });

/** An e-mail of a journey, sent or simulated. */
const outboxEmail = z.object({
  emailId: id,
  contactId: id.nullable(),
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  journeyId: id.nullable(),
  nodeId: z.number().int().nullable(),
  provider: z.enum(["hubspot", "mailgun", "sendgrid", "smtp"]),
  /** True when the e-mail was not sent. */
  simulated: z.boolean(),
  from: party,
  to: party,
  cc: z.array(party),
  bcc: z.array(party),
  subject: z.string(),
  templateId: z.string(),
  replacements: z.record(z.string(), z.string()),
  status: z.enum(["simulated", "submitted", "accepted", "rejected", "unknown"]),
  reason: z.string().nullable(),
  reasonText: z.string().nullable(),
  created: z.string(),
});
export type OutboxEmail = z.infer<typeof outboxEmail>;

export const outboxRoutes = {
  list: route({
    method: "GET",
    path: "/v4/simulator/email/",
    summary: "List e-mails of journeys",
    description: "Sent and simulated, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      /** Searches addresses, names, subject, template and replacements. */
      search: z.string().max(200).optional(),
      emailId: id.optional(),
      contactId: id.optional(),
      journeyId: id.optional(),
    }),
    item: outboxEmail,
  }),
};
