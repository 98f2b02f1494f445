import { exitsOf, type Graph, type GraphNode, kindAndNumber } from "../outbound/graph.ts";
import { nodesBefore } from "../outbound/nodesBefore.ts";
import type { PathDraft } from "../parts/conditionalPaths.ts";
import { allMatch } from "../parts/statement.ts";
import { countSegments } from "../parts/text/segments.ts";
import type { NodeId } from "../savedNode.ts";
import { type TemplateTexts, textOf } from "./outline.ts";

/** Something that a workflow lacks, found by rules. */
export interface Gap {
  node: NodeId;
  rule:
    | "optOut"
    | "sender"
    | "unanswered"
    | "noTimeout"
    | "longText"
    | "silent"
    | "anyHour"
    | "noNumber"
    | "neverReached";
  /** Names the node. */
  message: string;
  /** A request that would close it. */
  request: string;
}

/** What contacts who do not know the sender reply. */
const strangerReply = "Who is this?";
const optOut = /\b(?:stop|unsubscribe|opt[ -]?out|end|quit|cancel)\b/i;
const sender = /\b(?:this is|it's|here is|from|at|your|team|thank you for|welcome to)\b|^[^.!?:]{2,40}:/i;

/** What a workflow lacks, in the order of its nodes. Nothing is asked of a model. */
export function findGaps(graph: Graph, texts: TemplateTexts): Gap[] {
  return [...graph.nodes.values()].flatMap((node) => {
    switch (node.kind) {
      case "start":
        return hourGaps(graph, node);
      case "smsSend":
        return textGaps(graph, node, textOf(node, texts));
      case "event":
        return replyGaps(graph, node);
      default:
        return [];
    }
  });
}

const nameOf = (node: GraphNode): string => node.name ?? kindAndNumber(node);

function hourGaps(graph: Graph, node: GraphNode): Gap[] {
  const sends = [...graph.nodes.values()].some(({ kind }) => kind === "smsSend" || kind === "call");
  const { timezoneProtection } = node.draft as { timezoneProtection?: string };
  if (!sends || timezoneProtection !== "none") return [];
  return [
    {
      node: node.id,
      rule: "anyHour",
      message: "Timezone Protection is off, so contacts can be texted and called at night. Set it in the Start node.",
      // settings of the Start node stay the user's
      request: "",
    },
  ];
}

function textGaps(graph: Graph, node: GraphNode, text: string | undefined): Gap[] {
  if (text === undefined || text === "") return [];
  const gaps: Gap[] = [];
  const name = nameOf(node);
  const isFirst = !nodesBefore(graph, node.id).some(({ kind }) => kind === "smsSend");
  if (isFirst && !optOut.test(text))
    gaps.push({
      node: node.id,
      rule: "optOut",
      message: `${name} is the first text, and it does not say how to opt out.`,
      request: `Add "Reply STOP to opt out." to node ${node.id}.`,
    });
  if (isFirst && !sender.test(text))
    gaps.push({
      node: node.id,
      rule: "sender",
      message: `${name} is the first text, and it does not seem to say who is writing.`,
      request: `Say in the text of node ${node.id} who is writing.`,
    });
  const segments = countSegments(text);
  if (segments > 1)
    gaps.push({
      node: node.id,
      rule: "longText",
      message: `${name} has ${segments} segments, and each is charged.`,
      request: `Shorten the text of node ${node.id} to one segment.`,
    });
  return gaps;
}

function replyGaps(graph: Graph, node: GraphNode): Gap[] {
  const gaps: Gap[] = [];
  const name = nameOf(node);
  const { conditionalPaths, timeoutPath } = node.draft as { conditionalPaths: PathDraft[]; timeoutPath: NodeId | null };
  const asksReply = conditionalPaths.some(({ statements }) =>
    statements.some(({ variable }) => /\.reply$/.test(variable)),
  );
  const read = (variable: string) => (/\.reply$/.test(variable) ? strangerReply : undefined);
  if (asksReply && !conditionalPaths.some(({ statements }) => statements.length > 0 && allMatch(statements, read)))
    gaps.push({
      node: node.id,
      rule: "unanswered",
      message: `At ${name}, a reply such as “${strangerReply}” matches no path and gets no answer.`,
      request: `Answer other replies at node ${node.id}.`,
    });
  if (timeoutPath === null)
    gaps.push({
      node: node.id,
      rule: "noTimeout",
      message: `${name} has no path for contacts who do not reply in time.`,
      request: `End the journey at node ${node.id} when no one replies.`,
    });
  for (const [index, { target }] of exitsOf(node).slice(0, conditionalPaths.length).entries()) {
    const next = target === null ? undefined : graph.nodes.get(target);
    if (next?.kind === "control")
      gaps.push({
        node: node.id,
        rule: "silent",
        message: `At ${name}, a reply of path ${index + 1} ends the journey without an answer.`,
        request: `Send a short thank you on path ${index + 1} of node ${node.id}.`,
      });
  }
  return gaps;
}
