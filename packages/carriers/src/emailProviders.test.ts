import { describe, expect, test } from "vitest";
import type { WireAnswer, WireRequest } from "./carrier.ts";
import { type EmailKeys, type EmailProvider, type EmailResult, type EmailToSend, mailbox } from "./emailProvider.ts";
import { hubspot } from "./hubspot/hubspot.ts";
import { mailgun } from "./mailgun/mailgun.ts";
import { sendgrid } from "./sendgrid/sendgrid.ts";

// Requests and answers as the providers' own references show them: HubSpot single-send v4, Mailgun messages v3, SendGrid mail send v3.

const email: EmailToSend = {
  emailId: "01990000-0000-7000-8000-000000000001",
  templateId: "74218905",
  subject: "Your order",
  from: { email: "news@shop.example.com", name: "The Shop" },
  to: { email: "ann@example.com", name: "Ann" },
  cc: [{ email: "desk@shop.example.com", name: "Desk" }],
  bcc: [{ email: "ANN@example.com", name: "" }],
  replacements: { first_name: "Ann" },
};
const keys: EmailKeys = { apiKey: "secret", domain: "mg.example.com", baseUrl: "https://api.example.net" };
const built = (provider: EmailProvider, over: Partial<EmailToSend> = {}): WireRequest => {
  const request = provider.buildSend({ ...email, ...over }, keys);
  if ("refused" in request) throw new Error(request.refused);
  return request;
};
const answer = (status: number, body: unknown, headers: Record<string, string> = {}): WireAnswer => ({
  status,
  headers,
  body: typeof body === "string" ? body : JSON.stringify(body),
});

describe("requests, to the byte", () => {
  test("HubSpot: one send of an e-mail's number, with a sendId of its own", () => {
    const { method, url, headers, body } = built(hubspot);
    expect([method, url, headers["authorization"]]).toEqual([
      "POST",
      "https://api.example.net/marketing/v4/email/single-send",
      "Bearer secret",
    ]);
    expect(JSON.parse(body)).toEqual({
      emailId: 74218905,
      message: {
        to: "ann@example.com",
        from: "The Shop <news@shop.example.com>",
        sendId: email.emailId,
        cc: ["desk@shop.example.com"],
        bcc: ["ANN@example.com"],
      },
      customProperties: { first_name: "Ann" },
    });
    expect(hubspot.buildSend({ ...email, templateId: "order" }, keys)).toEqual({
      refused: 'the template id of HubSpot is a number, and "order" is none',
    });
  });

  test("Mailgun: a form to the sending domain, with the template's variables as JSON", () => {
    const { url, headers, body } = built(mailgun, { templateId: "order" });
    expect([url, headers["authorization"], headers["content-type"]]).toEqual([
      "https://api.example.net/v3/mg.example.com/messages",
      `Basic ${btoa("api:secret")}`,
      "application/x-www-form-urlencoded",
    ]);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      from: "The Shop <news@shop.example.com>",
      to: "Ann <ann@example.com>",
      cc: "Desk <desk@shop.example.com>",
      bcc: "ANN@example.com",
      subject: "Your order",
      template: "order",
      "t:variables": '{"first_name":"Ann"}',
      "v:trunkline": email.emailId,
    });
    expect(mailgun.buildSend(email, { ...keys, domain: "" })).toHaveProperty("refused");
  });

  test("SendGrid: a dynamic template's data, each address once", () => {
    const { url, headers, body } = built(sendgrid, { templateId: "d-1" });
    expect([url, headers["authorization"]]).toEqual(["https://api.example.net/v3/mail/send", "Bearer secret"]);
    expect(JSON.parse(body)).toEqual({
      personalizations: [
        {
          to: [{ email: "ann@example.com", name: "Ann" }],
          cc: [{ email: "desk@shop.example.com", name: "Desk" }],
          subject: "Your order",
          dynamic_template_data: { subject: "Your order", first_name: "Ann" },
          custom_args: { trunkline: email.emailId },
        },
      ],
      from: { email: "news@shop.example.com", name: "The Shop" },
      template_id: "d-1",
    });
  });

  test("SendGrid: a legacy template gets substitutions", () => {
    const { body } = built(sendgrid, { templateId: "13b8f94f-bcae-4ec6-b752-70d6cb59f932" });
    expect(JSON.parse(body).personalizations[0]).toMatchObject({ substitutions: { first_name: "Ann" } });
  });

  test("a name with more than words is quoted, and carries no line break into a header", () => {
    expect(mailbox({ email: "a@example.com", name: 'Ann "A", B' })).toBe('"Ann \\"A\\", B" <a@example.com>');
    expect(mailbox({ email: "a@example.com", name: "A\r\nBcc: x@example.com" })).toBe(
      '"A Bcc: x@example.com" <a@example.com>',
    );
  });
});

describe("answers", () => {
  const refused = (failure: string, words: string): EmailResult =>
    ({ outcome: "refused", failure, words }) as EmailResult;
  test.for<[rule: string, provider: EmailProvider, said: WireAnswer, result: EmailResult]>([
    [
      "HubSpot took it",
      hubspot,
      answer(200, { requestedAt: "2026-11-18T15:00:00Z", statusId: "s1", status: "PENDING" }),
      { outcome: "accepted", ref: "s1" },
    ],
    [
      "HubSpot has sent this one before",
      hubspot,
      answer(200, { statusId: "s1", status: "COMPLETE", sendResult: "IDEMPOTENT_IGNORE" }),
      { outcome: "accepted", ref: "s1" },
    ],
    [
      "HubSpot: the contact bounced before",
      hubspot,
      answer(200, { statusId: "s1", status: "COMPLETE", sendResult: "PREVIOUSLY_BOUNCED" }),
      refused("email_rejected", "PREVIOUSLY_BOUNCED"),
    ],
    [
      "HubSpot does not know the e-mail",
      hubspot,
      answer(400, { status: "error", message: "Unable to find email content 12", category: "VALIDATION_ERROR" }),
      refused("email_template", "Unable to find email content 12"),
    ],
    [
      "HubSpot refuses the token",
      hubspot,
      answer(401, {
        status: "error",
        message: "Authentication credentials not found.",
        category: "INVALID_AUTHENTICATION",
      }),
      refused("email_account", "Authentication credentials not found."),
    ],
    [
      "Mailgun took it",
      mailgun,
      answer(200, { id: "<1@mg.example.com>", message: "Queued. Thank you." }),
      { outcome: "accepted", ref: "<1@mg.example.com>" },
    ],
    ["Mailgun refuses the key in plain text", mailgun, answer(401, "Forbidden"), refused("email_account", "Forbidden")],
    [
      "Mailgun does not know the template",
      mailgun,
      answer(400, { message: "template not found" }),
      refused("email_template", "template not found"),
    ],
    [
      "Mailgun refuses an address",
      mailgun,
      answer(400, { message: "to parameter is not a valid address. please check documentation" }),
      refused("email_rejected", "to parameter is not a valid address. please check documentation"),
    ],
    ["SendGrid took it", sendgrid, answer(202, "", { "x-message-id": "m1" }), { outcome: "accepted", ref: "m1" }],
    [
      "SendGrid names the field",
      sendgrid,
      answer(400, { errors: [{ message: "The template_id must be a valid GUID", field: "template_id", help: null }] }),
      refused("email_template", "template_id: The template_id must be a valid GUID"),
    ],
    [
      "SendGrid is sent too much",
      sendgrid,
      answer(429, { errors: [{ field: null, message: "too many requests" }] }),
      refused("email_throttled", "too many requests"),
    ],
    ["SendGrid is down", sendgrid, answer(503, ""), refused("email_unavailable", "HTTP 503")],
    ["a gateway gave up: the outcome is unknown", sendgrid, answer(504, ""), { outcome: "in_doubt" }],
    [
      "no connection: nothing was written",
      mailgun,
      { broken: "before_first_byte" },
      refused("email_unavailable", "no connection"),
    ],
    ["cut off after writing: the outcome is unknown", hubspot, { broken: "after_first_byte" }, { outcome: "in_doubt" }],
  ])("%s", ([, provider, said, result]) => {
    expect(provider.readSend(said)).toEqual(result);
  });
});

describe("the check of a key", () => {
  test.for<[provider: EmailProvider, url: string, good: WireAnswer, words: string]>([
    [hubspot, "/account-info/v3/details", answer(200, { portalId: 42 }), "HubSpot accepts the key, portal 42"],
    [
      mailgun,
      "/v4/domains/mg.example.com",
      answer(200, { domain: { name: "mg.example.com", state: "active" } }),
      "Mailgun accepts the key, domain mg.example.com is active",
    ],
    [sendgrid, "/v3/scopes", answer(200, { scopes: ["mail.send"] }), "SendGrid accepts the key"],
  ])("%# asks for something that needs the key and changes nothing", ([provider, url, good, words]) => {
    const request = provider.buildCheck(keys);
    expect([request.method, request.url]).toEqual(["GET", `https://api.example.net${url}`]);
    expect(provider.readCheck(good)).toEqual({ ok: true, words });
    expect(provider.readCheck(answer(401, "{}"))).toEqual({
      ok: false,
      words: `${provider.name} rejected the key: HTTP 401`,
    });
    expect(provider.readCheck({ broken: "before_first_byte" }).words).toBe(`${provider.name} could not be reached`);
  });

  test("a SendGrid key that may not send is said to be one", () => {
    expect(sendgrid.readCheck(answer(200, { scopes: ["stats.read"] })).ok).toBe(false);
  });
});
