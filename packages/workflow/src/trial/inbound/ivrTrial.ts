import { callAtDestination } from "../../inbound/arrival/callAtDestination.ts";
import type { RouteDestination } from "../../inbound/route.ts";
import type { Ivr } from "../../voice/ivr/ivr.ts";
import { type CallSession, openCall } from "../../voice/session.ts";
import type { LineEvent } from "../../voice/verbs.ts";
import { type CallLine, moveCall } from "../trialCall.ts";
import { elapsedOf } from "./silence.ts";

/** What an IVR is tried out in: its form, and the destination that its route would have. */
export interface IvrWorld {
  ivr: Ivr;
  destination: RouteDestination;
  /** Names of outbound workflows by id. */
  workflows: ReadonlyMap<string, string>;
}

/** A moment of a call to an IVR: a value that nothing changes later, so that the user can return to it. */
export interface IvrMoment {
  /** Null at the beginning. */
  input: LineEvent | null;
  /** Since the call was answered. */
  elapsedMs: number;
  session: CallSession;
  /** What was heard and done in this moment. */
  lines: readonly CallLine[];
}

/** Plays all keys and other events of a call from the beginning. Stops at one that comes after the end of the call. */
export function playIvr(world: IvrWorld, inputs: readonly LineEvent[] = []): IvrMoment[] {
  const moments = [beginCall(world)];
  for (const input of inputs) {
    const next = continueIvr(world, moments.at(-1) as IvrMoment, input);
    if (next === undefined) break;
    moments.push(next);
  }
  return moments;
}

/** The moment in which the call is answered, with what a real caller would hear. */
function beginCall(world: IvrWorld): IvrMoment {
  const { plan } = callAtDestination(world.destination, { ivr: world.ivr });
  const who = { callId: "try", accountSid: "try", direction: "in" as const, own: "", contact: "" };
  const { session, lines } = moveCall(openCall(who, plan), { type: "answered", by: "human" }, worldOfCall(world));
  return { input: null, elapsedMs: 0, session, lines };
}

/** The moment after an event of the line. Undefined when the call has ended. */
export function continueIvr(world: IvrWorld, before: IvrMoment, input: LineEvent): IvrMoment | undefined {
  if (before.session.end !== null) return undefined;
  const moved = moveCall(before.session, input, worldOfCall(world));
  const elapsedMs = before.elapsedMs + elapsedOf(before.session, input, moved.elapsedMs);
  return { input, elapsedMs, session: moved.session, lines: moved.lines };
}

const worldOfCall = ({ workflows }: IvrWorld) => ({ workflowName: (campaignId: string) => workflows.get(campaignId) });
