import type { CallPlan, Instruction } from "./script.ts";
import type { MenuPlace } from "./walkMenus.ts";

/** Who answered, as the carrier detected it (telecom §1.4). `machineSilent`: the greeting ended without a beep. */
export type AnsweredBy = "human" | "machineBeep" | "machineSilent" | "fax" | "unknown";

/** How a call ended. `abandoned`: the caller hung up while waiting for a person. */
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
  /** For checking audio before it is played. */
  | { for: "sound"; url: string }
  | { for: "nothing" };

/** An active call. JSON throughout, so that any process can continue it (architecture, Walls). */
export interface CallSession {
  callId: string;
  accountSid: string;
  direction: "out" | "in";
  /** The account's own number. */
  own: string;
  /** The other party. */
  contact: string;
  plan: CallPlan;
  /** Remaining instructions. */
  rest: readonly Instruction[];
  waits: Waiting;
  answeredBy: AnsweredBy | null;
  /** All keys pressed. */
  keys: string;
  /** Number of instructions so far, to stop loops. */
  steps: number;
  usedFallback: boolean;
  /** Audio addresses that were checked. */
  sounds?: readonly string[];
  /** Audio addresses that could not be fetched. They are skipped. */
  missingSounds?: readonly string[];
  /** The first user or number that the call was connected to. */
  connectedWith?: string;
  /** Set once it has ended. */
  end: CallEnd | null;
  /** Current position in the menus. */
  menu?: MenuPlace;
  /** Identifies the plan's menus when they are stored separately. */
  menusKey?: string;
  /** The newest recording. */
  recordingUrl?: string;
  /** Why the script was stopped, as text. */
  because?: string;
}

/** A new outbound call, or an inbound call that is answered at once. */
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

/** The part of an ended call that is saved: enough to report a late recording. */
export function closeCall(session: CallSession): CallSession {
  const { recordCallback } = session.plan;
  return { ...session, rest: [], plan: { human: [], machine: null, ...(recordCallback && { recordCallback }) } };
}

/** Whether a machine answered. "unknown" counts as human (readings, Voice), a fax as a machine. */
export const isMachine = (by: AnsweredBy): boolean => by === "machineBeep" || by === "machineSilent" || by === "fax";
