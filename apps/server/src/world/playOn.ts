import type { JourneyEvent } from "@trunkline/workflow/engine/effects.ts";
import type { Journey } from "@trunkline/workflow/engine/journey.ts";
import { type PlayedWorkflow, type Player, playEvent } from "@trunkline/workflow/engine/player.ts";
import { simulatedWorld } from "@trunkline/workflow/engine/simulate.ts";
import type { Contact } from "@trunkline/workflow/engine/world.ts";
import type { NodeId } from "@trunkline/workflow/savedNode.ts";
import { channelOf } from "./estimateSums.ts";

/** A workflow may go round for years. */
const mostEvents = 200;

/** The nodes that send something to a contact from here on, if every send succeeds and the contact does not reply. */
export function playOn(workflow: PlayedWorkflow, contact: Contact, journey: Journey, nowMs: number): Set<NodeId> {
  const respond = simulatedWorld();
  const sent = new Set<NodeId>();
  let player: Player = { contact, journey, lastSend: undefined };
  let now = nowMs;
  let event: JourneyEvent = { type: "woke" };
  if (journey.status === "waiting") {
    if (journey.wakeAt === undefined) return sent;
    now = Math.max(now, journey.wakeAt);
  }
  for (let events = 0; events < mostEvents; events++) {
    const { player: after, advance } = playEvent(player, event, workflow, now);
    player = after;
    const [asked] = advance.effects;
    if (asked !== undefined) {
      if (channelOf(asked.effect) !== undefined) sent.add(asked.node);
      const { contact: known, journey: at } = player;
      const { answer, afterMs } = respond(asked.effect, { now, contact: known, journey: at, node: asked.node });
      now += afterMs;
      event = { type: "answered", node: asked.node, answer };
      continue;
    }
    const { status, wakeAt } = player.journey;
    if (status === "done" || status === "failed" || status === "asking") break;
    if (status === "waiting" && wakeAt === undefined) break;
    now = Math.max(now, wakeAt ?? now);
    event = { type: "woke" };
  }
  return sent;
}
