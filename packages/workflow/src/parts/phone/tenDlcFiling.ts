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
  const samples = filing.samples
    .map((text, index) => ({ text, field: `sample${index + 1}` }))
    .filter(({ text }) => text !== "");
  const names = (text: string): boolean => text.toLowerCase().includes(brandName.toLowerCase());
  const findings = [
    ...checkMessageFlow(filing, brandName, names),
    ...checkHelpMessage(filing, brandName, names),
    ...checkSamples(filing, samples, brandName, names),
    ...checkContent(filing, samples),
    ...(samples.length > 0 ? checkTemplates(filing, templates) : []),
  ];
  return findings.sort((a, b) => (a.level === b.level ? 0 : a.level === "problem" ? -1 : 1));
}

interface Sample {
  text: string;
  field: string;
}

const problem = (field: string, words: string): Finding => ({ level: "problem", field, words });
const hint = (field: string, words: string): Finding => ({ level: "hint", field, words });

/** The findings whose condition holds. */
const found = (...checks: readonly [boolean, Finding][]): Finding[] =>
  checks.flatMap(([applies, finding]) => (applies ? [finding] : []));

const saysHowToOptIn =
  /\b(opt[- ]?in|agree|consent|check(ed|s)? (a|the|an) |tick|sign(s|ed)? up|text(s|ing)? [A-Z]{3,}|keyword|subscrib)/i;
const saysHowOften = /\b(\d+|one|two|few|weekly|daily|monthly|varies|frequency|up to)\b/i;

function checkMessageFlow(filing: Filing, brandName: string, names: (text: string) => boolean): Finding[] {
  const { messageFlow, termsAndConditionsLink, privacyPolicyLink } = filing;
  if (messageFlow === "") return [];
  return found(
    [
      !saysHowToOptIn.test(messageFlow),
      problem(
        "messageFlow",
        "The opt-in process does not say how people opt in, such as a checkbox, a keyword they text or a signed form",
      ),
    ],
    [
      !/\bSTOP\b/.test(messageFlow),
      problem("messageFlow", "The opt-in process does not say that STOP ends the messages"),
    ],
    [
      !/rates may apply/i.test(messageFlow),
      problem("messageFlow", 'The opt-in process lacks "Message and data rates may apply"'),
    ],
    [
      !saysHowOften.test(messageFlow),
      hint("messageFlow", 'Say how often messages are sent, such as "up to 4 per month"'),
    ],
    [!/\bHELP\b/.test(messageFlow), hint("messageFlow", "Say that people can text HELP for help")],
    [!names(messageFlow), hint("messageFlow", `Name the brand, "${brandName}", in the opt-in process`)],
    [
      !/\bterms\b/i.test(messageFlow) && termsAndConditionsLink === "",
      hint("termsAndConditionsLink", "Reviewers look for terms and conditions. Add a link, or say where to find them"),
    ],
    [
      !/privacy/i.test(messageFlow) && privacyPolicyLink === "",
      hint("privacyPolicyLink", "Reviewers look for a privacy policy. Add a link, or say where to find it"),
    ],
  );
}

function checkHelpMessage(filing: Filing, brandName: string, names: (text: string) => boolean): Finding[] {
  const { messageFlow, helpMessage } = filing;
  if (helpMessage === "")
    return found([
      messageFlow !== "",
      hint("helpMessage", "Add a reply to HELP with the brand, a contact for help, and how to opt out with STOP"),
    ]);
  const namesHelp = findLinks(helpMessage).length > 0 || phoneInText.test(helpMessage) || /@/.test(helpMessage);
  return found(
    [!names(helpMessage), hint("helpMessage", `Name the brand, "${brandName}"`)],
    [
      !/\bSTOP\b/.test(helpMessage),
      problem("helpMessage", "The help message does not say that STOP ends the messages"),
    ],
    [
      !namesHelp,
      problem("helpMessage", "The help message does not name a phone number, e-mail address or page for help"),
    ],
  );
}

function checkSamples(
  filing: Filing,
  samples: readonly Sample[],
  brandName: string,
  names: (text: string) => boolean,
): Finding[] {
  if (samples.length === 0) return [];
  const has = (matches: (text: string) => boolean): boolean => samples.some(({ text }) => matches(text));
  const hasLink = (text: string): boolean => findLinks(text).length > 0;
  const hasPhone = (text: string): boolean => phoneInText.test(text);
  return [
    ...found(
      [!has(names), problem("sample1", `No sample names the brand, "${brandName}"`)],
      [
        !has((text) => /\bSTOP\b/i.test(text)),
        problem("sample1", 'No sample says how to opt out, such as "Reply STOP to cancel"'),
      ],
    ),
    ...samples.flatMap(({ text, field }) =>
      found(
        [
          !filing.embeddedLink && hasLink(text),
          problem(field, "It contains a link, but Embedded Link is not declared"),
        ],
        [
          !filing.embeddedPhone && hasPhone(text),
          problem(field, "It contains a phone number, but Embedded Phone is not declared"),
        ],
        [
          /\b(bit\.ly|tinyurl\.com|goo\.gl|t\.co)\//i.test(text),
          problem(field, "It contains a public link shortener, which carriers filter"),
        ],
      ),
    ),
    ...found(
      [
        filing.embeddedLink && !has(hasLink),
        hint("embeddedLink", "Embedded Link is declared, but no sample contains a link"),
      ],
      [
        filing.embeddedPhone && !has(hasPhone),
        hint("embeddedPhone", "Embedded Phone is declared, but no sample contains a phone number"),
      ],
      [new Set(samples.map(({ text }) => text)).size < samples.length, hint("sample1", "Two samples are the same")],
    ),
  ];
}

function checkContent(filing: Filing, samples: readonly Sample[]): Finding[] {
  const texts = [{ text: filing.description, field: "description" }, ...samples];
  return disallowed.flatMap(({ words, what, but }) => {
    if (but === "ageGated" && filing.ageGated) return [];
    if (but === "sweepstake" && filing.usecase === "SWEEPSTAKE") return [];
    const place = texts.find(({ text }) => words.test(text));
    return place ? [problem(place.field, `Carriers do not allow ${what}`)] : [];
  });
}

function checkTemplates(filing: Filing, templates: readonly SentText[]): Finding[] {
  const different = templates.flatMap((template) => {
    const words = driftOf(template, filing);
    return words === null ? [] : [`"${template.title}" is sent from this number set: ${lowered(words)}`];
  });
  const more = different.length - mostTemplates;
  return [
    ...different.slice(0, mostTemplates).map((words) => hint("templates", words)),
    ...found([more > 0, hint("templates", `The same applies to ${more} more templates of the number set`)]),
  ];
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
