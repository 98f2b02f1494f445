import type { Goal } from "../outcome/goal.ts";
import { formatTime, parseTime } from "../parts/time/timeOfDay.ts";
import type { Draft } from "./kinds/start/design.ts";
import { design } from "./kinds/start/design.ts";

/** The start form without the node's edge: what is saved on the campaign (spec 2 §3.3). */
export type CampaignForm = Omit<Draft, "next">;

/** Campaign settings of the start form (spec 2 §3.1). */
export interface CampaignSettings {
  campaignName: string;
  numberSet: string | null;
  /** 0 none, 1 recipient, 3 fixed. */
  timezoneProtectionType: number;
  /** HH:mm:ss. HH:mm is accepted too (wire reading 13). */
  timezoneProtectionStartTime: string | null;
  timezoneProtectionEndTime: string | null;
  /** Present only when fixed. */
  timezoneProtectionTimezoneFixed?: number | null;
  /** -1 unlimited, 0 one time only, otherwise a number of days. */
  frequencyDays: number;
  /** What counts as success. Missing or null in workflows without a goal. */
  goal?: Goal | null;
}

const protections = { none: 0, recipient: 1, fixed: 3 } as const;

/** Campaign to form. Unknown protection types become none (spec 2 §3.1). */
export function readCampaign(campaign: Partial<CampaignSettings>): CampaignForm {
  const { next: _, ...defaults } = design.defaults;
  const type = campaign.timezoneProtectionType;
  const frequencyDays = campaign.frequencyDays ?? -1;
  return {
    title: campaign.campaignName ?? "",
    numberSet: campaign.numberSet ?? "",
    timezoneProtection: type === protections.recipient ? "recipient" : type === protections.fixed ? "fixed" : "none",
    timezone: campaign.timezoneProtectionTimezoneFixed ?? defaults.timezone,
    start: readTime(campaign.timezoneProtectionStartTime, defaults.start),
    end: readTime(campaign.timezoneProtectionEndTime, defaults.end),
    frequencyProtection: frequencyDays < 0 ? "unlimited" : frequencyDays === 0 ? "onetime" : "numberofdays",
    days: frequencyDays,
    ...readGoal(campaign.goal ?? null, defaults),
  };
}

/** Form to campaign. Other fields of the campaign do not change. */
export function writeCampaign(
  form: CampaignForm,
  campaign: Readonly<object> = {},
): CampaignSettings & Record<string, unknown> {
  const { timezoneProtectionTimezoneFixed: _, goal: before, ...rest } = campaign as Record<string, unknown>;
  const goal = writeGoal(form);
  return {
    ...rest,
    campaignName: form.title.trim(),
    numberSet: form.numberSet || null,
    timezoneProtectionType: protections[form.timezoneProtection],
    timezoneProtectionStartTime: readTime(form.start, ""),
    timezoneProtectionEndTime: readTime(form.end, ""),
    ...(form.timezoneProtection === "fixed" && { timezoneProtectionTimezoneFixed: form.timezone }),
    frequencyDays: frequencyDaysOf(form),
    ...((goal !== null || before !== undefined) && { goal }),
  };
}

type GoalForm = Pick<CampaignForm, "goal" | "goalField" | "goalValue" | "goalHours">;

const readGoal = (goal: Goal | null, defaults: GoalForm): GoalForm => ({
  goal: goal?.kind ?? "none",
  goalField: goal?.field ?? "",
  goalValue: goal?.value ?? "",
  goalHours: goal?.windowHours ?? defaults.goalHours,
});

function writeGoal({ goal, goalField, goalValue, goalHours }: GoalForm): Goal | null {
  if (goal === "none") return null;
  const windowHours = Number(goalHours);
  return goal === "field"
    ? { kind: goal, windowHours, field: goalField.trim(), value: goalValue.trim() }
    : { kind: goal, windowHours };
}

// choosing numberofdays shows 1; until then -1 is saved (readings, Outbound editor)
const frequencyDaysOf = ({ frequencyProtection, days }: CampaignForm): number =>
  frequencyProtection === "unlimited" ? -1 : frequencyProtection === "onetime" ? 0 : (days ?? 1);

/** HH:mm and HH:mm:ss to HH:mm:ss. */
function readTime(time: string | null | undefined, otherwise: string): string {
  const second = parseTime(time ?? "");
  return second === undefined ? otherwise : formatTime(second);
}
