import { z } from "zod";
import { parseSaved } from "../parts/parseSaved.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import { type CampaignSettings, readCampaign } from "./campaignForm.ts";
import { type Graph, type GraphNode, mainSection, newSectionStart, startPosition } from "./graph.ts";
import { kindNameOf, kinds } from "./kinds/index.ts";
import { unknownKind } from "./kinds/unknownKind.ts";
import { readName } from "./nodeName.ts";
import { readNotes } from "./notes.ts";
import { emptyWorkflow, type SavedWorkflow, savedWorkflow, sharedKeys } from "./savedWorkflow.ts";

const firstNode = 1;

/** Parses a saved workflow. Null is an empty one (spec 2 §3.2). Throws an error with a readable message when it is invalid, which the server never stores. */
export const parseWorkflow = (text: string | null): SavedWorkflow => parseSaved(savedWorkflow, text) ?? emptyWorkflow;

/** The graph of a saved workflow and its campaign (spec 2 §4.2). An empty workflow is a start node at (250, 25). Throws like `parseWorkflow`. */
export function readGraph(workflow: SavedWorkflow | string | null, campaign: Partial<CampaignSettings>): Graph {
  const saved = typeof workflow === "string" || workflow === null ? parseWorkflow(workflow) : workflow;
  const { schemaVersion: _, startNode: savedStart, nodes: savedNodes, sections: savedSections = {}, ...others } = saved;
  const { notes, carried } = readNotes(others);
  const start = savedStart === -1 ? firstNode : savedStart;
  // a sectionStart is created on load and never saved (wire reading 3)
  const kept = savedNodes.filter(({ type }) => type !== "sectionStart");
  const seeds = new Map<string, NodeId>([[mainSection, start]]);
  for (const [name, first] of Object.entries(savedSections)) if (name !== mainSection) seeds.set(name, first);
  for (const { inSection } of kept) if (inSection && !seeds.has(inSection)) seeds.set(inSection, -1);
  const home = homes(kept, seeds);
  const form = readCampaign(campaign);
  const nodes = new Map<NodeId, GraphNode>();
  const begin = kept.find(({ id }) => id === start);
  if (begin === undefined) nodes.set(start, newStart(start, form));
  else if (begin.type !== "start") throw new Error(`node ${start} is the start node, but its type is ${begin.type}`);
  for (const node of kept) nodes.set(node.id, readNode(node, home.get(node.id) ?? mainSection, form));
  const sections = new Map<string, NodeId>();
  for (const [name, first] of seeds) {
    if (name === mainSection) {
      sections.set(name, start);
      continue;
    }
    const node = newSectionStart(-1 - sections.size, name, nodes.has(first) ? first : null);
    nodes.set(node.id, node);
    sections.set(name, node.id);
  }
  return { nodes, sections, carried, ...(notes.length > 0 && { notes }) };
}

const newStart = (id: NodeId, form: object): GraphNode => ({
  id,
  kind: "start",
  type: "start",
  draft: { ...kinds.start.defaults, ...form },
  ...startPosition,
  section: mainSection,
  carried: {},
});

/** The section of each node: its own value, else the section whose first node reaches it (wire reading 6). */
export function homes(nodes: readonly SavedNode[], seeds: ReadonlyMap<string, NodeId>): Map<NodeId, string> {
  const home = new Map<NodeId, string>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const { id, inSection } of nodes) if (inSection) home.set(id, inSection);
  for (const [name, first] of seeds) if (!home.has(first)) home.set(first, name);
  for (const first of seeds.values()) {
    const open = [first];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const child of byId.get(id)?.children ?? []) {
        if (home.has(child)) continue;
        home.set(child, home.get(id) ?? mainSection);
        open.push(child);
      }
    }
  }
  return home;
}

function readNode(saved: SavedNode, section: string, form: object): GraphNode {
  const { id, type, x, y, children } = saved;
  const called = readName(saved.name);
  // what is not a name stays an unknown key
  const isShared = (key: string) => sharedKeys.includes(key) || (key === "name" && called !== undefined);
  const rest = Object.entries(saved).filter(([key]) => !isShared(key));
  const name = kindNameOf(saved);
  const own = name === undefined ? undefined : kinds[name].own.safeParse(Object.fromEntries(rest));
  const shared = { id, type, x, y, section, ...(called !== undefined && { name: called }) };
  if (name === undefined || !own?.success) {
    return { ...shared, kind: "unknown", draft: unknownKind.read(Object.fromEntries(rest), children), carried: {} };
  }
  const known = ownKeys(name);
  const draft = kinds[name].read(own.data as never, children);
  return {
    ...shared,
    kind: name,
    draft: name === "start" ? { ...draft, ...form } : draft,
    carried: Object.fromEntries(rest.filter(([key]) => !known.has(key))),
  };
}

const keysOf = new Map<string, ReadonlySet<string>>();

/** The saved keys that belong to a kind. */
function ownKeys(name: keyof typeof kinds): ReadonlySet<string> {
  let keys = keysOf.get(name);
  if (keys === undefined) {
    const { own } = kinds[name];
    keys = new Set(own instanceof z.ZodObject ? Object.keys(own.shape) : []);
    keysOf.set(name, keys);
  }
  return keys;
}
