import type { LineOrder } from "../../callLine.ts";
import type { TwilioInput } from "./twilioLine.ts";
import type { TwilioWalk } from "./twilioWalk.ts";

/** A supervisor takes part in the call between the caller and the user, or changes how. */
export function supervise(walk: TwilioWalk, { by, mode, at }: Extract<LineOrder, { input: "supervised" }>): void {
  const { waits, conference, supervisions = 0 } = walk.line;
  if (waits.for !== "queue" || !waits.hasJoined || waits.userSid === undefined) return;
  const { supervisor, userSid } = waits;
  if (supervisor === undefined) {
    if (at === undefined) return;
    const nr = supervisions + 1;
    walk.change({ supervisions: nr, waits: { ...waits, supervisor: { nr, name: by, mode } } });
    walk.rings = { name: by, at, supervises: nr };
    return;
  }
  walk.change({ waits: { ...waits, supervisor: { ...supervisor, mode } } });
  if (!supervisor.hasJoined || supervisor.callSid === undefined || conference === undefined) return;
  walk.orders.push({ order: "supervise", conference, callSid: supervisor.callSid, mode, userSid });
  walk.reports.push({ type: "supervised", by, mode });
}

/** The supervisor's phone rings, or has joined. */
export function moveSupervisor(
  walk: TwilioWalk,
  input: Extract<TwilioInput, { input: "supervisorRings" | "supervisorJoined" }>,
): void {
  const { waits } = walk.line;
  // the call has ended meanwhile, or the supervisor has left
  if (waits.for !== "queue" || waits.supervisor?.nr !== input.nr) {
    walk.endCall(input.callSid);
    return;
  }
  const { supervisor } = waits;
  const hasJoined = input.input === "supervisorJoined";
  const { name: by, mode } = supervisor;
  if (hasJoined && !supervisor.hasJoined) walk.reports.push({ type: "supervised", by, mode });
  const now = { ...supervisor, callSid: input.callSid, ...(hasJoined && { hasJoined }) };
  walk.change({ waits: { ...waits, supervisor: now } });
}

/** The supervisor's phone has hung up, or cannot be reached. */
export function loseSupervisor(walk: TwilioWalk, nr: number): void {
  const { waits } = walk.line;
  if (waits.for === "queue" && waits.supervisor?.nr === nr) unsupervise(walk, true);
}

/** The supervisor no longer takes part. */
export function unsupervise(walk: TwilioWalk, isPhoneGone = false): void {
  const { waits } = walk.line;
  if (waits.for !== "queue" || waits.supervisor === undefined) return;
  const { supervisor, ...others } = waits;
  walk.change({ waits: others });
  if (!isPhoneGone) walk.endCall(supervisor.callSid);
  walk.reports.push({ type: "unsupervised", by: supervisor.name });
}
