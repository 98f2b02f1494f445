import type { HandsetAct } from "@trunkline/contract/simulator/simulator.ts";

/** Sends an action of the handset on its call. */
export type Act = (act: Omit<HandsetAct, "handset">) => void;
