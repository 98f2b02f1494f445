import { paceOfUser } from "./pace.ts";
import type { PhoneWalk } from "./phoneWalk.ts";
import { prompt } from "./prompt.ts";

// The verbs that listen: `gather` for keys, `listen` for speech.

/** What is said on a handset is typed. */
const typingSeconds = 30;

/** The next prompt of a verb that listens, or what it listens for. */
export function listen(walk: PhoneWalk): void {
  const [first, ...prompts] = walk.line.prompts;
  if (first !== undefined) {
    walk.change({ prompts });
    prompt(walk, first);
    return;
  }
  const [verb] = walk.line.todo;
  if (verb?.do === "listen") {
    if (verb.beep) walk.note("beep", "Beep");
    walk.change({ now: { is: "hearing" } });
    // typing takes longer than speaking
    walk.due((verb.timeoutSeconds + typingSeconds) * 1_000 * paceOfUser(walk));
    return;
  }
  if (verb?.do !== "gather") return;
  walk.change({ now: { is: "listening" } });
  if (walk.line.presses !== "") {
    const [key = "", ...others] = walk.line.presses;
    walk.change({ presses: others.join("") });
    walk.note("key", key);
    addKey(walk, key);
    return;
  }
  walk.due(verb.timeoutSeconds * 1_000 * paceOfUser(walk));
}

/** A key of a gather. The first one stops what is heard. */
export function addKey(walk: PhoneWalk, key: string): void {
  const { now, todo } = walk.line;
  const [verb] = todo;
  if (verb?.do !== "gather" || (now.is !== "listening" && now.is !== "prompt")) return;
  if (key === verb.finishOnKey) {
    endGather(walk);
    return;
  }
  const digits = walk.line.digits + key;
  walk.change({ digits, now: { is: "listening" }, prompts: [] });
  if (verb.numDigits !== null && digits.length >= verb.numDigits) endGather(walk);
  else walk.due(verb.timeoutSeconds * 1_000);
}

export function endGather(walk: PhoneWalk): void {
  walk.done({ type: "digits", digits: walk.line.digits }, { digits: "", prompts: [] });
}

/** What is said also stops what is heard. */
export function hearWords(walk: PhoneWalk, words: string): void {
  const { now, todo } = walk.line;
  if (todo[0]?.do !== "listen" || (now.is !== "hearing" && now.is !== "prompt")) return;
  walk.note("note", `You said: ${words}`);
  endListen(walk, words);
}

export function endListen(walk: PhoneWalk, speech: string): void {
  walk.done({ type: "speech", speech }, { prompts: [] });
}
