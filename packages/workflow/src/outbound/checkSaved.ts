import { z } from "zod";
import type { DesignContext } from "../nodeKind.ts";
import { parseJson } from "../parts/text/jsonText.ts";
import { plainErrors, sayOf } from "../parts/text/plainErrors.ts";
import { type Graph, maxNodes, orphans } from "./graph.ts";
import { kindNameOf, kinds } from "./kinds/index.ts";
import { nameProblem } from "./nodeName.ts";
import { parseWorkflow, readGraph } from "./readGraph.ts";
import { type Reference, references } from "./references.ts";
import { emptyWorkflow, type SavedWorkflow, savedNode, savedWorkflow } from "./savedWorkflow.ts";
import { at, childrenProblems, nameOf, structureProblems, whole } from "./structure.ts";
import { orphansMessage, type Problem, tooManyMessage, validateGraph } from "./validateGraph.ts";
import { writeGraph } from "./writeGraph.ts";

/** A valid workflow, or everything that is wrong with it. */
export type CheckedWorkflow =
  | { ok: true; workflow: SavedWorkflow; references: Reference[] }
  | { ok: false; problems: Problem[] };

/** Most problems reported. */
const maxProblems = 50;

/**
 * Validates the untrusted text of `PUT /v4/campaign/{id}/workflow/`. The returned workflow has its missing fields filled
 * in, and startNode 1 where it was -1 (spec 2 §3.2). Campaign fields are not checked here, and only the store can check
 * whether references exist. `before`: the stored text.
 */
export function checkSaved(text: string, context: DesignContext, before: string | null = null): CheckedWorkflow {
  const json = parseJson(text);
  if (!json.ok) return refused([whole(`The workflow is not valid JSON. At ${json.message}`)]);
  // a workflow that was never saved reads as null (spec 2 §3.2); a saved one must not be replaced by it
  const value = json.value === null && !hasNodes(before) ? emptyWorkflow : json.value;
  for (const stage of [sizeProblems, frameProblems, shapeProblems]) {
    const problems = stage(value);
    if (problems.length > 0) return refused(problems);
  }
  const saved: SavedWorkflow = savedWorkflow.parse(value);
  if (saved.nodes.length === 0) return emptyChecked(saved);
  // each stage only runs on what the previous one accepted
  for (const stage of [typeProblems, ownProblems, structureProblems, childrenProblems]) {
    const problems = stage(saved);
    if (problems.length > 0) return refused(problems);
  }
  const graph = readGraph(saved, {});
  const problems = [...orphanProblems(graph), ...rules(graph, context, before)];
  return problems.length > 0
    ? refused(problems)
    : { ok: true, workflow: writeGraph(graph), references: references(graph) };
}

const hasNodes = (text: string | null): boolean => text !== null && parseWorkflow(text).nodes.length > 0;

const refused = (problems: Problem[]): CheckedWorkflow => ({ ok: false, problems: problems.slice(0, maxProblems) });

/** A workflow without nodes can be saved, because a new one is (spec 1 §3.1). */
function emptyChecked(saved: SavedWorkflow): CheckedWorkflow {
  const isEmpty = saved.startNode === -1 && Object.keys(saved.sections ?? {}).length === 0;
  if (!isEmpty)
    return refused([whole("The workflow has no nodes, so startNode must be -1 and there can be no sections")]);
  return { ok: true, workflow: { ...saved, ...emptyWorkflow }, references: [] };
}

/** Checked first, because each item of a list of a million could have an error. */
function sizeProblems(value: unknown): Problem[] {
  const open: [place: string, value: unknown][] = [["", value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [place, item] = next;
    if (typeof item !== "object" || item === null) continue;
    if (Array.isArray(item) && item.length > maxNodes) {
      return [
        whole(
          place === "nodes"
            ? tooManyMessage(item.length)
            : `${place} has ${item.length} items, but can have at most ${maxNodes}`,
        ),
      ];
    }
    for (const [key, inner] of Object.entries(item)) open.push([place === "" ? key : `${place}.${key}`, inner]);
  }
  return [];
}

/** A text without a list of nodes is not an empty workflow: `{}` would delete the saved graph. */
function frameProblems(value: unknown): Problem[] {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return !isObject || "nodes" in value
    ? []
    : [whole(`The workflow must have a list of nodes. An empty workflow is ${JSON.stringify(emptyWorkflow)}`)];
}

const frame = savedWorkflow.extend({ nodes: z.array(z.unknown()).default([]) });

/** Checks the shared shape of workflow and nodes (spec 2 §3.2), node by node, to stop early when there are many errors. */
function shapeProblems(value: unknown): Problem[] {
  const parsed = frame.safeParse(value, { error: plainErrors });
  if (!parsed.success) {
    return parsed.error.issues.map(({ path, message }) => whole(sayOf(path.join(".") || "The workflow", message)));
  }
  const problems: Problem[] = [];
  for (const [index, node] of parsed.data.nodes.entries()) {
    const issues = savedNode.safeParse(node, { error: plainErrors }).error?.issues ?? [];
    problems.push(...issues.slice(0, maxProblems).map((issue) => nodeShapeProblem(issue, node, index)));
    if (problems.length >= maxProblems) break;
  }
  return problems;
}

/** A shape error of a node, with the node's id if it has one. */
function nodeShapeProblem({ path, message }: z.core.$ZodIssue, node: unknown, index: number): Problem {
  const id = typeof node === "object" && node !== null && "id" in node ? node.id : undefined;
  const text = sayOf(path.join(".") || "it", message);
  return typeof id === "number" && path[0] !== "id" ? at(id, text) : whole(`Item ${index + 1} of nodes: ${text}`);
}

const typeNames = (): string =>
  [...new Set(Object.values(kinds).map((kind, index) => (kind as { type?: string }).type ?? Object.keys(kinds)[index]))]
    .filter((name) => name !== "sectionStart")
    .join(", ");

function typeProblems({ nodes }: SavedWorkflow): Problem[] {
  return nodes.flatMap((node) => {
    if (node.type === "sectionStart")
      return [at(node.id, "sectionStart nodes are created on load. Name the section's first node in sections instead")];
    if (kindNameOf(node) === undefined)
      return [at(node.id, `the node type "${node.type}" does not exist. The types are ${typeNames()}`)];
    return [];
  });
}

/** Checks the fields of each node against its kind's schema. */
function ownProblems({ nodes }: SavedWorkflow): Problem[] {
  const problems: Problem[] = [];
  for (const node of nodes) {
    const name = nameProblem(node.name);
    if (name !== undefined) problems.push(at(node.id, name));
    const issues = kinds[nameOf(node)].own.safeParse(node, { error: plainErrors }).error?.issues ?? [];
    problems.push(
      ...issues.slice(0, maxProblems).map(({ path, message }) => at(node.id, sayOf(path.join("."), message))),
    );
    if (problems.length >= maxProblems) break;
  }
  return problems;
}

function orphanProblems(graph: Graph): Problem[] {
  const ids = orphans(graph);
  return ids.length === 0
    ? []
    : [whole(`${orphansMessage} Nothing leads to ${ids.map((id) => `node ${id}`).join(", ")}`)];
}

/** Checks of the kinds. The start form is checked with the campaign. */
function rules(graph: Graph, context: DesignContext, before: string | null): Problem[] {
  const was = before === null ? undefined : readGraph(parseWorkflow(before), {});
  const start = graph.sections.get("main");
  return validateGraph(graph, context, was).filter(({ nodeId, field }) => nodeId !== start || field === undefined);
}
