import { describeKind } from "../../describeKind.ts";
import { email } from "./index.ts";

const filled = {
  provider: "sendgrid" as const,
  fromEmail: "news@shop.example.com",
  fromName: "The Shop",
  templateId: "d-1",
};
const own = {
  provider: "sendgrid" as const,
  subject: "",
  from: { email: "news@shop.example.com", name: "The Shop" },
  toVariable: { email: "${email}", name: "${firstName} ${lastName}" },
  cc: [],
  bcc: [],
  templateId: "d-1",
  replacements: {},
};
const sent = {
  provider: "mailgun" as const,
  templateId: "order-confirmation",
  subject: "Your order, Ann",
  from: { email: "news@shop.example.com", name: "The Shop" },
  to: { email: "ann@example.com", name: "Ann" },
  cc: [{ email: "desk@shop.example.com", name: "Desk" }],
  bcc: [],
  replacements: { first_name: "Ann" },
};
const contact = { email: "ann@example.com" };
const templateId = "01990000-0000-7000-8000-000000000001";
/** A template for the account's own mail server. */
const template = { templateId, subject: "Your ${item}, ${firstName}", html: "<p>${city}</p>", text: "" };
const lookup = {
  template: () => undefined,
  emailTemplate: (id: string) => (id === templateId ? template : undefined),
  campaignExists: () => false,
  zone: () => undefined,
  federalDnc: () => undefined,
};
const overSmtp = { provider: "smtp" as const, subject: "", templateId, replacements: { item: "order" } };

describeKind("email", email, {
  saves: [
    { rule: "from and to as pairs, the contact's own address by default (spec 2 §3.3)", draft: filled, own },
    {
      rule: "copies as lists, replacements as a map",
      draft: {
        ...filled,
        provider: "mailgun",
        subject: "Hello",
        ccEmails: [{ email: "a@example.com", name: "A" }],
        bccEmails: [{ email: "b@example.com", name: "" }],
        replacements: [
          { key: " order ", value: "${orderid}" },
          { key: "first", value: "Ann" },
        ],
      },
      own: {
        ...own,
        provider: "mailgun",
        subject: "Hello",
        cc: [{ email: "a@example.com", name: "A" }],
        bcc: [{ email: "b@example.com", name: "" }],
        replacements: { order: "${orderid}", first: "Ann" },
      },
    },
  ],
  rejects: [
    { rule: "nothing more than sender and template", draft: filled, messages: [] },
    {
      rule: "a new node: From Email and Template ID required (spec 2 §5.2)",
      draft: {},
      messages: ["From Email is required", "Template ID is required"],
    },
    {
      rule: "Subject required for mailgun",
      draft: { ...filled, provider: "mailgun" },
      messages: ["Subject is required"],
    },
    {
      rule: "Template ID required for SMTP, which picks one of our own",
      draft: { ...filled, provider: "smtp", templateId: "" },
      messages: ["Template ID is required"],
    },
    {
      rule: "a Template ID that can never be filled",
      draft: { ...filled, templateId: "${1/0}" },
      messages: ["Template ID cannot be read: line 1, column 4: division by zero"],
    },
    {
      rule: "CC and BCC emails required per row",
      draft: { ...filled, ccEmails: [{ email: "", name: "Desk" }], bccEmails: [{ email: " ", name: "" }] },
      messages: ["CC Email 1 is required", "BCC Email 1 is required"],
    },
    {
      rule: "addresses that are none, of the second row too",
      draft: {
        ...filled,
        fromEmail: "shop",
        toEmail: "a b@example.com",
        ccEmails: [
          { email: "${manager}", name: "" },
          { email: "desk@", name: "" },
        ],
      },
      messages: [
        "From Email must be a valid email address",
        "To Email must be a valid email address",
        "CC Email 2 must be a valid email address",
      ],
    },
    {
      rule: "replacements without key or value, and a key twice",
      draft: {
        ...filled,
        replacements: [
          { key: "", value: "x" },
          { key: "a", value: "" },
          { key: "a ", value: "y" },
        ],
      },
      messages: ["Replacement Key 1 is required", "Replacement Value 2 is required", "Duplicate Replacement Key"],
    },
  ],
  runs: [
    {
      rule: "asks for the e-mail with the contact's values, and says what is missing",
      at: { contact },
      outcome: { ask: { do: "sendEmail", email: sent, missing: ["lastName"] } },
    },
    {
      rule: "an empty To Email is the contact's own",
      node: { toVariable: { email: "", name: "Ann" } },
      at: { contact },
      outcome: { ask: { do: "sendEmail", email: sent } },
    },
    {
      rule: "copies whose variable is empty are left out",
      node: { toVariable: { email: "", name: "Ann" }, cc: [{ email: "${manager}", name: "" }] },
      at: { contact },
      outcome: { ask: { do: "sendEmail", email: { ...sent, cc: [] }, missing: ["manager"] } },
    },
    { rule: "a contact without an e-mail address continues", outcome: { go: 2, because: "no_email" } },
    {
      rule: "an address that is none is not tried",
      at: { contact: { email: "ann" } },
      outcome: { go: 2, because: "invalid_email: ann" },
    },
    {
      rule: "the values of the template's variables travel with an e-mail over SMTP, and replacements come first",
      node: { ...overSmtp, toVariable: { email: "", name: "Ann" } },
      at: { contact: { ...contact, city: "", zones: ["America/Denver"] }, lookup },
      outcome: {
        ask: {
          do: "sendEmail",
          email: {
            ...sent,
            ...overSmtp,
            subject: "Your order, Ann",
            replacements: { item: "order", firstName: "Ann", city: "" },
            zone: "America/Denver",
          },
          missing: ["city"],
        },
      },
    },
    {
      rule: "continues when the template for SMTP was deleted",
      node: { ...overSmtp, templateId: "01990000-0000-7000-8000-000000000002" },
      at: { contact, lookup },
      outcome: { go: 2, because: "template_deleted" },
    },
    { rule: "continues when the provider took it", by: { answer: { ok: true } }, outcome: { go: 2 } },
    {
      rule: "says that a simulated one is in the outbox",
      by: { answer: { ok: true, reason: "email_simulated" } },
      outcome: { go: 2, because: "email_simulated" },
    },
    {
      rule: "continues when the provider refused it, with the reason",
      by: { answer: { ok: false, reason: "email_template" } },
      outcome: { go: 2, because: "email_template" },
    },
  ],
});
