import type { LineOrder } from "../../callLine.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

/** The contact is on hold meanwhile, and hears nothing of it. A user is there at once; another phone rings. */
export function consult(walk: PhoneWalk, { name, at, isUser }: Extract<LineOrder, { input: "consulted" }>): void {
  const { now, todo } = walk.line;
  if (now.is !== "connected" || todo[0]?.do !== "enqueue" || now.consult !== undefined) return;
  const isPhone = !isUser && at !== undefined;
  walk.change({ now: { ...now, consult: { name, is: isPhone ? "ringing" : "talking", isPhone } } });
  if (!isPhone) walk.reports.push({ type: "consulting", with: name, is: "talking" });
  else walk.rings = [at.includes("@") ? { to: "sip", address: at } : { to: "number", number: at }];
}

/** The phone that is consulted was answered. Returns whether there is one. */
export function answerConsult(walk: PhoneWalk): boolean {
  const { now } = walk.line;
  if (now.is !== "connected" || now.consult?.is !== "ringing") return false;
  walk.change({ now: { ...now, consult: { ...now.consult, is: "talking" } } });
  walk.reports.push({ type: "consulting", with: now.consult.name, is: "talking" });
  return true;
}

/** The consulted phone has hung up. Returns whether there is one. */
export function loseConsult(walk: PhoneWalk): boolean {
  const { now } = walk.line;
  if (now.is !== "connected" || now.consult === undefined) return false;
  const { consult: consulted, ...talking } = now;
  if (consulted.is === "joined") walk.note("note", `${consulted.name} left the call`);
  walk.change({ now: talking });
  walk.reports.push({ type: "consulting", with: consulted.name, is: "ended" });
  return true;
}

/** All three speak together, the user leaves the other two to each other, or sends the consulted away. */
export function followConsult(walk: PhoneWalk, order: "consultJoined" | "consultCompleted" | "consultEnded"): void {
  const { now } = walk.line;
  if (now.is !== "connected" || now.consult === undefined) return;
  const { consult: consulted, ...talking } = now;
  if (order === "consultJoined") {
    walk.note("note", `${consulted.name} joined the call`);
    walk.change({ now: { ...talking, consult: { ...consulted, is: "joined" } } });
  } else if (order === "consultCompleted") {
    walk.note("note", `Connected with ${consulted.name}`);
    const { supervisor: _supervisor, ...alone } = talking;
    walk.change({ now: { ...alone, with: consulted.name, ...(consulted.isPhone && { byPhone: true as const }) } });
  } else {
    if (consulted.is === "joined") walk.note("note", `${consulted.name} left the call`);
    walk.endsLegs = consulted.isPhone;
    walk.change({ now: talking });
  }
}
