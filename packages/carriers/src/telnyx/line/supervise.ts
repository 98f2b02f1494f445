import type { LineOrder } from "../../callLine.ts";
import type { TelnyxInput } from "./telnyxLine.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";
import { screen } from "./userPhone.ts";

/** A supervisor takes part in the call between the caller and the user, or changes how. */
export function supervise(walk: TelnyxWalk, { by, mode, at }: Extract<LineOrder, { input: "supervised" }>): void {
  const { waits, supervisions = 0 } = walk.line;
  if (waits.for !== "queue" || !waits.user?.hasJoined || waits.user.ref === null || waits.conference === null) return;
  const { supervisor, conference, user } = waits;
  if (supervisor === undefined) {
    if (at === undefined) return;
    const nr = supervisions + 1;
    walk.change({
      supervisions: nr,
      waits: { ...waits, supervisor: { nr, name: by, ref: null, hasJoined: false, mode } },
    });
    walk.rings = { name: by, at, supervises: nr };
    return;
  }
  walk.change({ waits: { ...waits, supervisor: { ...supervisor, mode } } });
  if (!supervisor.hasJoined || supervisor.ref === null) return;
  walk.orders.push({ order: "supervise", ref: supervisor.ref, conference, mode, userRef: user.ref ?? "" });
  walk.reports.push({ type: "supervised", by, mode });
}

/** An event of the supervisor's phone. */
export function moveSupervisor(
  walk: TelnyxWalk,
  { nr, ref, happened }: Extract<TelnyxInput, { input: "supervisor" }>,
): void {
  const { waits } = walk.line;
  const supervisor = waits.for === "queue" ? waits.supervisor : undefined;
  const isOver = happened.type === "hungUp";
  // the call has ended meanwhile, or the supervisor has left
  if (waits.for !== "queue" || supervisor?.nr !== nr) {
    if (!isOver) walk.endLeg(ref);
    return;
  }
  const { conference, user } = waits;
  const hasJoined = supervisor.hasJoined || (happened.type === "gathered" && happened.digits !== "");
  walk.change({ waits: { ...waits, supervisor: { ...supervisor, ref, hasJoined } } });
  if (isOver) unsupervise(walk, true);
  else if (happened.type === "answered") screen(walk, ref, { name: supervisor.name, supervises: nr });
  else if (happened.type === "gathered" && !supervisor.hasJoined) {
    if (!hasJoined || conference === null || user === undefined || user.ref === null) {
      unsupervise(walk);
      return;
    }
    const { mode, name } = supervisor;
    walk.orders.push({ order: "enterSupervisor", ref, conference, mode, userRef: user.ref });
    walk.reports.push({ type: "supervised", by: name, mode });
  }
}

/** The supervisor's phone cannot be reached. */
export function loseSupervisor(walk: TelnyxWalk, nr: number): void {
  const { waits } = walk.line;
  if (waits.for === "queue" && waits.supervisor?.nr === nr) unsupervise(walk, true);
}

/** The supervisor no longer takes part. */
export function unsupervise(walk: TelnyxWalk, isPhoneGone = false): void {
  const { waits } = walk.line;
  if (waits.for !== "queue" || waits.supervisor === undefined) return;
  const { supervisor, ...others } = waits;
  walk.change({ waits: others });
  if (!isPhoneGone && supervisor.ref !== null) walk.endLeg(supervisor.ref);
  walk.reports.push({ type: "unsupervised", by: supervisor.name });
}
