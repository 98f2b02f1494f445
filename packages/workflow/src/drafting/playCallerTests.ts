import { askRoute, type Question, type RouteNow } from "../inbound/askRoute.ts";
import { drawnNode, inboundOf, wireIdOf } from "../inbound/drawing.ts";
import type { Graph } from "../outbound/graph.ts";
import type { NodeId } from "../savedNode.ts";
import type { PlacedTest } from "./applyEdits.ts";

/** A test of an inbound proposal and how it ended. */
export interface PlayedCallerTest {
  title: string;
  passed: boolean;
  /** The node that was to be reached. */
  reaches: NodeId;
  /** What was asked, as a route test that can be saved. */
  test: Question & { name: string; expected: string };
}

/** Plays the tests of an inbound proposal on its drawing. `day`: the local date of all of them, such as 2026-03-02. */
export const playCallerTests = (
  graph: Graph,
  now: RouteNow,
  tests: readonly PlacedTest[],
  day: string,
): PlayedCallerTest[] =>
  tests.flatMap((one) => {
    const node = graph.nodes.get(one.reaches);
    if (!("channel" in one) || node === undefined) return [];
    const { title, channel, text, from, time, contact, reaches } = one;
    const isCall = channel === "call";
    const question: Question = {
      srcType: channel,
      from,
      to: "",
      at: `${day}T${time}`,
      text: isCall ? "" : text,
      attributes: contact,
    };
    const answered = askRoute(inboundOf(graph), now, question).node;
    const passed = answered !== null && drawnNode(graph, answered)?.id === reaches;
    return [{ title, passed, reaches, test: { ...question, name: title, expected: wireIdOf(node) } }];
  });
