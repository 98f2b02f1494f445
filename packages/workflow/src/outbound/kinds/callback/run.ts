import type { Behaviour } from "../../../nodeKind.ts";
import type { Own } from "./saved.ts";

export const behaviour: Behaviour<Own> = {
  run: (node) => ({ ask: { do: "callWebhook", callbackId: node.callbackId } }),
  answer(node, { ok, reason }) {
    if (ok) return { go: node.successPath };
    // a deleted or incomplete webhook is a fault of the definition, not of the receiver (readings, Failure of an effect)
    const broken = reason === "webhook_deleted" || reason?.startsWith("broken_expression");
    return broken && reason !== undefined ? { fail: reason } : { go: node.failurePath, because: reason };
  },
};
