import {
  callOf,
  type Graph,
  type GraphNode,
  incoming,
  kindOfNode,
  nodesIn,
  numberOf,
  titleOf,
} from "@trunkline/workflow/outbound/graph.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { type CardSize, cardSize, inboundFewest, shownLines } from "./cardSize.ts";

/** Names by id, and the texts of templates by `messageKey`. */
export type Names = ReadonlyMap<string, string>;

/** The key of a template's text. */
export const messageKey = (templateId: string): string => `text of ${templateId}`;

export interface Card {
  title: string;
  lines: readonly string[];
  /** The text that the node sends; "" for an unknown one, undefined without one. */
  message?: string;
  size: CardSize;
}

const known = new WeakMap<Names, WeakMap<GraphNode, Card>>();

/** The content of a node's card, cached per node. Ids with a known name show the name. */
export function cardOf(node: GraphNode, names: Names): Card {
  let cards = known.get(names);
  if (cards === undefined) {
    cards = new WeakMap();
    known.set(names, cards);
  }
  let card = cards.get(node);
  if (card === undefined) {
    const title = node.name ?? titleOf(node);
    const message = messageOf(node, names);
    const named = kindOfNode(node)
      .card(node.draft)
      .map(({ label, value }) => ({ label, value: value && (names.get(value) ?? value) }));
    const lines = shownLines(named);
    const size = cardSize(title, lines, {
      fewest: node.foreign && inboundFewest,
      isNumbered: numberOf(node) !== "",
      // reserved before the text is loaded, so that the card does not grow later
      hasMessage: message !== undefined,
    });
    card = { title, lines, size, ...(message !== undefined && { message }) };
    cards.set(node, card);
  }
  return card;
}

function messageOf(node: GraphNode, names: Names): string | undefined {
  const sent = kindOfNode(node).message?.(node.draft);
  if (sent === undefined) return undefined;
  return "text" in sent ? sent.text : (names.get(messageKey(sent.templateId)) ?? "");
}

export const noNames: Names = new Map();

/** A node's size without names, for calculating positions. */
export const sizeOf = (node: GraphNode): CardSize => cardOf(node, noNames).size;

/** What a node is called in lists: its name, else its kind and number. */
export const nameOf = callOf;

/** The label of the line into a node, with its source if that is in another section. */
export function branchInto(graph: Graph, node: GraphNode): string {
  const [edge] = incoming(graph, node.id);
  const source = edge && graph.nodes.get(edge.source);
  if (edge === undefined || source === undefined) return "";
  const label = edge.name || (graph.language?.wordsOn(source, node) ?? "");
  return source.section === node.section ? label : `${edge.name} (from ${nameOf(source)} in ${source.section})`;
}

/** Whether a card of this size would overlap no other card of the section. */
export function isFree(
  graph: Graph,
  section: string,
  { x, y, width, height }: { x: number; y: number } & CardSize,
  except?: NodeId,
): boolean {
  const gap = 20;
  return nodesIn(graph, section).every((node) => {
    if (node.id === except) return true;
    const size = sizeOf(node);
    return (
      x + width + gap <= node.x ||
      node.x + size.width + gap <= x ||
      y + height + gap <= node.y ||
      node.y + size.height + gap <= y
    );
  });
}
