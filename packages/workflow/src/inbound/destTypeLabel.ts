import type { DestType } from "./route.ts";

const labels: Readonly<Record<DestType, string>> = {
  call: "Custom Call",
  "call-relay": "Call Forward",
  groupcall: "Group Call",
  inbox: "Inbox",
  ivr: "IVR",
  "live-list": "Live List",
  sms: "SMS Forward",
  voicemail: "Voicemail",
  workflow: "Workflow",
  workgroup: "Workgroup",
};

/** The label of a destination type, or the type itself if unknown. */
export const destTypeLabel = (destType: DestType | string): string => labels[destType as DestType] ?? destType;
