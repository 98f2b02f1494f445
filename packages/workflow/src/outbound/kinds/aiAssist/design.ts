import type { Design, Issue } from "../../../nodeKind.ts";
import { fieldIssues } from "../../../parts/fieldIssues.ts";
import { type OneExit, oneExit } from "../../../parts/oneExit.ts";
import { isBlank } from "../../../parts/required.ts";
import { weekdays } from "../../../parts/time/daysOfWeek.ts";
import { parseTime } from "../../../parts/time/timeOfDay.ts";
import { replyVariable } from "../../../parts/variables.ts";
import type { Own } from "./saved.ts";
import { timeVariable } from "./timeVariable.ts";

/** The form (spec 2 §3.3). */
export interface Draft extends OneExit {
  smsTemplateId: string;
  delay: number | "";
  aiAssistId: string;
  aiContextStartTime: string;
  aiContextEndTime: string;
  aiContextDaysOfWeek: number;
  aiContextTimezone: number | "";
  sendFirstMessage: boolean;
}

export const design: Design<Own, Draft> = {
  label: "AI Assist",
  hue: "sms",
  icon: "sparkles",
  defaults: {
    smsTemplateId: "",
    delay: 0,
    aiAssistId: "scheduleTime",
    aiContextStartTime: "08:00:00",
    aiContextEndTime: "18:00:00",
    aiContextDaysOfWeek: weekdays,
    aiContextTimezone: 0,
    sendFirstMessage: false,
    next: null,
  },
  fields: [
    {
      name: "smsTemplateId",
      label: "Template Id",
      help: "Instructions for the model.",
      input: "pick",
      from: "smsTemplates",
      required: true,
    },
    {
      name: "delay",
      label: "Delay",
      help: "Time from the contact's text to the answer.",
      input: "number",
      suffix: "seconds",
    },
    {
      name: "aiAssistId",
      label: "AI Assist",
      input: "choice",
      required: true,
      options: [{ value: "scheduleTime", label: "Schedule Time" }],
    },
    {
      name: "sendFirstMessage",
      label: "Send the first message",
      help: "The model starts the conversation. When off, the contact's first text does.",
      input: "switch",
    },
    { name: "aiContextStartTime", label: "Start Time", input: "time", required: true },
    { name: "aiContextEndTime", label: "End Time", input: "time", required: true },
    { name: "aiContextDaysOfWeek", label: "Business Days", input: "days" },
    { name: "aiContextTimezone", label: "Timezone", input: "pick", from: "timezones", required: true },
  ],
  card: (draft) => [
    { label: "Delay", value: draft.delay === "" || draft.delay === 0 ? undefined : `${draft.delay} s` },
  ],
  ...oneExit,
  gives: (id) => [replyVariable(id), timeVariable(id)],
  validate: (draft) => [...fieldIssues(design.fields, draft), ...ownIssues(draft)],
  read: ({ smsTemplateId, delay, aiAssistId, aiContext, sendFirstMessage = false }, [next = null]) => ({
    smsTemplateId,
    delay,
    aiAssistId,
    aiContextStartTime: aiContext.startTime,
    aiContextEndTime: aiContext.endTime,
    aiContextDaysOfWeek: aiContext.daysOfWeek,
    aiContextTimezone: isBlank(aiContext.timezone) ? "" : Number(aiContext.timezone),
    sendFirstMessage,
    next,
  }),
  write: (draft) => ({
    smsTemplateId: draft.smsTemplateId,
    delay: Number(draft.delay),
    aiAssistId: draft.aiAssistId,
    ...(draft.sendFirstMessage && { sendFirstMessage: true }),
    aiContext: {
      startTime: draft.aiContextStartTime,
      endTime: draft.aiContextEndTime,
      daysOfWeek: draft.aiContextDaysOfWeek,
      timezone: String(draft.aiContextTimezone),
    },
  }),
};

function ownIssues(draft: Draft): Issue[] {
  const issues: Issue[] = [];
  if (Number(draft.delay) < 0) issues.push({ field: "delay", message: "Delay must not be negative" });
  if (draft.aiContextDaysOfWeek === 0)
    issues.push({ field: "aiContextDaysOfWeek", message: "Business Days must be selected" });
  const start = parseTime(draft.aiContextStartTime);
  const end = parseTime(draft.aiContextEndTime);
  if (start !== undefined && end !== undefined && start >= end)
    issues.push({ field: "aiContextStartTime", message: "Start Time must be before End Time" });
  return issues;
}
