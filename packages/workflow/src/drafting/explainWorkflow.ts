import { ownValue } from "../parts/ownValue.ts";
import type { Ref } from "./draftAnswer.ts";
import type { Outline, OutlinedNode } from "./outline.ts";

/** A workflow in plain words by rules: what happens from the start on, path by path. The local model answers with it. */
export function explainWorkflow(outline: Outline): string {
  const byId = new Map(outline.nodes.map((node) => [node.id, node]));
  const starts = outline.nodes.filter(({ kind }) => kind === "start" || kind === "sectionStart");
  const lines = starts.flatMap((start) => {
    const title = start.kind === "start" ? [] : [`Section ${start.section}:`];
    return [...title, ...walk(start, byId, "")];
  });
  return lines.length === 0 ? "The workflow has no steps yet." : lines.join("\n");
}

type Nodes = ReadonlyMap<Ref, OutlinedNode>;

/** The steps after a node. Depth is limited by the size of a workflow, and what follows a branch is indented. */
function walk(from: OutlinedNode, byId: Nodes, indent: string): string[] {
  const lines: string[] = [];
  const seen = new Set<Ref>();
  for (let node: OutlinedNode | undefined = from; node !== undefined && !seen.has(node.id); ) {
    seen.add(node.id);
    const words = describe(node);
    if (words !== "") lines.push(`${indent}${words}`);
    const exits: NonNullable<OutlinedNode["exits"]> = node.exits ?? [];
    if (exits.length > 1) {
      for (const { when, to } of exits) {
        lines.push(`${indent}If ${when}:`);
        const next = to === null ? undefined : byId.get(to);
        // a very deep drawing is cut, so that no one reads a staircase
        if (next === undefined) lines.push(`${indent}  Nothing follows yet.`);
        else if (indent.length > 16) lines.push(`${indent}  It continues at ${nameOf(next)}.`);
        else lines.push(...walk(next, byId, `${indent}  `));
      }
      return lines;
    }
    const to: Ref | null | undefined = exits[0]?.to;
    node = to === null || to === undefined ? undefined : byId.get(to);
  }
  return lines;
}

const nameOf = ({ name, kind, id }: OutlinedNode): string => name ?? `${kind} ${id}`;

function describe(node: OutlinedNode): string {
  const field = (name: string): string => String(ownValue(node.fields ?? {}, name) ?? "");
  switch (node.kind) {
    case "start":
    case "sectionStart":
      return "";
    case "smsSend":
      return node.text === "" || node.text === undefined ? "Sends a text." : `Sends the text “${node.text}”`;
    case "event":
      return "Waits for a reply.";
    case "condition":
      return "Looks at what is known about the contact.";
    case "timeDelay":
      return field("timeoutWaitNumber") === ""
        ? "Waits."
        : `Waits ${field("timeoutWaitNumber")} ${field("timeoutWaitUnits") || "days"}.`;
    case "agentQueue":
      return `Hands the contact to the agents of the queue ${field("queueName") || "that is not named yet"}.`;
    case "editContact":
      return `Notes on the contact: ${node.name ?? "a field"}.`;
    case "dnc":
      return "Puts the contact on the do-not-contact list.";
    case "call":
      return "Calls the contact.";
    case "section":
      return `Continues in the section ${field("section")}.`;
    case "control":
      return "The journey ends.";
    default:
      return `Does the step ${nameOf(node)}.`;
  }
}
