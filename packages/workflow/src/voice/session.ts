import type { CallPlan, Instruction } from "./script.ts";
import type { MenuPlace } from "./walkMenus.ts";

/** Who answered, as the carrier heard it (telecom §1.4). `machineSilent`: its greeting ended without a beep. */
export type AnsweredBy = "human" | "machineBeep" | "machineSilent" | "fax" | "unknown";

/** How a call ended. `abandoned`: the caller gave up while waiting for a person. */
export type CallEnd = "completed" | "busy" | "noAnswer" | "failed" | "cancelled" | "rejected" | "abandoned";

/** What a session waits for. */
export type Waiting =
  | { for: "answer" }
  | { for: "finish" }
  | { for: "digits"; gather: Extract<Instruction, { do: "gather" }> }
  | { for: "speech"; listen: Extract<Instruction, { do: "listen" }> }
  | { for: "recording"; record: Extract<Instruction, { do: "record" }> }
  | { for: "dial"; dial: Extract<Instruction, { do: "dial" }> }
  | { for: "queue"; enqueue: Extract<Instruction, { do: "enqueue" }> }
  | { for: "document"; isFallback: boolean }
  /** Whether a sound can be fetched, before it is played. */
  | { for: "sound"; url: string }
  | { for: "nothing" };

/** One call while it lives. JSON throughout, so that any process can take it up (architecture, Walls). */
export interface CallSession {
  callId: string;
  accountSid: string;
  direction: "out" | "in";
  /** The account's own number. */
  own: string;
  /** The other side. */
  contact: string;
  plan: CallPlan;
  /** What is still to be done. */
  rest: readonly Instruction[];
  waits: Waiting;
  answeredBy: AnsweredBy | null;
  /** Every key that was pressed. */
  keys: string;
  /** Instructions so far: a script that runs in a circle is stopped. */
  steps: number;
  usedFallback: boolean;
  /** Sounds that could be fetched. */
  sounds?: readonly string[];
  /** The first user or number that the call was connected with. */
  connectedWith?: string;
  /** Set once it is over. */
  end: CallEnd | null;
  /** Where the call is in its menus. */
  menu?: MenuPlace;
  /** Names the menus of the plan where they are kept apart from it. */
  menusKey?: string;
  /** The newest recording. */
  recordingUrl?: string;
  /** Why the script was broken off, for people. */
  because?: string;
}

/** A call that is about to be placed, or one that came in and is answered at once. */
export function openCall(
  who: Pick<CallSession, "callId" | "accountSid" | "direction" | "own" | "contact">,
  plan: CallPlan,
): CallSession {
  return {
    ...who,
    plan,
    rest: [],
    waits: { for: "answer" },
    answeredBy: null,
    keys: "",
    steps: 0,
    usedFallback: false,
    end: null,
  };
}

/** What is kept of a call that is over: enough to tell of a recording that comes late, and nothing of its script. */
export function closeCall(session: CallSession): CallSession {
  const { recordCallback } = session.plan;
  return { ...session, rest: [], plan: { human: [], machine: null, ...(recordCallback && { recordCallback }) } };
}

/** Whether a machine answered; "unknown" counts as human (readings, Voice), a fax as a machine. */
export const isMachine = (by: AnsweredBy): boolean => by === "machineBeep" || by === "machineSilent" || by === "fax";
