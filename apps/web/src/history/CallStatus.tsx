import type { Call } from "@trunkline/contract/call.ts";
import { StatusBadge, type Tone } from "../ui/StatusBadge.tsx";

const tones: Record<Call["status"], Tone> = {
  queued: "going",
  ringing: "going",
  "in-progress": "going",
  completed: "done",
  busy: "waits",
  "no-answer": "waits",
  failed: "failed",
  canceled: "off",
  rejected: "failed",
  blocked: "off",
  cancelled: "off",
  unknown: "waits",
};

/** How a call went, in one word. */
export const CallStatus = ({ call: { status, reasonText } }: { call: Pick<Call, "status" | "reasonText"> }) => (
  <StatusBadge tone={tones[status]} why={reasonText}>
    {status}
  </StatusBadge>
);
