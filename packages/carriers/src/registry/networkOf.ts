import type { CarrierFacts } from "../numberLookup.ts";
import type { Network } from "./registry.ts";

/** What look-ups call the networks and the brands that ride on them. */
const called: readonly [Network, RegExp][] = [
  ["tmobile", /t-?mobile|metro ?pcs|sprint|mint mobile/i],
  ["att", /at&t|at ?& ?t|\batt\b|cingular|cricket/i],
  ["verizon", /verizon|cellco|visible/i],
  ["uscellular", /u\.?s\.? ?cellular|united states cellular/i],
];

/** The network that a look-up names; undefined where it names none of those that 10DLC campaigns are filed with. */
export const networkOf = ({ company = "", network = "" }: CarrierFacts): Network | undefined =>
  called.find(([, words]) => words.test(`${company} ${network}`))?.[0];
