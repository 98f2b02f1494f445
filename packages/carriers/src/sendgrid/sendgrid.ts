import {
  type EmailParty,
  type EmailProvider,
  jsonOf,
  readBroken,
  readKeyCheck,
  readRefusal,
} from "../emailProvider.ts";

/** SendGrid's mail send API, v3: a dynamic template by its id, replacements as its data; a legacy one gets substitutions. */
export const sendgrid: EmailProvider = {
  name: "SendGrid",

  buildSend(email, keys) {
    const seen = new Set<string>([email.to.email.toLowerCase()]);
    const cc = unseen(email.cc, seen);
    const bcc = unseen(email.bcc, seen);
    const isDynamic = email.templateId.startsWith("d-");
    return {
      method: "POST",
      url: `${keys.baseUrl}/v3/mail/send`,
      headers: { ...headersOf(keys.apiKey), "content-type": "application/json" },
      body: JSON.stringify({
        personalizations: [
          {
            to: [partyOf(email.to)],
            ...(cc.length > 0 && { cc: cc.map(partyOf) }),
            ...(bcc.length > 0 && { bcc: bcc.map(partyOf) }),
            ...(email.subject !== "" && { subject: email.subject }),
            [isDynamic ? "dynamic_template_data" : "substitutions"]: {
              // a dynamic template takes its subject from its own data
              ...(isDynamic && email.subject !== "" && { subject: email.subject }),
              ...email.replacements,
            },
            custom_args: { trunkline: email.emailId },
          },
        ],
        from: partyOf(email.from),
        template_id: email.templateId,
      }),
    };
  },

  readSend(answer) {
    if ("broken" in answer) return readBroken(answer.broken);
    if (answer.status < 200 || answer.status >= 300) return readRefusal(answer, wordsOf(answer.body));
    return { outcome: "accepted", ref: answer.headers["x-message-id"] ?? "" };
  },

  buildCheck: (keys) => ({
    method: "GET",
    url: `${keys.baseUrl}/v3/scopes`,
    headers: headersOf(keys.apiKey),
    body: "",
  }),

  readCheck(answer) {
    const words = "broken" in answer ? "" : wordsOf(answer.body);
    const scopes = "broken" in answer ? undefined : (jsonOf(answer.body) as { scopes?: string[] } | null)?.scopes;
    if (scopes !== undefined && !scopes.includes("mail.send"))
      return { ok: false, words: "SendGrid accepts the key, but the key lacks the scope mail.send" };
    return readKeyCheck(answer, "SendGrid", words, "");
  },
};

const partyOf = ({ email, name }: EmailParty): { email: string; name?: string } =>
  name === "" ? { email } : { email, name };

/** SendGrid refuses an address that stands twice in to, cc and bcc. */
const unseen = (parties: readonly EmailParty[], seen: Set<string>): EmailParty[] =>
  parties.filter(({ email }) => {
    const key = email.toLowerCase();
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });

function wordsOf(body: string): string {
  const errors = (jsonOf(body) as { errors?: { message?: string; field?: string | null }[] } | null)?.errors;
  return (errors ?? [])
    .map(({ message = "", field }) => (field ? `${field}: ${message}` : message))
    .filter(Boolean)
    .join("; ");
}

const headersOf = (apiKey: string): Record<string, string> => ({
  authorization: `Bearer ${apiKey}`,
  accept: "application/json",
});
