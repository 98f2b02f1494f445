import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { messageOfFailure } from "../../../ui/page/toast.tsx";

/** A save that went wrong on its way. */
export class RouteNotSaved extends Error {
  /** The title of its notice (spec 1 §8). */
  readonly title: string;
  readonly problem: unknown;
  /** The graph with the names that destinations were given before it went wrong. */
  readonly graph: InboundGraph;
  /** Nodes whose destination could not be created or updated, with the server's words (spec 1 §4.4). */
  readonly unsuccessful: ReadonlyMap<string, string>;

  constructor(
    title: string,
    problem: unknown,
    graph: InboundGraph,
    unsuccessful: ReadonlyMap<string, string> = new Map(),
  ) {
    super(messageOfFailure(problem));
    this.title = title;
    this.problem = problem;
    this.graph = graph;
    this.unsuccessful = unsuccessful;
  }
}
