import { compileRoute, withNames } from "@trunkline/workflow/inbound/compile.ts";
import { emptyInbound, newInboundNode } from "@trunkline/workflow/inbound/graph.ts";
import { writeInbound } from "@trunkline/workflow/inbound/writeInbound.ts";

/** Voicemails under the calls, one for each priority, and what they become: dest_half_01, dest_half_02 … Those named `without` are left out. */
export function drawnVoicemails(priorities: readonly number[], without: readonly string[] = []) {
  const empty = emptyInbound();
  const nodes = new Map(empty.nodes);
  const edges = [...empty.edges];
  const start = nodes.get("start");
  if (start !== undefined) nodes.set("start", { ...start, form: { ...start.form, globalTimezone: -24 } });
  for (const [index, priority] of priorities.entries()) {
    const id = `voicemail-${index + 1}`;
    const node = newInboundNode(id, "voicemail", 0, 300);
    nodes.set(id, { ...node, form: { ...node.form, selectedAsset: `${id}.wav`, priority } });
    edges.push({ id, source: "callSrc", target: id, carried: {} });
  }
  const compiled = compileRoute({ nodes, edges, carried: {} }, "half");
  const named = withNames({ nodes, edges, carried: {} }, compiled);
  const left = new Map(
    [...named.nodes].filter(([, { routeDest }]) => routeDest === null || !without.includes(routeDest)),
  );
  return {
    text: JSON.stringify(
      writeInbound({ ...named, nodes: left, edges: edges.filter(({ target }) => left.has(target)) }),
    ),
    destinations: compiled.destinations.map(({ destination }) => destination),
  };
}
