import type { LineOrder } from "../../callLine.ts";
import type { PhoneWalk } from "./phoneWalk.ts";

/** No sound travels between people here. The contact learns only of those who speak to both. */
export function supervise(walk: PhoneWalk, { by, mode }: Extract<LineOrder, { input: "supervised" }>): void {
  const { now, todo } = walk.line;
  if (now.is !== "connected" || todo[0]?.do !== "enqueue") return;
  if (mode === "join") walk.note("note", `${by} joined the call`);
  else if (now.supervisor?.mode === "join") walk.note("note", `${by} left the call`);
  walk.change({ now: { ...now, supervisor: { name: by, mode } } });
  walk.reports.push({ type: "supervised", by, mode });
}

export function unsupervise(walk: PhoneWalk): void {
  const { now } = walk.line;
  if (now.is !== "connected" || now.supervisor === undefined) return;
  const { supervisor, ...talking } = now;
  if (supervisor.mode === "join") walk.note("note", `${supervisor.name} left the call`);
  walk.change({ now: talking });
  walk.reports.push({ type: "unsupervised", by: supervisor.name });
}
