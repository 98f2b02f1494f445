export type ReplyWord = "stop" | "start" | "help";

/** The request in a reply. `soft`: not an exact keyword, so a person should review it. */
export interface ReplyMeaning {
  word: ReplyWord;
  soft: boolean;
}

// FCC rule 64.1200(a)(10), the CTIA minimum and carriers' additions (telecom §5.2)
const stopKeywords = new Set([
  "stop",
  "stopall",
  "stop all",
  "unsubscribe",
  "cancel",
  "end",
  "quit",
  "revoke",
  "optout",
  "opt out",
  "opt-out",
  "remove",
  "arret",
  "arrêt",
  "td",
]);
const startKeywords = new Set(["start", "unstop", "join", "resume", "subscribe", "opt in", "optin", "opt-in"]);
const helpKeywords = new Set(["help", "info", "aide", "ayuda"]);

// other wording with a reasonable meaning of opting out; it opts out and is flagged for review
const softStop = [
  /\bopt(?:ing|ed)?[ -]?(?:me )?out\b/,
  /\bun[ -]?subscribe\b/,
  /\bstop (?:all|it|this|that|now|please|texting|messaging|sending|calling|contacting|bothering)\b/,
  /\bstop (?:the|these|those|your) (?:texts?|messages?|sms|calls?|spam)\b/,
  /^(?:please|pls) stop\b/,
  /\b(?:do not|don'?t|dont|never|quit) (?:text|message|contact|call|bother|send)\b/,
  /\bquit (?:texting|messaging|sending|calling)\b/,
  /\b(?:remove|delete) (?:me|my (?:number|name|info))\b/,
  /\btake me off\b/,
  /\bleave me alone\b/,
  /\bno m[aá]s\b/,
  /\bno (?:more|further) (?:text|message|sms|call)/,
  /\bwrong number\b.*\bstop\b/,
  /\brevoke\b.*\bconsent\b/,
];

/** The request in a reply, using the soft detector. `optedOut`, because YES opts in only for contacts who are out (telecom §5.2). */
export function replyMeaning(text: string, optedOut = false): ReplyMeaning | undefined {
  const plain = text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^[\s"'`.,!?:;()*_-]+|[\s"'`.,!?:;()*_-]+$/g, "")
    .replace(/\s+/g, " ");
  if (stopKeywords.has(plain)) return { word: "stop", soft: false };
  if (startKeywords.has(plain) || (optedOut && (plain === "yes" || plain === "y")))
    return { word: "start", soft: false };
  if (helpKeywords.has(plain)) return { word: "help", soft: false };
  if (plain.length <= 400 && softStop.some((pattern) => pattern.test(plain))) return { word: "stop", soft: true };
  return undefined;
}

/** Only the keyword. */
export const replyWord = (text: string, optedOut = false): ReplyWord | undefined => replyMeaning(text, optedOut)?.word;
