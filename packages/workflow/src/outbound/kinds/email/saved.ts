import { z } from "zod";
import type { Wire } from "../../../nodeKind.ts";

const party = z.looseObject({ email: z.string().default(""), name: z.string().default("") });
const noParty = { email: "", name: "" };

const own = z.object({
  provider: z.enum(["hubspot", "mailgun", "sendgrid", "smtp"]).default("hubspot"),
  subject: z.string().default(""),
  from: party.default(noParty),
  toVariable: party.default(noParty),
  cc: z.array(party).default([]),
  bcc: z.array(party).default([]),
  templateId: z.coerce.string().default(""),
  replacements: z.record(z.string(), z.string()).default({}),
});
export type Own = z.infer<typeof own>;

export const wire: Wire<Own> = {
  own: own.loose(),
  example: {
    provider: "mailgun",
    subject: "Your order, ${firstName}",
    from: { email: "news@shop.example.com", name: "The Shop" },
    toVariable: { email: "${email}", name: "${firstName} ${lastName}" },
    cc: [{ email: "desk@shop.example.com", name: "Desk" }],
    bcc: [],
    templateId: "order-confirmation",
    replacements: { first_name: "${firstName}" },
  },
};
