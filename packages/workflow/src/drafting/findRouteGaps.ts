import { neverReached } from "../inbound/askRoute.ts";
import { drawnCategory, drawnNode, inboundOf } from "../inbound/drawing.ts";
import { startId } from "../inbound/graph.ts";
import { callOf, type Graph, type GraphNode, targetsOf } from "../outbound/graph.ts";
import type { Gap } from "./findGaps.ts";

/** What an inbound workflow lacks, found by rules. Nothing is asked of a model. */
export const findRouteGaps = (graph: Graph): Gap[] => [
  ...numberGaps(graph),
  ...channelGaps(graph, "callSrc", "Calls", "Send all other calls to voicemail."),
  ...channelGaps(graph, "smsSrc", "Texts", "Send all other texts to the inbox Main."),
  ...[...neverReached(inboundOf(graph), { routeTag: "", destinations: [] })].flatMap(([id, because]): Gap[] => {
    const node = drawnNode(graph, id);
    return node === undefined
      ? []
      : [
          {
            node: node.id,
            rule: "neverReached",
            message: `${callOf(node)} is never reached: ${because}.`,
            request: "",
          },
        ];
  }),
];

function numberGaps(graph: Graph): Gap[] {
  const start = drawnNode(graph, startId);
  const { selectedNumber = [], selectedNumberSet = [] } = (start?.draft ?? {}) as {
    selectedNumber?: readonly string[];
    selectedNumberSet?: readonly string[];
  };
  if (start === undefined || selectedNumber.length + selectedNumberSet.length > 0) return [];
  const message = "No number is chosen in the Start node, so nothing arrives here.";
  // settings of the Start node stay the user's
  return [{ node: start.id, rule: "noNumber", message, request: "" }];
}

/** A channel without a path, or without one for what matches no rule. */
function channelGaps(graph: Graph, wireId: string, what: string, request: string): Gap[] {
  const channel = drawnNode(graph, wireId);
  if (channel === undefined) return [];
  const firsts = targetsOf(channel).flatMap((id) => graph.nodes.get(id) ?? []);
  if (firsts.some(isDestination)) return [];
  const message =
    firsts.length === 0
      ? `${what} are not answered: no path begins here.`
      : `${what} that match no rule are not answered.`;
  return [{ node: channel.id, rule: "unanswered", message, request }];
}

const isDestination = (node: GraphNode): boolean => drawnCategory(node) === "destination";
