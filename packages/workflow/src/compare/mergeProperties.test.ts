import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { edges, exitsOf, type Graph, incoming, isStart, retargeted } from "../outbound/graph.ts";
import { editedAtRandom } from "../outbound/randomEdits.ts";
import { dice, randomWorkflow } from "../outbound/randomWorkflow.ts";
import { readGraph } from "../outbound/readGraph.ts";
import { writeGraph } from "../outbound/writeGraph.ts";
import { compareGraphs } from "./compareGraphs.ts";
import { equalValues } from "./equalValues.ts";
import { withoutTargets } from "./fieldDifferences.ts";
import { mergeGraphs } from "./mergeGraphs.ts";
import { mergeProblems } from "./mergeProblems.ts";

/** A random workflow in which each node has one edge in at most, as commands keep it. */
function workflowOf(seed: number): Graph {
  const graph = readGraph(JSON.stringify(randomWorkflow(dice(seed))), {});
  const seen = new Set<number>();
  const nodes = [...graph.nodes.values()].map((node) => {
    const targets = exitsOf(node).map(({ target }) => {
      if (target === null || seen.has(target)) return null;
      seen.add(target);
      return target;
    });
    return [node.id, retargeted(node, targets)] as const;
  });
  return { ...graph, nodes: new Map(nodes) };
}
const all = ({ nodes }: Graph): Set<number> => new Set(nodes.keys());
const text = (graph: Graph): string => JSON.stringify(writeGraph(graph));
const seeds = fc.record({
  workflow: fc.nat(),
  mine: fc.nat(),
  theirs: fc.nat(),
  count: fc.integer({ min: 1, max: 8 }),
});

/** Everything that two versions differ in. */
const differences = (before: Graph, after: Graph) => {
  const { nodes, edges: lines, notes } = compareGraphs(before, after);
  return { nodes, lines, notes };
};

/** The nodes that can be reached from one, with itself. */
function below(graph: Graph, from: number): Set<number> {
  const found = new Set([from]);
  for (const id of found) for (const { source, target } of edges(graph)) if (source === id) found.add(target);
  return found;
}

describe("merging two users' random changes", () => {
  test("is the one's changes when the other changed nothing, and the change when both made the same", () => {
    fc.assert(
      fc.property(seeds, ({ workflow, mine: seed, count }) => {
        const base = workflowOf(workflow);
        const edited = editedAtRandom(base, dice(seed), { only: all(base), count });
        for (const [mine, theirs] of [
          [edited, base],
          [base, edited],
          [edited, edited],
        ] as const) {
          const { graph, conflicts } = mergeGraphs({ base, mine, theirs });
          expect(conflicts).toEqual([]);
          expect(differences(edited, graph)).toEqual({ nodes: [], lines: [], notes: [] });
        }
      }),
      { numRuns: 150 },
    );
  });

  test("equals making both changes, in either order, when they are apart", () => {
    fc.assert(
      fc.property(seeds, fc.nat(), ({ workflow, mine, theirs, count }, at) => {
        const base = workflowOf(workflow);
        const ids = [...base.nodes.values()].filter((node) => !isStart(node)).map(({ id }) => id);
        const part = below(base, ids[at % ids.length] ?? 0);
        const rest = new Set(ids.filter((id) => !part.has(id)));
        // nodes next to each other share an edge, and an Event that is added takes the reply of a node above it
        const above = [...rest].filter((id) => [...below(base, id)].some((one) => part.has(one)));
        for (const id of above) rest.delete(id);
        const doMine = (graph: Graph) => editedAtRandom(graph, dice(mine), { only: part, count, tag: "A" });
        const doTheirs = (graph: Graph) => editedAtRandom(graph, dice(theirs), { only: rest, count, tag: "B" });
        const [left, right] = [doMine(base), doTheirs(base)];
        const merged = mergeGraphs({ base, mine: left, theirs: right });
        const turned = mergeGraphs({ base, mine: right, theirs: left });
        expect(merged.conflicts).toEqual([]);
        expect(turned.conflicts).toEqual([]);
        expect(shapeOf(merged.graph)).toEqual(shapeOf(turned.graph));
        // the second user's new ids depend on what was added before, which changes only the numbers
        expect(shapeOf(merged.graph)).toEqual(shapeOf(doTheirs(left)));
        expect(shapeOf(merged.graph)).toEqual(shapeOf(doMine(right)));
      }),
      {
        numRuns: 150,
        // an Event is added below a node whose text the other user deletes
        examples: [[{ workflow: 1_994_890_774, mine: 0, theirs: 1_816_150_557, count: 2 }, 651_867_747]],
      },
    );
  });

  test("keeps each change of a field or reports it as a conflict", () => {
    fc.assert(
      fc.property(seeds, ({ workflow, mine: left, theirs: right, count }) => {
        const base = workflowOf(workflow);
        const mine = editedAtRandom(base, dice(left), { only: all(base), count });
        const theirs = editedAtRandom(base, dice(right), { only: all(base), count });
        const { graph, conflicts } = mergeGraphs({ base, mine, theirs });
        const isReported = (id: number) => conflicts.some(({ nodeId }) => nodeId === id);
        for (const side of [mine, theirs])
          for (const node of side.nodes.values()) {
            const was = base.nodes.get(node.id);
            const merged = graph.nodes.get(node.id);
            if (was === undefined || was.kind !== node.kind || isReported(node.id)) continue;
            const [old, next] = [withoutTargets(was), withoutTargets(node)];
            for (const [key, value] of Object.entries(next))
              if (!Array.isArray(value) && !equalValues(value, old[key]))
                expect([key, merged && withoutTargets(merged)[key]]).toEqual([key, value]);
            if (node.name !== was.name) expect(merged?.name).toBe(node.name);
          }
      }),
      { numRuns: 200 },
    );
  });

  test("gives a workflow that can be written and read, whatever is chosen, and says what is wrong with it", () => {
    fc.assert(
      fc.property(seeds, fc.boolean(), ({ workflow, mine: left, theirs: right, count }, isMine) => {
        const base = workflowOf(workflow);
        const mine = editedAtRandom(base, dice(left), { only: all(base), count });
        const theirs = editedAtRandom(base, dice(right), { only: all(base), count });
        let choices = new Map<string, "mine" | "theirs">();
        let merged = mergeGraphs({ base, mine, theirs }, choices);
        // a choice can bring up another conflict
        for (let round = 0; round < 4; round++) {
          choices = new Map(merged.conflicts.map(({ id }) => [id, isMine ? "mine" : "theirs"]));
          merged = mergeGraphs({ base, mine, theirs }, choices);
        }
        const { graph } = merged;
        for (const node of graph.nodes.values()) {
          expect(graph.sections.has(node.section)).toBe(true);
          for (const { target } of exitsOf(node)) expect(target === null || graph.nodes.has(target)).toBe(true);
          expect(incoming(graph, node.id).length).toBeLessThanOrEqual(isStart(node) ? 0 : 1);
          const isAlone = !isStart(node) && incoming(graph, node.id).length === 0;
          if (isAlone) expect(mergeProblems(graph, { flag: () => true, today: "" })).not.toEqual([]);
        }
        expect(writeGraph(readGraph(text(graph), {}))).toEqual(writeGraph(graph));
      }),
      { numRuns: 200 },
    );
  });
});

/** A workflow without the numbers of its nodes: what there is, and what follows what. */
function shapeOf(graph: Graph): string[] {
  const seen = new Map<number, string>();
  const shape = (id: number): string => {
    const node = graph.nodes.get(id);
    if (node === undefined) return "";
    const known = seen.get(id);
    if (known !== undefined) return known;
    seen.set(id, "…");
    const { name = "", kind, x, y, draft } = node;
    const targets = exitsOf(node).map(({ target }) => (target === null ? "end" : shape(target)));
    const fields = JSON.stringify(withoutTargets({ ...node, draft })).replace(/node\d+/g, "node");
    const found = `${kind} ${name} ${x} ${y} ${fields} (${targets.join(" | ")})`;
    seen.set(id, found);
    return found;
  };
  return [...graph.nodes.values()]
    .filter((node) => isStart(node) || incoming(graph, node.id).length === 0)
    .map(({ id }) => shape(id))
    .sort();
}
