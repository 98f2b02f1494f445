import { findLinks } from "./links.ts";

/** The texts of a 10DLC campaign that reviewers read. */
export interface Filing {
  usecase: string;
  description: string;
  messageFlow: string;
  helpMessage: string;
  samples: readonly string[];
  embeddedLink: boolean;
  embeddedPhone: boolean;
  ageGated: boolean;
  directLending: boolean;
  privacyPolicyLink: string;
}

/** Something to be said about a filing: a problem is what reviewers decline for. */
export interface Finding {
  level: "problem" | "hint";
  field: string;
  words: string;
}

const phoneInText = /(?:\+?1[\s.-]?)?\(?[2-9]\d{2}\)?[\s.-]?\d{3}[\s.-]?\d{4}\b/;
/** What carriers do not carry, whoever sends it (telecom-domain §4.3). */
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
  { words: /\b(sweepstakes?|raffle|giveaway)\b/i, what: "a sweepstake without its use case", but: "sweepstake" },
];

/** What a reviewer would say of a filing, the worst first. The samples stand for what is really sent. */
export function checkFiling(filing: Filing, brandName: string): Finding[] {
  const { messageFlow, helpMessage, samples } = filing;
  const findings: Finding[] = [];
  const problem = (field: string, words: string) => findings.push({ level: "problem", field, words });
  const hint = (field: string, words: string) => findings.push({ level: "hint", field, words });
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
        "The opt-in process does not say how people agree: a box they tick, a keyword they text, a form they sign",
      );
    if (!/\bSTOP\b/.test(messageFlow))
      problem("messageFlow", "The opt-in process does not say that STOP ends the messages");
    if (!/rates may apply/i.test(messageFlow))
      problem("messageFlow", 'The opt-in process lacks "Message and data rates may apply"');
    if (!/\b(\d+|one|two|few|weekly|daily|monthly|varies|frequency|up to)\b/i.test(messageFlow))
      hint("messageFlow", "Say how often messages come, such as: up to 4 a month");
    if (!/\bHELP\b/.test(messageFlow)) hint("messageFlow", "Say that HELP brings help");
    if (!/privacy/i.test(messageFlow) && filing.privacyPolicyLink === "")
      hint("privacyPolicyLink", "Reviewers look for a privacy policy: link it, or say where it stands");
  }
  if (helpMessage !== "") {
    if (!/\bSTOP\b/.test(helpMessage))
      problem("helpMessage", "The help message does not say that STOP ends the messages");
    if (findLinks(helpMessage).length === 0 && !phoneInText.test(helpMessage) && !/@/.test(helpMessage))
      problem("helpMessage", "The help message names no phone, address or page where help is");
  }
  if (written.length > 0) {
    if (brandName !== "" && !written.some(({ text }) => text.toLowerCase().includes(brandName.toLowerCase())))
      problem("sample1", `No sample names the brand, "${brandName}"`);
    if (!written.some(({ text }) => /\bSTOP\b/i.test(text)))
      problem("sample1", "No sample says how to opt out, such as: Reply STOP to cancel");
  }
  for (const { text, field } of written) {
    if (!filing.embeddedLink && findLinks(text).length > 0)
      problem(field, "It holds a link, and Embedded Link is not declared");
    if (!filing.embeddedPhone && phoneInText.test(text))
      problem(field, "It holds a phone number, and Embedded Phone is not declared");
    if (/\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co)\//i.test(text))
      problem(field, "It holds a public link shortener, which carriers filter");
  }
  if (filing.embeddedLink && written.length > 0 && !written.some(({ text }) => findLinks(text).length > 0))
    hint("embeddedLink", "Embedded Link is declared, and no sample holds one");
  if (filing.embeddedPhone && written.length > 0 && !written.some(({ text }) => phoneInText.test(text)))
    hint("embeddedPhone", "Embedded Phone is declared, and no sample holds one");
  for (const { words, what, but } of disallowed) {
    if (but === "ageGated" && filing.ageGated) continue;
    if (but === "sweepstake" && filing.usecase === "SWEEPSTAKE") continue;
    const found = [{ text: filing.description, field: "description" }, ...written].find(({ text }) => words.test(text));
    if (found) problem(found.field, `Carriers do not carry ${what}`);
  }
  if (new Set(written.map(({ text }) => text)).size < written.length) hint("sample1", "Two samples are the same");
  return findings.sort((a, b) => (a.level === b.level ? 0 : a.level === "problem" ? -1 : 1));
}

/** The words of a text without variables, links and figures, which differ from message to message. */
function wordsOf(text: string): Set<string> {
  const plain = text.replace(/\$\{[^}]*\}/g, " ").replace(/https?:\/\/\S+/gi, " link ");
  return new Set(plain.toLowerCase().match(/[a-z']{3,}/g) ?? []);
}

/** How much of a template's words stand in a sample, 0 to 1. */
function shareOf(template: string, sample: string): number {
  const [words, known] = [wordsOf(template), wordsOf(sample)];
  if (words.size === 0) return 1;
  return [...words].filter((word) => known.has(word)).length / words.size;
}

/** Under this share of its words in the nearest sample, a template is another message than what was filed. */
const leastShare = 0.4;

/** Why a template is not what was filed; null while it is. */
export function driftOf(
  template: string,
  filing: Pick<Filing, "samples" | "embeddedLink" | "embeddedPhone">,
): string | null {
  if (template.trim() === "") return null;
  if (!filing.embeddedLink && findLinks(template).length > 0) return "It holds a link, and the filing declares none";
  if (!filing.embeddedPhone && phoneInText.test(template))
    return "It holds a phone number, and the filing declares none";
  const nearest = Math.max(0, ...filing.samples.map((sample) => shareOf(template, sample)));
  return nearest < leastShare ? "No sample of the filing resembles it" : null;
}
