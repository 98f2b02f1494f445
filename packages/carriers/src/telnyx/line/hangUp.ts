import type { CallHappened } from "../callEvents.ts";
import { endLegs } from "./dial.ts";
import { endUsers } from "./enqueue.ts";
import { endRoom } from "./enterRoom.ts";
import type { TelnyxWalk } from "./telnyxWalk.ts";

/** How long a call that has ended waits for its recording. */
const fileMs = 120_000;

/** The product hangs up. */
export function hangUp(walk: TelnyxWalk): void {
  walk.change({ waits: { for: "end" }, todo: [] });
  walk.command({ action: "hangup", body: {} });
}

/** The call has ended. A recording can still come. */
export function endCall(walk: TelnyxWalk, before: Extract<CallHappened, { type: "hungUp" }>["before"]): void {
  const { waits, answeredAtMs, endedAfter } = walk.line;
  if (waits.for === "answer" || waits.for === "greeting") {
    // it ended before anything could be said
    walk.over([{ type: "notAnswered", status: answeredAtMs === null ? before : "noAnswer" }]);
    return;
  }
  if (endedAfter !== undefined) return;
  endLegs(walk, null);
  endUsers(walk);
  endRoom(walk);
  walk.change({ endedAfter: walk.lasted });
  if (waits.for === "recording" || waits.for === "file") walk.alarm(fileMs);
  else walk.over();
}
