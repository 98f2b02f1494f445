import {
  type EmailProvider,
  jsonOf,
  mailbox,
  readBroken,
  readKeyCheck,
  readRefusal,
  textUnder,
} from "../emailProvider.ts";

/** Mailgun's messages API, v3: a stored template by its name, replacements as template variables. */
export const mailgun: EmailProvider = {
  name: "Mailgun",

  buildSend(email, keys) {
    if (keys.domain === "") return { refused: "Mailgun has no domain: save the provider again with one" };
    const form = new URLSearchParams();
    form.append("from", mailbox(email.from));
    form.append("to", mailbox(email.to));
    for (const party of email.cc) form.append("cc", mailbox(party));
    for (const party of email.bcc) form.append("bcc", mailbox(party));
    form.append("subject", email.subject);
    form.append("template", email.templateId);
    form.append("t:variables", JSON.stringify(email.replacements));
    // found again in Mailgun's events
    form.append("v:trunkline", email.emailId);
    return {
      method: "POST",
      url: `${keys.baseUrl}/v3/${encodeURIComponent(keys.domain)}/messages`,
      headers: { ...headersOf(keys.apiKey), "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
    };
  },

  readSend(answer) {
    if ("broken" in answer) return readBroken(answer.broken);
    const json = jsonOf(answer.body);
    // errors of the key come as plain text
    const words = textUnder(json, "message") || (json === null ? answer.body.slice(0, 200) : "");
    if (answer.status < 200 || answer.status >= 300) return readRefusal(answer, words);
    return { outcome: "accepted", ref: textUnder(json, "id") };
  },

  buildCheck: (keys) => ({
    method: "GET",
    url: `${keys.baseUrl}/v4/domains/${encodeURIComponent(keys.domain)}`,
    headers: headersOf(keys.apiKey),
    body: "",
  }),

  readCheck(answer) {
    const json = "broken" in answer ? null : jsonOf(answer.body);
    const domain = (json as { domain?: { name?: string; state?: string } } | null)?.domain;
    const named = domain?.name === undefined ? "" : `, domain ${domain.name} is ${domain.state ?? "known"}`;
    return readKeyCheck(answer, "Mailgun", textUnder(json, "message"), named);
  },
};

const headersOf = (apiKey: string): Record<string, string> => ({
  authorization: `Basic ${btoa(`api:${apiKey}`)}`,
  accept: "application/json",
});
