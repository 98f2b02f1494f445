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

/** What a kind of destination is called; the kind itself where there is none of that name. */
export const destTypeLabel = (destType: DestType | string): string => labels[destType as DestType] ?? destType;
