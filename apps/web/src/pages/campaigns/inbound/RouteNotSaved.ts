import type { InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import { messageOfFailure } from "../../../ui/page/toast.tsx";

/** A save that failed part way. */
export class RouteNotSaved extends Error {
  /** The title of the error toast (spec 1 §8). */
  readonly title: string;
  readonly problem: unknown;
  /** The graph with the destination names assigned before the failure. */
  readonly graph: InboundGraph;
  /** Nodes whose destination could not be created or updated, with the server's message (spec 1 §4.4). */
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
