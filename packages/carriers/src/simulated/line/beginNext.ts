import { dial } from "./dial.ts";
import { enqueue } from "./enqueue.ts";
import { hangUp } from "./hangUp.ts";
import { listen } from "./listen.ts";
import type { PhoneWalk } from "./phoneWalk.ts";
import { prompt } from "./prompt.ts";
import { record } from "./record.ts";

/** Begins the next verb. During a verb that waits, it stays the first. */
export function beginNext(walk: PhoneWalk): void {
  walk.proceeds = false;
  const [verb, ...todo] = walk.line.todo;
  switch (verb?.do) {
    case undefined:
      walk.done({ type: "finished" });
      return;
    case "say":
    case "play":
    case "pause":
      walk.change({ todo });
      prompt(walk, verb, true);
      return;
    case "recordCall":
      walk.change({ todo, recordsCall: true, callFormat: verb.format });
      walk.note("note", "This call is recorded");
      // it reports nothing, and the script continues; alone it is done at once
      walk.proceeds = true;
      return;
    case "gather":
      walk.change({ prompts: verb.prompts, digits: "" });
      listen(walk);
      return;
    case "listen":
      walk.change({ prompts: verb.prompts });
      listen(walk);
      return;
    case "record":
      record(walk, verb);
      return;
    case "dial":
      dial(walk, verb);
      return;
    case "enqueue":
      enqueue(walk, verb);
      return;
    case "reject":
    case "hangUp":
      hangUp(walk, "The call was ended");
  }
}
