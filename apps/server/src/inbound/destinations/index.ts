import type { textDestTypes } from "@trunkline/workflow/inbound/arrival/textAtDestination.ts";
import type { DestType } from "@trunkline/workflow/inbound/route.ts";
import type { CallDestination, TextDestination } from "./destination.ts";
import { inbox } from "./inbox/inbox.ts";
import { ivr } from "./ivr/ivr.ts";
import { liveList } from "./liveList/liveList.ts";
import { sms } from "./sms/sms.ts";
import { workflow, workflowOfCall } from "./workflow/workflow.ts";
import { workgroup } from "./workgroup/workgroup.ts";

/** The destinations of texts and RCS messages. */
export const textDestinations: Readonly<Record<(typeof textDestTypes)[number], TextDestination>> &
  Readonly<Partial<Record<DestType, TextDestination>>> = { inbox, sms, workflow };

/** The destinations of calls that need the account. */
export const callDestinations: Readonly<Partial<Record<DestType, CallDestination>>> = {
  ivr,
  "live-list": liveList,
  workflow: workflowOfCall,
  workgroup,
};
