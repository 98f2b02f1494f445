import type { PlayedWorkflow } from "@trunkline/workflow/engine/player.ts";
import type { Graph } from "@trunkline/workflow/outbound/graph.ts";
import { describePath, readPath } from "@trunkline/workflow/parts/conditionalPaths.ts";
import { pathsOf } from "@trunkline/workflow/trial/explainPaths.ts";
import { type FoundWay, findContact, type WaySearch } from "@trunkline/workflow/trial/findContact.ts";
import type { TrialSetup } from "@trunkline/workflow/trial/trial.ts";
import { useEffect, useRef, useState } from "react";
import { plural } from "../ui/text/formatFigure.ts";

/** The state of a search for a contact that gets to a node. */
type SearchState = { is: "searching"; name: string; tries: number } | { is: "failed"; words: string } | null;

export interface ContactSearch {
  state: SearchState;
  start(target: number): void;
  stop(): void;
}

interface Options {
  workflow: PlayedWorkflow | undefined;
  graph: Graph;
  setup: TrialSetup;
  nodeName: (id: number) => string;
  found: (way: FoundWay) => void;
}

/** Time of one part of a search, so that the page stays responsive. */
const partMs = 12;

/** Searches in parts between two frames. */
export function useContactSearch({ workflow, graph, setup, nodeName, found }: Options): ContactSearch {
  const [state, setState] = useState<SearchState>(null);
  const running = useRef(0);
  useEffect(
    () => () => {
      running.current++;
    },
    [],
  );
  const start = async (target: number) => {
    if (workflow === undefined) return;
    const mine = ++running.current;
    const name = nodeName(target);
    setState({ is: "searching", name, tries: 0 });
    const steps = findContact(workflow, graph, setup, target);
    for (;;) {
      const result = searchFor(steps);
      if (typeof result !== "number") {
        if ("found" in result) {
          setState(null);
          found(result.found);
        } else setState({ is: "failed", words: wordsOf(result, workflow, name, nodeName) });
        return;
      }
      setState({ is: "searching", name, tries: result });
      await new Promise((resume) => setTimeout(resume));
      if (running.current !== mine) return;
    }
  };
  return {
    state,
    start: (target) => void start(target),
    stop() {
      running.current++;
      setState(null);
    },
  };
}

/** One part of a search: its result, or how many contacts it has tried. */
function searchFor(steps: ReturnType<typeof findContact>): WaySearch | number {
  const end = performance.now() + partMs;
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() > end) return step.value;
  }
}

function wordsOf(
  { unreachable, stoppedAt, tries }: Exclude<WaySearch, { found: unknown }>,
  { definition }: PlayedWorkflow,
  name: string,
  nodeName: (id: number) => string,
): string {
  if (unreachable === "no path") return `No path leads from the start to ${name}.`;
  const node = stoppedAt === null ? undefined : definition.nodes.get(stoppedAt);
  const rules =
    node === undefined
      ? []
      : pathsOf(node).map((path, index) => `path ${index + 1} needs ${describePath(readPath(path))}`);
  const nearest =
    stoppedAt === null
      ? ""
      : ` The nearest node that contacts reach is ${nodeName(stoppedAt)}${rules.length === 0 ? "" : `, where ${rules.join(", ")}`}.`;
  return unreachable === "no contact"
    ? `No contact gets to ${name}. ${plural(tries, "contact")} with the values, replies and answers of the rules were tried.${nearest}`
    : `The search ended after ${plural(tries, "contact")} without getting to ${name}.${nearest}`;
}
