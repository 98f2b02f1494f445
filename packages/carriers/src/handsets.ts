import type { Network } from "./registry/registry.ts";
import { behaviourOf, type HandsetBehaviour, rcsBehaviourOf } from "./simulated/behaviours.ts";
import { type CallBehaviour, callBehaviourOf } from "./simulated/callBehaviours.ts";
import { simulatedCallsPerSecond } from "./simulated/callPace.ts";
import { simulatedNetwork } from "./simulated/simulatedNetwork.ts";

/** What is known in advance of the handsets of a carrier that simulates them. Their account decides itself whether texts need a registration. */
interface SimulatedHandsets {
  networkOf(handset: string): Network;
  /** What the handset does with a text, or with an RCS message of this type. */
  behaviourOf(handset: string, rcsType: string | null): HandsetBehaviour;
  callBehaviourOf(handset: string): CallBehaviour;
  /** Calls a second that one number places. */
  callsPerSecond: number;
}

const handsets: SimulatedHandsets = {
  networkOf: simulatedNetwork,
  behaviourOf: (handset, rcsType) => (rcsType === null ? behaviourOf(handset) : rcsBehaviourOf(handset, rcsType, null)),
  callBehaviourOf,
  callsPerSecond: simulatedCallsPerSecond,
};

/** The handsets that a carrier simulates, by the carrier's name. Undefined: it reaches real phones. */
export const handsetsOf = (carrier: string): SimulatedHandsets | undefined =>
  carrier === "simulated" ? handsets : undefined;
