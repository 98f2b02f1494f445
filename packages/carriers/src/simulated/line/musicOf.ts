import type { Line } from "./lineState.ts";

/** Audio that repeats while a phone waits: for an answer, a conference, in a queue, or on hold. */
export function musicOf({ now, todo }: Line): string | null {
  if (now.is === "connected" && now.room !== undefined) return now.room.music;
  const [first] = todo;
  if (now.is === "dialling") return (first?.do === "dial" && first.music) || null;
  if (now.is !== "queued" && !(now.is === "connected" && now.held)) return null;
  return (first?.do === "enqueue" && first.music) || null;
}
