import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { copyNodes, pasteNodes } from "../outbound/clipboard.ts";
import { addNode, changeDraft, connect, deleteNodes, insertOnEdge, moveNodes, redraw } from "../outbound/commands.ts";
import { mayConnect } from "../outbound/connections.ts";
import { edges, type Graph, type GraphNode, orphans } from "../outbound/graph.ts";
import { palette } from "../outbound/sections.ts";
import { nodeIssues } from "../outbound/validateGraph.ts";
import { switchNumberRule } from "./commands.ts";
import { channelsOfType, mayFollow } from "./connections.ts";
import { drawInbound, drawnNode, inboundOf, inDrawing, otherNumberOf, resetDrawing, wireIdOf } from "./drawing.ts";
import { emptyInbound } from "./graph.ts";
import { inboundKinds } from "./kinds.ts";
import { readInbound } from "./readInbound.ts";
import { writeInbound } from "./writeInbound.ts";

const folder = new URL("../../fixtures/wire/", import.meta.url);
const files = readdirSync(folder).filter((file) => /^inbound\..*\.json$/.test(file) && !file.includes("destinations"));
const text = (file: string): string => readFileSync(new URL(file, folder), "utf8");
const context = { flag: () => false, today: "" };
const empty = (): Graph => drawInbound(emptyInbound());
const at = (graph: Graph, wireId: string): GraphNode => {
  const node = drawnNode(graph, wireId);
  if (node === undefined) throw new Error(`no node ${wireId}`);
  return node;
};
const add = (graph: Graph, kind: string) => addNode(graph, { kind, x: 0, y: 0, section: "main" });
const words = (graph: Graph): string[] => writeInbound(inboundOf(graph)).edges.map(({ id }) => id);

describe("an inbound workflow on the canvas (spec 1 §2.5, §3.4)", () => {
  test.for(files)("%s is drawn and saved back equal", (file) => {
    const drawn = drawInbound(readInbound(text(file)));
    expect(writeInbound(inboundOf(drawn))).toEqual(writeInbound(readInbound(text(file))));
    const moved = moveNodes(drawn, new Map([...drawn.nodes.values()].map(({ id, x, y }) => [id, { x: x + 1, y }])));
    expect(writeInbound(inboundOf(moved)).edges).toEqual(writeInbound(readInbound(text(file))).edges);
    expect(orphans(drawn)).toEqual([]);
    for (const node of drawn.nodes.values()) expect(nodeIssues(drawn, node, context)).toEqual([]);
  });

  test("the fixed nodes and their edges cannot be deleted, copied or redrawn (§4.1)", () => {
    const graph = empty();
    expect(deleteNodes(graph, [...graph.nodes.keys()])).toBe(graph);
    expect(copyNodes(graph, [...graph.nodes.keys()])).toEqual([]);
    for (const edge of edges(graph)) expect(redraw(graph, edge, null)).toBe(graph);
  });

  test("new nodes have ids of their kind, defaults, and lines with AND between rules", () => {
    const first = add(empty(), "time");
    const second = add(first.graph, "fromNumber");
    const third = add(second.graph, "voicemail");
    const call = at(third.graph, "callSrc").id;
    let graph = connect(third.graph, call, first.id);
    graph = connect(graph, first.id, second.id);
    graph = connect(graph, second.id, third.id);
    const saved = writeInbound(inboundOf(graph));
    expect(saved.edges.slice(3)).toEqual([
      { id: "callSrc-time-1", source: "callSrc", target: "time-1" },
      { id: "time-1-fromNumber-1", source: "time-1", target: "fromNumber-1", condition: "AND" },
      { id: "fromNumber-1-voicemail-1", source: "fromNumber-1", target: "voicemail-1" },
    ]);
    expect(saved.nodes.at(-1)?.data.formData).toMatchObject({ recordMaxLengthSec: 30, timezone: -28 });
    // an edge removed and drawn again, and a node removed
    const line = edges(graph).find(({ source }) => source === first.id);
    expect(words(redraw(graph, line!, null))).not.toContain("time-1-fromNumber-1");
    expect(words(deleteNodes(graph, [second.id]))).toEqual(
      words(empty()).concat("callSrc-time-1", "time-1-voicemail-1"),
    );
  });

  test("a channel has several targets, a rule one, and a node one incoming edge (§4.1)", () => {
    const first = add(empty(), "voicemail");
    const second = add(first.graph, "callForward");
    const rule = add(second.graph, "time");
    const call = at(rule.graph, "callSrc").id;
    const both = connect(connect(rule.graph, call, first.id), call, second.id);
    expect(words(both).slice(3)).toEqual(["callSrc-voicemail-1", "callSrc-callForward-1"]);
    const full = connect(connect(rule.graph, call, rule.id), rule.id, first.id);
    expect(connect(full, rule.id, second.id)).toBe(full);
    expect(connect(full, call, first.id)).toBe(full);
  });

  test("a rule that is dropped on an edge is inserted where it is allowed", () => {
    const end = add(empty(), "voicemail");
    const graph = connect(end.graph, at(end.graph, "callSrc").id, end.id);
    const line = edges(graph).find(({ target }) => target === end.id)!;
    const put = insertOnEdge(graph, line, { kind: "time", x: 0, y: 0, section: "main" });
    expect(words(put!.graph).slice(3)).toEqual(["callSrc-time-1", "time-1-voicemail-1"]);
    expect(insertOnEdge(graph, line, { kind: "textContent", x: 0, y: 0, section: "main" })).toBeUndefined();
    expect(insertOnEdge(graph, line, { kind: "workgroup", x: 0, y: 0, section: "main" })).toBeUndefined();
  });

  test("copies have ids of their own and no destination yet", () => {
    const drawn = drawInbound(readInbound(text("inbound.all.json")));
    const copied = copyNodes(drawn, [at(drawn, "voicemail-1").id]);
    // the clipboard holds text
    const { graph, ids } = pasteNodes(
      drawn,
      JSON.parse(JSON.stringify(copied)).map((node: GraphNode) => drawn.language?.pasted(drawn, node)),
      { section: "main", dx: 40, dy: 40 },
    );
    const copy = inboundOf(graph).nodes.get(wireIdOf(graph.nodes.get(ids[0] ?? 0) as GraphNode));
    expect(copy).toMatchObject({ id: "voicemail-2", kind: "voicemail", routeDest: null });
  });

  test("a rule on one number becomes one on the other, its values kept (§4.3)", () => {
    const rule = add(empty(), "fromNumber");
    const filled = changeDraft(rule.graph, rule.id, { ...at(rule.graph, "fromNumber-1").draft, contentValue: "+1202" });
    expect(otherNumberOf(at(filled, "fromNumber-1"))).toBe("To Number");
    const switched = inDrawing(filled, (inbound) => switchNumberRule(inbound, "fromNumber-1"));
    expect(inboundOf(switched).nodes.get("fromNumber-1")).toMatchObject({
      kind: "toNumber",
      form: { variable: "to", contentValue: "+1202" },
    });
  });

  test("an invalid node is an error, one that changed and is valid is updated, one without a way in an orphan (§4.3)", () => {
    const saved = empty();
    const { graph, id } = add(saved, "callForward");
    const stateOf = (of: Graph) => of.language?.stateOf(of, saved, id, context);
    expect(stateOf(graph)).toBe("orphan");
    const connected = connect(graph, at(graph, "callSrc").id, id);
    expect(stateOf(connected)).toBe("error");
    const right = changeDraft(connected, id, { ...connected.nodes.get(id)?.draft, numberOrSip: "+12025550123" });
    expect(stateOf(right)).toBe("updated");
    expect(right.language?.stateOf(right, right, id, context)).toBe("normal");
  });

  test("Reset Workflow leaves the fixed nodes and the palette says what cannot be placed (§2.5, §4.2)", () => {
    const drawn = drawInbound(readInbound(text("inbound.all.json")));
    expect(writeInbound(inboundOf(resetDrawing(drawn))).nodes.map(({ id }) => id)).toEqual([
      ...emptyInbound().nodes.keys(),
    ]);
    expect(palette(drawn, "main").every(({ why }) => why === undefined)).toBe(true);
    const bare = inDrawing(drawn, (inbound) => ({
      ...inbound,
      nodes: new Map([...inbound.nodes].filter(([id]) => id !== "callSrc")),
    }));
    expect(palette(bare, "main").find(({ kind }) => kind === "voicemail")?.why).toBe(
      "Voicemail needs an Inbound Call node",
    );
  });
});

describe("the one table of connections holds on the canvas, each pair both ways (§4.1)", () => {
  const kinds = Object.entries(inboundKinds).map(([kind, { nodeType }]) => ({ kind, nodeType }));
  const fixed: Record<string, string> = { start: "start", call: "callSrc", sms: "smsSrc", rcs: "rcsSrc" };
  const pairs = kinds.flatMap((from) => kinds.map((to) => ({ from, to })));
  test.for(pairs)("$from.kind to $to.kind", ({ from, to }) => {
    let graph = empty();
    const put = (kind: string): number => {
      if (fixed[kind] !== undefined) return at(graph, fixed[kind]).id;
      const added = add(graph, kind);
      graph = added.graph;
      return added.id;
    };
    const [source, target] = [put(from.kind), put(to.kind)];
    // the lines of Start are there already; a channel's own kind of path decides which ends it takes
    const channel = fixed[from.kind] === undefined ? undefined : from.kind;
    const accepted = channelsOfType[to.nodeType];
    const allowed =
      from.kind !== "start" &&
      mayFollow[from.nodeType].includes(to.nodeType) &&
      (channel === undefined || accepted === undefined || accepted.includes(channel as "call"));
    expect(mayConnect(graph, source, target)).toBe(allowed);
    expect(connect(graph, source, target) !== graph).toBe(allowed);
  });
});
