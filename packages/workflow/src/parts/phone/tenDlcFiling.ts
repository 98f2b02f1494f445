import { findLinks } from "../text/links.ts";

/** A message template used under a filing. */
export interface SentText {
  title: string;
  text: string;
  mediaUrl: string | null;
}

/** The texts of a 10DLC campaign that reviewers read. */
export interface Filing {
  usecase: string;
  description: string;
  messageFlow: string;
  helpMessage: string;
  samples: readonly string[];
  embeddedLink: boolean;
  embeddedPhone: boolean;
  enableMMS: boolean;
  ageGated: boolean;
  directLending: boolean;
  privacyPolicyLink: string;
  termsAndConditionsLink: string;
}

/** A finding about a filing. A problem is a reason for reviewers to decline. */
export interface Finding {
  level: "problem" | "hint";
  field: string;
  words: string;
}

const phoneInText = /(?:\+?1[\s.-]?)?\(?[2-9]\d{2}\)?[\s.-]?\d{3}[\s.-]?\d{4}\b/;
/** Content that carriers never allow (telecom §4.3). */
const disallowed: readonly { words: RegExp; what: string; but?: "ageGated" | "sweepstake" }[] = [
  { words: /\b(cannabis|marijuana|cbd|thc)\b/i, what: "cannabis" },
  {
    words: /\b(payday loans?|debt (relief|collection)|high[- ]risk loans?)\b/i,
    what: "high-risk lending and debt collection",
  },
  { words: /\b(casino|betting|wager)\b/i, what: "gambling" },
  {
    words: /\b(beer|wine|vodka|whiske?y|tobacco|cigarettes?|vapes?|vaping)\b/i,
    what: "alcohol or tobacco without an age gate",
    but: "ageGated",
  },
  {
    words: /\b(sweepstakes?|raffle|giveaway)\b/i,
    what: "sweepstakes without the Sweepstake use case",
    but: "sweepstake",
  },
];

/** Most templates named in findings. The rest are only counted. */
const mostTemplates = 5;

/**
 * What a reviewer would object to, most serious first. Reviewers see only samples. Templates that differ from them are
 * reported as hints, because carriers filter them.
 */
export function checkFiling(filing: Filing, brandName: string, templates: readonly SentText[] = []): Finding[] {
  const { messageFlow, helpMessage, samples } = filing;
  const findings: Finding[] = [];
  const problem = (field: string, words: string) => findings.push({ level: "problem", field, words });
  const hint = (field: string, words: string) => findings.push({ level: "hint", field, words });
  const names = (text: string): boolean => text.toLowerCase().includes(brandName.toLowerCase());
  const written = samples
    .map((text, index) => ({ text, field: `sample${index + 1}` }))
    .filter(({ text }) => text !== "");

  if (messageFlow !== "") {
    if (
      !/\b(opt[- ]?in|agree|consent|check(ed|s)? (a|the|an) |tick|sign(s|ed)? up|text(s|ing)? [A-Z]{3,}|keyword|subscrib)/i.test(
        messageFlow,
      )
    )
      problem(
        "messageFlow",
        "The opt-in process does not say how people opt in, such as a checkbox, a keyword they text or a signed form",
      );
    if (!/\bSTOP\b/.test(messageFlow))
      problem("messageFlow", "The opt-in process does not say that STOP ends the messages");
    if (!/rates may apply/i.test(messageFlow))
      problem("messageFlow", 'The opt-in process lacks "Message and data rates may apply"');
    if (!/\b(\d+|one|two|few|weekly|daily|monthly|varies|frequency|up to)\b/i.test(messageFlow))
      hint("messageFlow", 'Say how often messages are sent, such as "up to 4 per month"');
    if (!/\bHELP\b/.test(messageFlow)) hint("messageFlow", "Say that people can text HELP for help");
    if (!names(messageFlow)) hint("messageFlow", `Name the brand, "${brandName}", in the opt-in process`);
    if (!/\bterms\b/i.test(messageFlow) && filing.termsAndConditionsLink === "")
      hint("termsAndConditionsLink", "Reviewers look for terms and conditions. Add a link, or say where to find them");
    if (!/privacy/i.test(messageFlow) && filing.privacyPolicyLink === "")
      hint("privacyPolicyLink", "Reviewers look for a privacy policy. Add a link, or say where to find it");
  }
  if (helpMessage === "" && messageFlow !== "")
    hint("helpMessage", "Add a reply to HELP with the brand, a contact for help, and how to opt out with STOP");
  if (helpMessage !== "") {
    if (!names(helpMessage)) hint("helpMessage", `Name the brand, "${brandName}"`);
    if (!/\bSTOP\b/.test(helpMessage))
      problem("helpMessage", "The help message does not say that STOP ends the messages");
    if (findLinks(helpMessage).length === 0 && !phoneInText.test(helpMessage) && !/@/.test(helpMessage))
      problem("helpMessage", "The help message does not name a phone number, e-mail address or page for help");
  }
  if (written.length > 0) {
    if (!written.some(({ text }) => names(text))) problem("sample1", `No sample names the brand, "${brandName}"`);
    if (!written.some(({ text }) => /\bSTOP\b/i.test(text)))
      problem("sample1", 'No sample says how to opt out, such as "Reply STOP to cancel"');
  }
  for (const { text, field } of written) {
    if (!filing.embeddedLink && findLinks(text).length > 0)
      problem(field, "It contains a link, but Embedded Link is not declared");
    if (!filing.embeddedPhone && phoneInText.test(text))
      problem(field, "It contains a phone number, but Embedded Phone is not declared");
    if (/\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co)\//i.test(text))
      problem(field, "It contains a public link shortener, which carriers filter");
  }
  if (filing.embeddedLink && written.length > 0 && !written.some(({ text }) => findLinks(text).length > 0))
    hint("embeddedLink", "Embedded Link is declared, but no sample contains a link");
  if (filing.embeddedPhone && written.length > 0 && !written.some(({ text }) => phoneInText.test(text)))
    hint("embeddedPhone", "Embedded Phone is declared, but no sample contains a phone number");
  for (const { words, what, but } of disallowed) {
    if (but === "ageGated" && filing.ageGated) continue;
    if (but === "sweepstake" && filing.usecase === "SWEEPSTAKE") continue;
    const found = [{ text: filing.description, field: "description" }, ...written].find(({ text }) => words.test(text));
    if (found) problem(found.field, `Carriers do not allow ${what}`);
  }
  if (new Set(written.map(({ text }) => text)).size < written.length) hint("sample1", "Two samples are the same");
  if (written.length > 0) {
    const drifted = templates.flatMap((template) => {
      const words = driftOf(template, filing);
      return words === null ? [] : [`"${template.title}" is sent from this number set: ${lowered(words)}`];
    });
    for (const words of drifted.slice(0, mostTemplates)) hint("templates", words);
    if (drifted.length > mostTemplates)
      hint("templates", `The same applies to ${drifted.length - mostTemplates} more templates of the number set`);
  }
  return findings.sort((a, b) => (a.level === b.level ? 0 : a.level === "problem" ? -1 : 1));
}

/** The words of a text without variables, links and numbers, which differ between messages. */
function wordsOf(text: string): Set<string> {
  const plain = text.replace(/\$\{[^}]*\}/g, " ").replace(/https?:\/\/\S+/gi, " link ");
  return new Set(plain.toLowerCase().match(/[a-z']{3,}/g) ?? []);
}

/** The share of a template's words that are in a sample, 0 to 1. */
function shareOf(template: string, sample: string): number {
  const [words, known] = [wordsOf(template), wordsOf(sample)];
  if (words.size === 0) return 1;
  return [...words].filter((word) => known.has(word)).length / words.size;
}

/** Below this share of its words in the nearest sample, a template counts as different from the filing. */
const leastShare = 0.4;

const lowered = (words: string): string => words.charAt(0).toLowerCase() + words.slice(1);

/** Why a template does not match the filing, or null. */
export function driftOf(
  { text, mediaUrl }: Pick<SentText, "text" | "mediaUrl">,
  filing: Pick<Filing, "samples" | "embeddedLink" | "embeddedPhone" | "enableMMS">,
): string | null {
  if (mediaUrl && !filing.enableMMS) return "It contains a picture, but the filing does not declare MMS";
  if (text.trim() === "") return null;
  if (!filing.embeddedLink && findLinks(text).length > 0)
    return "It contains a link, but the filing does not declare links";
  if (!filing.embeddedPhone && phoneInText.test(text))
    return "It contains a phone number, but the filing does not declare phone numbers";
  const nearest = Math.max(0, ...filing.samples.map((sample) => shareOf(text, sample)));
  return nearest < leastShare ? "No sample in the filing is similar to it" : null;
}
