import type { WireAnswer } from "../carrier.ts";
import {
  type EmailProvider,
  jsonOf,
  mailbox,
  readBroken,
  readKeyCheck,
  readRefusal,
  textUnder,
} from "../emailProvider.ts";

/** HubSpot's marketing single-send API, v4: an e-mail of the e-mail tool by its number, replacements as custom properties. */
export const hubspot: EmailProvider = {
  name: "HubSpot",

  buildSend(email, keys) {
    if (!/^\d{1,18}$/.test(email.templateId))
      return { refused: `the template id of HubSpot is a number, and "${email.templateId}" is none` };
    return {
      method: "POST",
      url: `${keys.baseUrl}/marketing/v4/email/single-send`,
      headers: headersOf(keys.apiKey),
      body: JSON.stringify({
        emailId: Number(email.templateId),
        message: {
          to: email.to.email,
          from: mailbox(email.from),
          // only one e-mail with a given sendId is sent
          sendId: email.emailId,
          ...(email.cc.length > 0 && { cc: email.cc.map((party) => party.email) }),
          ...(email.bcc.length > 0 && { bcc: email.bcc.map((party) => party.email) }),
        },
        customProperties: email.replacements,
      }),
    };
  },

  readSend(answer) {
    if ("broken" in answer) return readBroken(answer.broken);
    const json = jsonOf(answer.body);
    if (answer.status < 200 || answer.status >= 300) return readRefusal(answer, textUnder(json, "message"));
    const result = textUnder(json, "sendResult");
    if (result !== "" && !takenResults.has(result)) {
      const failure = /TEMPLATE|CONTENT|EMAIL_UNCONFIRMED|ASSET/.test(result) ? "email_template" : "email_rejected";
      return { outcome: "refused", failure, words: result };
    }
    return { outcome: "accepted", ref: textUnder(json, "statusId") };
  },

  buildCheck: (keys) => ({
    method: "GET",
    url: `${keys.baseUrl}/account-info/v3/details`,
    headers: headersOf(keys.apiKey),
    body: "",
  }),

  readCheck(answer: WireAnswer) {
    const json = "broken" in answer ? null : jsonOf(answer.body);
    const portal = (json as { portalId?: unknown } | null)?.portalId;
    return readKeyCheck(
      answer,
      "HubSpot",
      textUnder(json, "message"),
      portal === undefined ? "" : `, portal ${portal}`,
    );
  },
};

/** Results that are no refusal; the second send with one id is the first one. */
const takenResults = new Set(["SENT", "QUEUED", "IDEMPOTENT_IGNORE", "IDEMPOTENT_FAIL"]);

const headersOf = (apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  accept: "application/json",
  "content-type": "application/json",
});
