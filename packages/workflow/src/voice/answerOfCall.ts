import type { Answer } from "../engine/effects.ts";
import { callVariables } from "../parts/phone/callVariables.ts";
import type { NodeId } from "../savedNode.ts";
import { answeredByWord, statusWord } from "./advanceCall.ts";
import { type CallEnd, type CallSession, isMachine } from "./session.ts";

const reasonOfEnd: Partial<Record<CallEnd, string>> = {
  busy: "call_busy",
  noAnswer: "call_no_answer",
  failed: "call_failed",
  cancelled: "call_cancelled",
};

/** What the journey gets when its call has ended: its variables, and a reason if it did not come about (readings, What a node waits for). */
export function answerOfCall(session: CallSession, node: NodeId, seconds: number): Answer {
  const { end, answeredBy, keys, plan, because, recordingUrl } = session;
  const values = [
    statusWord(end ?? "failed"),
    answeredBy === null ? "" : answeredByWord(answeredBy),
    String(seconds),
    keys,
    recordingUrl ?? "",
  ];
  const vars = Object.fromEntries(callVariables(node).map((name, index) => [name, values[index] ?? ""]));
  const refused = answeredBy !== null && isMachine(answeredBy) && plan.machine === null ? "call_machine" : undefined;
  const reason = because ?? reasonOfEnd[end ?? "failed"] ?? refused;
  return reason === undefined ? { ok: true, vars } : { ok: false, reason, vars };
}
