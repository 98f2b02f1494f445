import { Alert, Button, Stack, Switch, Text } from "@mantine/core";
import { endName, type Question, type RouteNow, routeOf } from "@trunkline/workflow/inbound/askRoute.ts";
import { drawnNode, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { edges } from "@trunkline/workflow/outbound/graph.ts";
import { findCaller } from "@trunkline/workflow/trial/inbound/findCaller.ts";
import { endsBelow, takenNodes } from "@trunkline/workflow/trial/inbound/inboundCoverage.ts";
import { useEffect, useState } from "react";
import { graphOf, useCanvas, useCanvasStore } from "../../canvas/canvasStore.ts";
import { plural } from "../../ui/text/formatFigure.ts";
import classes from "../Tester.module.css";
import type { InboundTrial } from "./useInboundTrial.ts";

/** The nodes that tries of this session have taken, and whether the others are marked on the drawing. */
export interface Taken {
  nodes: ReadonlySet<string>;
  isMarked: boolean;
  mark: (isMarked: boolean) => void;
}

/** Gathers what the tries of this session have taken. */
export function useTaken({ moments }: InboundTrial): Taken {
  const store = useCanvasStore();
  const graph = useCanvas(graphOf);
  const [nodes, setNodes] = useState<ReadonlySet<string>>(new Set());
  const [isMarked, mark] = useState(false);
  useEffect(() => {
    const now = takenNodes(inboundOf(graph), moments);
    setNodes((before) => ([...now].every((id) => before.has(id)) ? before : new Set([...before, ...now])));
  }, [graph, moments]);
  useEffect(() => {
    const isUntried = (wireId: string) => !nodes.has(wireId) && endsBelow(inboundOf(graph), wireId).length > 0;
    const untried = new Set(
      edges(graph).flatMap(({ target }) => (isUntried(graph.nodes.get(target)?.foreign?.wireId ?? "") ? [target] : [])),
    );
    store.setState({ trial: isMarked ? { at: null, passed: new Set(), untried } : null });
  }, [store, graph, nodes, isMarked]);
  useEffect(() => () => store.setState({ trial: null }), [store]);
  return { nodes, isMarked, mark };
}

interface Props {
  taken: Taken;
  now: RouteNow;
  question: Question;
  /** Plays the call or text that was found. */
  play: (question: Question) => void;
}

/** The paths that no try has taken, each with a search for a caller that takes it. */
export function InboundPaths({ taken, now, question, play }: Props) {
  const graph = useCanvas(graphOf);
  const inbound = inboundOf(graph);
  const [failure, setFailure] = useState<string | null>(null);
  const ends = endsBelow(inbound, "start");
  const untried = ends.filter((id) => !taken.nodes.has(id));
  const search = (id: string) => {
    const found = findCaller(routeOf(inbound, now), now, question, id);
    if ("found" in found) return play(found.found);
    const tried = found.tries === 0 ? "" : ` ${plural(found.tries, "call or text", "calls and texts")} were tried.`;
    setFailure(`Nothing gets to ${endName(inbound, id)}: ${found.because}.${tried}`);
  };
  return (
    <Stack gap={12} component="section" aria-label="Paths">
      <Text size="sm" role="status">
        {untried.length === 0
          ? `All ${plural(ends.length, "path")} tried in this session.`
          : `${ends.length - untried.length} of ${plural(ends.length, "path")} tried in this session.`}
      </Text>
      <Switch
        size="sm"
        label="Mark untried paths on the drawing"
        checked={taken.isMarked}
        onChange={(event) => taken.mark(event.currentTarget.checked)}
      />
      {failure !== null && (
        <Alert
          color="orange"
          variant="light"
          role="status"
          p={8}
          withCloseButton
          closeButtonLabel="Close"
          onClose={() => setFailure(null)}
        >
          <Text size="sm">{failure}</Text>
        </Alert>
      )}
      <ul className={classes["paths"]} aria-label="Untried paths">
        {untried.map((id) => (
          <li key={id}>
            <span title={drawnNode(graph, id)?.foreign?.wireId}>{endName(inbound, id)}</span>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Find a caller that gets to ${endName(inbound, id)}`}
              onClick={() => search(id)}
            >
              Find a caller
            </Button>
          </li>
        ))}
      </ul>
    </Stack>
  );
}
