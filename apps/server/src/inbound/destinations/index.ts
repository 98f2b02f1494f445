import type { DestType } from "@trunkline/workflow/inbound/route.ts";
import { call } from "./call/call.ts";
import { callRelay } from "./callRelay/callRelay.ts";
import type { CallDestination, TextDestination } from "./destination.ts";
import { groupcall } from "./groupcall/groupcall.ts";
import { inbox } from "./inbox/inbox.ts";
import { ivr } from "./ivr/ivr.ts";
import { liveList } from "./liveList/liveList.ts";
import { sms } from "./sms/sms.ts";
import { voicemail } from "./voicemail/voicemail.ts";
import { workflow, workflowOfCall } from "./workflow/workflow.ts";
import { workgroup } from "./workgroup/workgroup.ts";

/** The destinations of texts and RCS messages. */
export const textDestinations: Readonly<Partial<Record<DestType, TextDestination>>> = { inbox, sms, workflow };

/** The destinations of calls. */
export const callDestinations: Readonly<Partial<Record<DestType, CallDestination>>> = {
  call,
  "call-relay": callRelay,
  groupcall,
  ivr,
  "live-list": liveList,
  voicemail,
  workflow: workflowOfCall,
  workgroup,
};
