import type { DraftAnswer, DraftEdit } from "./draftAnswer.ts";
import { addressIn, businessIn, waitIn } from "./localShapes.ts";
import type { Outline, OutlinedNode } from "./outline.ts";

/** What a request changes in a workflow; undefined if it is about something else. */
export type Change = (request: string, outline: Outline) => { summary: string; edits: DraftEdit[] } | undefined;

/** Changes of an existing workflow that the local drafter knows, tried in order. */
const changes: readonly Change[] = [
  remove,
  rename,
  optOut,
  otherReplies,
  thanks,
  reminder,
  waiting,
  link,
  sayText,
  business,
];

/** What a request changes in a workflow, by rules. */
export function changeWorkflow(request: string, outline: Outline): DraftAnswer {
  for (const change of changes) {
    const made = change(request, outline);
    if (made !== undefined && made.edits.length > 0) return { ...made, questions: [], tests: [] };
  }
  return {
    summary:
      "This is the local drafter, which works by rules. It did not find a change that it knows in this sentence.",
    edits: [],
    questions: [
      "What should change? It can add a reminder after a time, change a wait, remove or rename a node, add how to opt out, answer other replies, set a text in quotes, a link or the name of your business.",
    ],
    tests: [],
  };
}

const texts = ({ nodes }: Outline): OutlinedNode[] => nodes.filter(({ kind }) => kind === "smsSend");
const named = (node: OutlinedNode): string => node.name ?? `node ${node.id}`;

/** What a sentence can call a node besides its number. Ids of inbound nodes are words. */
const wordsOf = ({ name, id }: OutlinedNode): string => name ?? (typeof id === "string" ? id : `node ${id}`);

/** The node that a sentence names, by its number or its name. */
function nodeIn(request: string, { nodes }: Outline): OutlinedNode | undefined {
  const [, number] = /\b(?:node|step)\s+(\d+)/i.exec(request) ?? [];
  if (number !== undefined) return nodes.find(({ id }) => id === Number(number));
  const words = request.toLowerCase();
  return nodes
    .filter((node) => words.includes(wordsOf(node).toLowerCase()))
    .sort((a, b) => wordsOf(b).length - wordsOf(a).length)[0];
}

const quoted = (request: string): string | undefined => /[“"]([^“”"]{2,})[”"]/.exec(request)?.[1];

/** "Remove the reminder". */
export function remove(request: string, outline: Outline): ReturnType<Change> {
  const node = nodeIn(request, outline);
  if (!/\b(?:remove|delete|drop)\b/i.test(request) || node === undefined) return undefined;
  return { summary: `Removes ${named(node)}.`, edits: [{ do: "remove", node: node.id }] };
}

/** "Rename the reminder to First reminder". */
export function rename(request: string, outline: Outline): ReturnType<Change> {
  const [, name] = /\b(?:rename|call|name)\b.*?\b(?:to|as)\s+[“"]?([^“”"]{1,60}?)[”"]?\s*\.?$/i.exec(request) ?? [];
  const node = nodeIn(request, outline);
  return name === undefined || node === undefined
    ? undefined
    : { summary: `Renames ${named(node)}.`, edits: [{ do: "name", node: node.id, name }] };
}

function optOut(request: string, outline: Outline): ReturnType<Change> {
  if (!/opt[ -]?out|\bstop\b|unsubscribe/i.test(request)) return undefined;
  const node = nodeIn(request, outline) ?? texts(outline)[0];
  if (node?.text === undefined || /opt out/i.test(node.text)) return undefined;
  return {
    summary: `Says in ${named(node)} how to opt out.`,
    edits: [
      { do: "set", node: node.id, fields: { templateText: `${node.text.trim()} Reply STOP to opt out.`.trim() } },
    ],
  };
}

/** A last path for every other reply, with a text and an end. */
function otherReplies(request: string, outline: Outline): ReturnType<Change> {
  if (!/\b(?:other|unknown|any) repl|who is this/i.test(request)) return undefined;
  const events = outline.nodes.filter(({ kind }) => kind === "event");
  const node = nodeIn(request, outline);
  const event = events.find(({ id }) => id === node?.id) ?? events[0];
  const rows = event?.fields?.["conditionalPaths"] as { statements?: { variable?: string }[] }[] | undefined;
  const variable = rows?.[0]?.statements?.[0]?.variable;
  if (event === undefined || rows === undefined || variable === undefined) return undefined;
  const timeout = event.exits?.at(-1)?.to ?? null;
  const exits = rows.length + 1;
  const otherwise: DraftEdit[] =
    timeout === null ? [] : [{ do: "connect", from: event.id, exit: exits + 1, to: timeout }];
  return {
    summary: `Answers every other reply at ${named(event)}.`,
    edits: [
      {
        do: "set",
        node: event.id,
        fields: { conditionalPaths: [...rows, { statements: [{ variable, operation: "EXISTS" }] }] },
      },
      {
        do: "add",
        key: "answer",
        kind: "smsSend",
        name: "Answer to other replies",
        ...sectionOf(event),
        fields: { templateText: "Thank you for your message. Someone from our team will answer you here." },
      },
      { do: "add", key: "answerEnd", kind: "control", ...sectionOf(event), fields: {} },
      { do: "connect", from: event.id, exit: exits, to: "answer" },
      { do: "connect", from: "answer", to: "answerEnd" },
      ...otherwise,
    ],
  };
}

const sectionOf = ({ section }: OutlinedNode): { section?: string } => (section === undefined ? {} : { section });

/** A text on a path that ends without one. */
function thanks(request: string, outline: Outline): ReturnType<Change> {
  if (!/thank/i.test(request)) return undefined;
  const [, path] = /\bpath\s+(\d+)/i.exec(request) ?? [];
  const event = nodeIn(request, outline);
  const exit = event?.exits?.find((one) => one.exit === Number(path));
  if (event?.kind !== "event" || exit === undefined || exit.to === null) return undefined;
  return {
    summary: `Says thank you on path ${exit.exit} of ${named(event)}.`,
    edits: [
      {
        do: "add",
        key: "thanks",
        kind: "smsSend",
        name: "Thank you",
        ...sectionOf(event),
        fields: { templateText: quoted(request) ?? "Thank you for your reply!" },
      },
      { do: "connect", from: event.id, exit: exit.exit, to: "thanks" },
      { do: "connect", from: "thanks", to: exit.to },
    ],
  };
}

/** A wait and another text before the end that is reached without a reply. */
function reminder(request: string, outline: Outline): ReturnType<Change> {
  if (!/\b(?:add|send|insert|another|second)\b/i.test(request) || !/remind|follow[ -]?up|text/i.test(request))
    return undefined;
  const wait = waitIn(request);
  const events = outline.nodes.filter(({ kind }) => kind === "event");
  const from = events.at(-1) ?? texts(outline).at(-1);
  const exit = from?.exits?.at(-1);
  if (from === undefined || exit === undefined || exit.to === null) return undefined;
  const delay: DraftEdit[] =
    wait === undefined
      ? []
      : [
          {
            do: "add",
            key: "pause",
            kind: "timeDelay",
            name: "Wait before the reminder",
            ...sectionOf(from),
            fields: {
              timeoutType: "wait",
              timeoutWaitType: "number",
              timeoutWaitNumber: wait.number,
              timeoutWaitUnits: wait.units,
            },
          },
        ];
  const first = wait === undefined ? "again" : "pause";
  return {
    summary: `Sends another reminder${wait === undefined ? "" : ` after ${wait.number} ${wait.units}`}.`,
    edits: [
      ...delay,
      {
        do: "add",
        key: "again",
        kind: "smsSend",
        name: "Another reminder",
        ...sectionOf(from),
        fields: {
          templateText:
            quoted(request) ??
            "A short reminder from our team: we have not heard from you yet. Just reply to this text.",
        },
      },
      { do: "connect", from: from.id, exit: exit.exit, to: first },
      ...(wait === undefined ? [] : [{ do: "connect" as const, from: "pause", to: "again" }]),
      { do: "connect", from: "again", to: exit.to },
    ],
  };
}

function waiting(request: string, outline: Outline): ReturnType<Change> {
  const wait = waitIn(request);
  if (wait === undefined) return undefined;
  const wanted = nodeIn(request, outline);
  const isWait = ({ kind }: OutlinedNode): boolean => kind === "event" || kind === "timeDelay";
  const node = wanted !== undefined && isWait(wanted) ? wanted : outline.nodes.find(isWait);
  if (node === undefined) return undefined;
  const fields = {
    timeoutType: "wait",
    timeoutWaitType: "number",
    timeoutWaitNumber: wait.number,
    timeoutWaitUnits: wait.units,
  };
  return {
    summary: `${named(node)} waits ${wait.number} ${wait.units}.`,
    edits: [{ do: "set", node: node.id, fields }],
  };
}

function link(request: string, outline: Outline): ReturnType<Change> {
  const address = addressIn(request);
  const node = nodeIn(request, outline) ?? texts(outline)[0];
  if (address === undefined || node?.text === undefined) return undefined;
  const text = /\s*Reply STOP to opt out\.?$/i.exec(node.text);
  const body = text === null ? node.text : node.text.slice(0, text.index);
  const ending = text === null ? "" : " Reply STOP to opt out.";
  return {
    summary: `Adds ${address} to ${named(node)}.`,
    edits: [{ do: "set", node: node.id, fields: { templateText: `${body.trim()} ${address}${ending}` } }],
  };
}

function sayText(request: string, outline: Outline): ReturnType<Change> {
  const text = quoted(request);
  const node = nodeIn(request, outline) ?? texts(outline)[0];
  if (text === undefined || node?.kind !== "smsSend") return undefined;
  return {
    summary: `Changes the text of ${named(node)}.`,
    edits: [{ do: "set", node: node.id, fields: { templateText: text } }],
  };
}

function business(request: string, outline: Outline): ReturnType<Change> {
  const name = businessIn(request) ?? /^\s*([A-Z][\w&'’ -]{1,40}?)\.?\s*$/.exec(request)?.[1];
  if (name === undefined) return undefined;
  const edits = texts(outline).flatMap(({ id, text = "" }): DraftEdit[] =>
    text.includes("our team")
      ? [{ do: "set", node: id, fields: { templateText: text.replaceAll("our team", name) } }]
      : [],
  );
  return { summary: `The texts say ${name}.`, edits };
}
