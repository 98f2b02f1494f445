import { drawInbound, drawnNode } from "@trunkline/workflow/inbound/drawing.ts";
import { emptyInbound } from "@trunkline/workflow/inbound/graph.ts";
import { addNode, changeDraft, connect } from "@trunkline/workflow/outbound/commands.ts";
import { expect, test } from "vitest";
import { createCanvas, edit, graphOf } from "./canvasStore.ts";
import { branchInto } from "./cards.ts";
import { issuesOf, markReason, marksOf } from "./marks.ts";

const context = { flag: () => false, today: "2026-11-22" };
const start = drawInbound(emptyInbound());
const callId = drawnNode(start, "callSrc")?.id ?? 0;

/** Inbound Call → area code → state → Call Forward. */
function drawn() {
  let graph = start;
  let before = callId;
  const ids: number[] = [];
  for (const kind of ["areaCode", "state", "callForward"]) {
    const added = addNode(graph, { kind, x: 0, y: 100 * ids.length, section: "main" });
    graph = connect(added.graph, before, added.id);
    before = added.id;
    ids.push(added.id);
  }
  return { graph, ids: ids as [number, number, number] };
}

test("the line between two rules is labeled AND (spec 1 §4.1)", () => {
  const { graph, ids } = drawn();
  const words = ids.map((id) => branchInto(graph, graph.nodes.get(id)!));
  expect(words).toEqual(["", "AND", ""]);
});

test("a changed node that is never reached has both marks (spec 1 §2.5)", () => {
  const { graph, ids } = drawn();
  const store = createCanvas({ graph, context });
  const [, , forward] = ids;
  edit(store, (before) =>
    changeDraft(before, forward, { ...before.nodes.get(forward)?.draft, numberOrSip: "+12025550123" }),
  );
  expect(graphOf(store.getState())).not.toBe(graph);
  expect(issuesOf(store.getState(), forward)).toEqual([]);
  store.setState({ never: new Map([[forward, "its rules exclude each other"]]) });
  expect(marksOf(store.getState(), forward)).toEqual(["updated", "never"]);
  expect(markReason(store.getState(), forward)).toBe("Unsaved changes. Never reached: its rules exclude each other");
});
