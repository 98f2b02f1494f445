import type { Call } from "@trunkline/contract/calls/call.ts";
import { StatusBadge, type Tone } from "../ui/text/StatusBadge.tsx";

const tones: Record<Call["status"], Tone> = {
  queued: "going",
  ringing: "going",
  "in-progress": "going",
  completed: "done",
  busy: "waits",
  "no-answer": "waits",
  failed: "failed",
  canceled: "off",
  abandoned: "waits",
  rejected: "failed",
  blocked: "off",
  cancelled: "off",
  unknown: "waits",
};

/** The status of a call as a badge. */
export const CallStatus = ({ call: { status, reasonText } }: { call: Pick<Call, "status" | "reasonText"> }) => (
  <StatusBadge tone={tones[status]} why={reasonText}>
    {status}
  </StatusBadge>
);
