import type { HandsetAct } from "@trunkline/contract/simulator/simulator.ts";

/** Sends what the handset does on its call. */
export type Act = (act: Omit<HandsetAct, "handset">) => void;
