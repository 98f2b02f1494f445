import { kindOfNode, retargeted, withNode } from "./graph.ts";
import { kinds } from "./kinds/index.ts";
import { kindNamed } from "./kindTable.ts";
import { readGraph } from "./readGraph.ts";
import { writeGraph } from "./writeGraph.ts";

/** A repeatable source of numbers from 0 up to a limit. */
export function dice(seed: number): (limit: number) => number {
  let state = seed + 0x9e3779b9;
  return (limit) => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x6d2b79f5;
    return ((state ^ (state >>> 13)) >>> 0) % limit;
  };
}

const kindNames = Object.keys(kinds).filter((name) => name !== "start" && name !== "sectionStart");
/** Values of fields and replies. */
export const words = ["yes", "no", "gold", "STOP", "12", "", "2026-03-05", "maybe later"];

/** A workflow of random kinds with their examples for property tests, each path leading to a later node. */
export function randomWorkflow(roll: (limit: number) => number) {
  const count = 3 + roll(10);
  const named = Array.from({ length: count }, (_, index) =>
    index === 0 ? "start" : (kindNames[roll(kindNames.length)] ?? "control"),
  );
  const nodes = named.map((name, index) => {
    const kind = kindNamed(name);
    return { ...kind.example, id: index + 1, type: kind.type ?? name, x: 0, y: index, children: [] };
  });
  let graph = readGraph(JSON.stringify({ schemaVersion: 1, startNode: 1, sections: { main: 1 }, nodes }), {});
  for (const node of [...graph.nodes.values()]) {
    const targets = kindOfNode(node)
      .exits(node.draft)
      .map(() => (node.id < count && roll(8) > 0 ? node.id + 1 + roll(Math.min(3, count - node.id)) : null));
    const filled = withWords(node.draft, roll);
    graph = withNode(graph, retargeted({ ...node, draft: filled }, targets));
  }
  return writeGraph(graph);
}

/** Statements over what texts and contacts say. */
function withWords(draft: object, roll: (limit: number) => number): object {
  const { conditionalPaths } = draft as { conditionalPaths?: { statements: object[] }[] };
  if (conditionalPaths === undefined) return draft;
  const variables = ["node2.reply", "node3.reply", "plan", "state", "firstName", "node4.status"];
  const operations = ["EQUALS", "DN_EQUALS", "CONTAINS", "EXISTS", "DN_EXISTS", "GT_THAN", "EQUALS_ONE_OF"];
  return {
    ...draft,
    conditionalPaths: conditionalPaths.map((path) => ({
      ...path,
      statements: path.statements.map((statement) => ({
        ...statement,
        variable: variables[roll(variables.length)],
        operation: operations[roll(operations.length)],
        value: words[roll(words.length)],
      })),
    })),
  };
}
