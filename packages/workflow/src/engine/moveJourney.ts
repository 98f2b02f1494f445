import type { Outcome } from "../nodeKind.ts";
import type { NodeId, SavedNode } from "../savedNode.ts";
import type { World } from "./advanceWorld.ts";
import type { Journey } from "./journey.ts";
import { MomentAt } from "./momentAt.ts";

/**
 * A resting journey at a node of another version: `from` is its node there, `world` has the new definition. Null moves a
 * journey that has not started. The revision stays; who writes the journey adds the step (decision 0087).
 */
export function moveJourney(journey: Journey, from: SavedNode | undefined, to: NodeId | null, world: World): Journey {
  const node = to === null ? undefined : world.definition.nodes.get(to);
  if (journey.status !== "waiting" || from === undefined || node === undefined || from.type !== node.type)
    return arriving(journey, to, world.now);
  // a conversation with the model is saved under the number of its node
  if (node.type === "aiAssist") return from.id === node.id ? { ...journey, at: to } : arriving(journey, to, world.now);
  if (isTimed(node) && termsOf(from) === termsOf(node)) return { ...journey, at: to };
  const outcome = outcomeSince(journey, node, world);
  if (outcome === undefined || !("wait" in outcome)) return arriving(journey, to, world.now);
  const { wakeAt: _, listening: __, ...rest } = journey;
  const { until, forReply } = outcome.wait;
  return {
    ...rest,
    at: to,
    ...(until !== undefined && { wakeAt: until }),
    ...(forReply === true && { listening: true }),
  };
}

/** A journey that comes to a node and has not visited it. */
function arriving({ wakeAt: _, listening: __, ...journey }: Journey, to: NodeId | null, now: number): Journey {
  return { ...journey, at: to, status: "moving", since: now, visits: 0 };
}

/** Kinds whose wait depends on nothing but the node. A send waits for windows, which are settings of the version. */
const isTimed = ({ type }: SavedNode): boolean => type === "timeDelay" || type === "event";

/** A node without its place, name and number, as text. */
function termsOf({ id: _, x: _x, y: _y, name: _name, inSection: _section, ...own }: SavedNode): string {
  return JSON.stringify(Object.entries(own).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** What the new node says to the contact who came to the old one: a wait runs from then on. */
function outcomeSince(journey: Journey, node: SavedNode, world: World): Outcome | undefined {
  try {
    return world.kindOf(node).run(node, new MomentAt({ ...journey, at: node.id }, { ...world, now: journey.since }));
  } catch {
    // a node that was saved broken fails the journey when it is visited, not the others that move
    return undefined;
  }
}
