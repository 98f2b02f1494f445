import type { CallerTest, DraftAnswer, DraftEdit } from "./draftAnswer.ts";
import { type Change, remove, rename } from "./localChanges.ts";
import type { Outline, OutlinedNode } from "./outline.ts";

type Channel = CallerTest["channel"];

/** What a clause of a request says: which calls or texts go where. */
interface Wish {
  channels: Channel[];
  rules: Rule[];
  end: End;
}

/** A rule, with a call or text that matches it. */
interface Rule {
  kind: string;
  fields: Record<string, unknown>;
  matches: Partial<CallerTest>;
}

interface End {
  kind: string;
  fields: Record<string, unknown>;
  /** In sentences: "voicemail". */
  words: string;
}

const sources: Readonly<Record<Channel, string>> = { call: "callSrc", sms: "smsSrc", rcs: "rcsSrc" };

/** What a request changes in an inbound workflow, by rules: nodes that are removed or renamed, and new paths. */
export function changeRoutes(request: string, outline: Outline): DraftAnswer {
  for (const change of [remove, rename] satisfies Change[]) {
    const made = change(request, outline);
    if (made !== undefined) return { ...made, questions: [], tests: [] };
  }
  const wishes = wishesIn(request, outline);
  if (wishes.length === 0)
    return {
      summary:
        "This is the local drafter, which works by rules. It did not find a rule or destination that it knows in this sentence.",
      edits: [],
      questions: [
        "Where should calls and texts go? It knows voicemail, phone numbers to forward to, inboxes, and the work groups, live lists, IVR menus and workflows of the account, for all calls or texts or for those at a time of day, from area codes or with certain words.",
      ],
      tests: [],
    };
  const taken = new Set(outline.nodes.map(({ id }) => String(id)));
  const paths = wishes.flatMap((wish) => wish.channels.map((channel) => ({ ...wish, channel })));
  const drawn = paths.map((path, index) => pathOf(path, index + 1, taken));
  return {
    summary: wishes.map(({ channels, rules, end }) => sentenceOf(channels, rules, end)).join(" "),
    edits: drawn.flatMap(({ edits }) => edits),
    questions: [],
    tests: drawn.flatMap(({ test }) => test ?? []),
  };
}

/** The edits for one path: its rules and its destination, connected one after another. */
function pathOf(
  { channel, rules, end }: Wish & { channel: Channel },
  number: number,
  taken: ReadonlySet<string>,
): { edits: DraftEdit[]; test: CallerTest | undefined } {
  const nodes = [...rules.map(({ kind, fields }) => ({ kind, fields })), { kind: end.kind, fields: end.fields }];
  const keys = nodes.map((_, index) => freeKey(`path${number}step${index + 1}`, taken));
  const edits = nodes.flatMap(({ kind, fields }, index): DraftEdit[] => [
    { do: "add", key: keys[index] ?? "", kind, fields },
    { do: "connect", from: keys[index - 1] ?? sources[channel], to: keys[index] ?? "" },
  ]);
  const matches: Partial<CallerTest> = Object.assign({}, ...rules.map((rule) => rule.matches));
  const said = channel !== "call" && matches.text === undefined ? { text: "Hello" } : {};
  return {
    edits,
    test:
      rules.length === 0
        ? undefined
        : {
            channel,
            text: "",
            from: "+12025550143",
            time: "12:00",
            contact: {},
            ...said,
            ...matches,
            title: `${channel === "call" ? "A call" : "A text"} that matches goes to ${end.words}`,
            reaches: keys.at(-1) ?? "",
          },
  };
}

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  return taken.has(wanted) ? freeKey(`${wanted}x`, taken) : wanted;
}

const channelWords: Readonly<Record<Channel, string>> = { call: "Calls", sms: "Texts", rcs: "RCS messages" };

function sentenceOf(channels: readonly Channel[], rules: readonly Rule[], { words }: End): string {
  const who = channels.map((one) => channelWords[one]).join(" and ");
  return `${who}${rules.length === 0 ? " that match nothing else" : " that match the rules"} go to ${words}.`;
}

/** A new clause begins at the end of a sentence, or where other calls or texts are named. */
const clauses =
  /[.;]\s+|,?\s+(?:and\s+|but\s+)?(?=(?:(?:all\s+|the\s+)?others?|all\s+other|the\s+rest|otherwise|everyone\s+else|everything\s+else|calls?|callers?|texts?|(?:RCS\s+)?messages?)\b)/i;

function wishesIn(request: string, { choices }: Outline): Wish[] {
  const wishes: Wish[] = [];
  let open: { text: string; channels: Channel[] } | undefined;
  for (const part of request.split(clauses)) {
    const text = open === undefined ? part : `${open.text} ${part}`;
    const channels: Channel[] = channelsIn(text) ?? wishes.at(-1)?.channels ?? [];
    const end = endIn(text, channels, choices);
    // "all other calls" has no destination before the rest of the sentence
    if (end === undefined) {
      open = { text, channels };
      continue;
    }
    open = undefined;
    const fitting = fittingChannels(end.kind, channels);
    if (fitting.length > 0) wishes.push({ channels: fitting, rules: rulesIn(text, fitting), end });
  }
  return wishes;
}

function channelsIn(text: string): Channel[] | undefined {
  const found: Channel[] = [];
  if (/\b(?:calls?|callers?|phone|ring)\b/i.test(text)) found.push("call");
  if (/\b(?:texts?|sms|messages?)\b/i.test(text.replace(/leave a message|RCS messages?/gi, ""))) found.push("sms");
  if (/\bRCS\b/i.test(text)) found.push("rcs");
  return found.length === 0 ? undefined : found;
}

const textEnds: ReadonlySet<string> = new Set(["inbox", "smsForward"]);

/** A destination of calls takes no texts, and the reverse. */
function fittingChannels(kind: string, wanted: readonly Channel[]): Channel[] {
  if (kind === "workflow") return wanted.length === 0 ? ["sms"] : [...wanted];
  const texts = wanted.filter((one) => one !== "call");
  if (textEnds.has(kind)) return texts.length === 0 ? ["sms"] : texts;
  return ["call"];
}

/** What a sentence calls each kind of destination with a name, in order. */
const namedEnds: readonly { kind: string; field: string; what: string; said: RegExp }[] = [
  { kind: "workgroup", field: "workgroupName", what: "the work group", said: /\bwork ?group\b/i },
  { kind: "liveList", field: "liveListName", what: "the live list", said: /\blive ?list\b/i },
  { kind: "ivr", field: "ivrName", what: "the IVR menu", said: /\b(?:ivr|menu)\b/i },
  { kind: "inbox", field: "inboxName", what: "the inbox", said: /\binbox\b/i },
  { kind: "workflow", field: "selectedWorkflow", what: "the workflow", said: /\bworkflow\b/i },
];

/** Where a clause sends calls or texts. Names of the account win, the longest first. */
function endIn(text: string, channels: readonly Channel[], choices: Outline["choices"]): End | undefined {
  const { workGroups = [], liveLists = [], ivrs = [], inboxes = [], workflows = [] } = choices ?? {};
  const names = [workGroups, liveLists, ivrs, inboxes, workflows];
  const said = namedEnds.some((one) => one.said.test(text));
  const onlyTexts = channels.length > 0 && !channels.includes("call");
  const named = namedEnds.flatMap((one, index) =>
    (said && !one.said.test(text)) || (onlyTexts && ["workgroup", "liveList", "ivr"].includes(one.kind))
      ? []
      : (names[index] ?? []).filter((name) => hasWord(text, name)).map((name) => ({ ...one, name })),
  );
  const [best] = named.sort((a, b) => b.name.length - a.name.length);
  if (best !== undefined)
    return { kind: best.kind, fields: { [best.field]: best.name }, words: `${best.what} ${best.name}` };
  const [, phone] = /\bto\s+(\+[\d ().-]{8,}\d)/.exec(text) ?? [];
  if (phone !== undefined) {
    const number = `+${phone.replace(/\D/g, "")}`;
    return onlyTexts
      ? { kind: "smsForward", fields: { phoneNumber: number }, words: number }
      : { kind: "callForward", fields: { numberOrSip: number }, words: number };
  }
  if (/voice ?mail|mailbox|leave a message/i.test(text)) return { kind: "voicemail", fields: {}, words: "voicemail" };
  const [, inbox] =
    /\binbox\s+(?:called\s+|named\s+)?[“"]?([\p{L}\p{N}][\p{L}\p{N} _-]{0,40}?)[”"]?\s*(?:[.,;]|$)/iu.exec(text) ?? [];
  return inbox === undefined
    ? undefined
    : { kind: "inbox", fields: { inboxName: inbox.trim() }, words: `the inbox ${inbox.trim()}` };
}

const hasWord = (text: string, name: string): boolean => {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  const isLetter = (one: string | undefined) => one !== undefined && /[\p{L}\p{N}]/u.test(one);
  return at !== -1 && !isLetter(text[at - 1]) && !isLetter(text[at + name.length]);
};

const everyoneElse = /\b(?:others?|the rest|otherwise|else|outside)\b/i;

function rulesIn(text: string, channels: readonly Channel[]): Rule[] {
  if (everyoneElse.test(text)) return [];
  return [...timeRules(text), ...areaRules(text), ...(channels.includes("call") ? [] : wordRules(text))];
}

const clock = String.raw`(\d{1,2})(?::(\d{2}))?\s*(am|pm)?`;

/** Seconds do not matter here: "HH:MM". */
function timeOf(hour: string | undefined, minute: string | undefined, half: string | undefined): string | undefined {
  const hours = (Number(hour) % (half === undefined ? 24 : 12)) + (half?.toLowerCase() === "pm" ? 12 : 0);
  return Number(hour) > 24 ? undefined : `${String(hours).padStart(2, "0")}:${minute ?? "00"}`;
}

const timeRule = (timeOperation: "LESS_THAN" | "GREATER_THAN", timeValue: string): Rule => ({
  kind: "time",
  fields: { timeOperation, timeValue },
  matches: { time: timeOperation === "LESS_THAN" ? "00:10" : "23:50" },
});

function timeRules(text: string): Rule[] {
  const range = new RegExp(String.raw`\b(?:between|from)\s+${clock}\s*(?:and|to|-)\s*${clock}`, "i").exec(text);
  if (range !== null) {
    const [from, to] = [timeOf(range[1], range[2], range[3]), timeOf(range[4], range[5], range[6])];
    if (from === undefined || to === undefined) return [];
    const [after, before] = [timeRule("GREATER_THAN", from), timeRule("LESS_THAN", to)];
    return [after, { ...before, matches: { time: `${from.slice(0, 3)}59` } }];
  }
  const one = (word: string) => {
    const found = new RegExp(String.raw`\b${word}\s+${clock}`, "i").exec(text);
    return found === null ? undefined : timeOf(found[1], found[2], found[3]);
  };
  const [after, before] = [one("after"), one("before")];
  return [
    ...(after === undefined ? [] : [timeRule("GREATER_THAN", after)]),
    ...(before === undefined ? [] : [timeRule("LESS_THAN", before)]),
  ];
}

function areaRules(text: string): Rule[] {
  const [, list] = /\barea codes?\s+(\d{3}(?:\s*(?:,|and|or)\s*\d{3})*)/i.exec(text) ?? [];
  const codes = list?.match(/\d{3}/g) ?? [];
  return codes.length === 0
    ? []
    : [{ kind: "areaCode", fields: { contentValue: codes }, matches: { from: `+1${codes[0]}5550143` } }];
}

/** Words that are looked for: in quotes, or the words in capitals after "word", "say" or "with". */
function wordRules(text: string): Rule[] {
  const quoted = [...text.matchAll(/[“"]([^“”"]{1,40})[”"]/g)].flatMap(([, one]) => one ?? []);
  const [, list = ""] =
    /\b(?:words?|keywords?|say|says|saying|contain|contains|containing|with)\s+((?:[A-Z][A-Z0-9]+(?:\s*(?:,|and|or)\s*)?)+)/.exec(
      text,
    ) ?? [];
  const words = quoted.length > 0 ? quoted : (list.match(/[A-Z][A-Z0-9]+/g) ?? []);
  const [first] = words;
  if (first === undefined) return [];
  const fields =
    words.length === 1
      ? { contentOperation: "CONTAINS", contentValue: first }
      : { contentOperation: "CONTAINS_ONE_OF", contentValue: words };
  return [{ kind: "textContent", fields, matches: { text: first } }];
}

const channelNames = new Map([
  ["callSrc", "Calls"],
  ["smsSrc", "Texts"],
  ["rcsSrc", "RCS messages"],
]);

/** An inbound workflow in plain words by rules: each path of each channel. The local model answers with it. */
export function explainRoutes(outline: Outline): string {
  const byId = new Map(outline.nodes.map((node) => [node.id, node]));
  const lines = outline.nodes.flatMap((node) => {
    const channel = channelNames.get(String(node.id));
    if (channel === undefined) return [];
    const paths = (node.exits ?? []).flatMap(({ to }) => (to === null ? [] : (byId.get(to) ?? [])));
    if (paths.length === 0) return [`${channel} are not answered.`];
    return paths.map((first) => pathWords(channel, first, { byId, isOnly: paths.length === 1 }));
  });
  return lines.length === 0 ? "The workflow has no paths yet." : lines.join("\n");
}

/** "Calls where Time before 9:00 AM and Area Code 303 go to Voicemail." A path without rules is for all others. */
function pathWords(
  channel: string,
  first: OutlinedNode,
  { byId, isOnly }: { byId: ReadonlyMap<OutlinedNode["id"], OutlinedNode>; isOnly: boolean },
): string {
  const path: OutlinedNode[] = [];
  for (let node: OutlinedNode | undefined = first; node !== undefined && !path.includes(node); ) {
    path.push(node);
    const to: OutlinedNode["id"] | null | undefined = node.exits?.[0]?.to;
    node = to === null || to === undefined ? undefined : byId.get(to);
  }
  const said = path.map(({ name, kind, text }) => text ?? name ?? kind);
  const [end = "nothing"] = said.slice(-1);
  const rules = said.slice(0, -1);
  if (rules.length > 0) return `${channel} where ${rules.join(" and ")} go to ${end}.`;
  return isOnly ? `${channel} go to ${end}.` : `Other ${inSentence(channel)} go to ${end}.`;
}

const inSentence = (channel: string): string =>
  channel.startsWith("RCS") ? channel : `${channel.charAt(0).toLowerCase()}${channel.slice(1)}`;
