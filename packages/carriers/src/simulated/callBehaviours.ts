import type { Failure } from "../failures.ts";
import { ownValue } from "../ownValue.ts";

/** What a phone of the simulated carrier does by itself when it is called, by the last four digits of its number. */
export interface CallBehaviour {
  /** How placing the call ends. */
  place: "accept" | { refuse: Failure; code: string } | { loseAnswer: true } | { loseCall: true };
  /** What the phone does. By hand: it rings until a user answers on the handset page. */
  phone:
    | "byHand"
    | "busy"
    | "neverAnswers"
    | "declines"
    | { answers: "human" | "machineBeep" | "machineSilent" | "fax"; presses?: string; hangsUpEarly?: boolean };
}

const byHand: CallBehaviour = { place: "accept", phone: "byHand" };

/** The table of docs/simulated-carrier.md. */
const callBehavioursBySuffix: Readonly<Record<string, CallBehaviour>> = {
  "0060": { place: "accept", phone: { answers: "human" } },
  "0061": { place: "accept", phone: "busy" },
  "0062": { place: "accept", phone: "neverAnswers" },
  "0063": { place: "accept", phone: { answers: "machineBeep" } },
  "0064": { place: "accept", phone: { answers: "machineSilent" } },
  "0065": { place: "accept", phone: { answers: "fax" } },
  "0066": { place: { refuse: "carrier_invalid_number", code: "21211" }, phone: "byHand" },
  "0067": { place: "accept", phone: "declines" },
  "0068": { place: "accept", phone: { answers: "human", presses: "1" } },
  "0069": { place: "accept", phone: { answers: "human", hangsUpEarly: true } },
  "0098": { place: { loseCall: true }, phone: "byHand" },
  "0099": { place: { loseAnswer: true }, phone: { answers: "human" } },
};

/** What the phone with this number does. */
export const callBehaviourOf = (handset: string): CallBehaviour =>
  ownValue(callBehavioursBySuffix, handset.slice(-4)) ?? byHand;
