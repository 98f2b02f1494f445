import { campaignBody } from "@trunkline/contract/workflows/campaign.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** The form of a new outbound workflow (spec 1 §2.3, §5.1). */
export interface CampaignSettings {
  title: string;
  numberSet: string | null;
  protection: "none" | "recipient" | "fixed";
  /** HH:mm:ss. */
  start: string;
  end: string;
  timezone: number | null;
  frequency: "unlimited" | "onetime" | "numberofdays";
  days: number | null;
}

/** Recipient, 08:00 to 18:00, unlimited; the fixed time zone defaults to Eastern (spec 1 §9). */
export const newCampaignSettings: CampaignSettings = {
  title: "",
  numberSet: null,
  protection: "recipient",
  start: "08:00:00",
  end: "18:00:00",
  timezone: -20,
  frequency: "unlimited",
  days: 1,
};

const protectionTypes = { none: 0, recipient: 1, fixed: 3 } as const;

/** The body of `POST /v4/campaign/`. */
export function campaignBodyOf(settings: CampaignSettings) {
  const isProtected = settings.protection !== "none";
  return {
    campaignName: settings.title,
    numberSet: settings.numberSet,
    workflowDisplayType: 1,
    timezoneProtectionType: protectionTypes[settings.protection],
    timezoneProtectionStartTime: isProtected ? settings.start || null : null,
    timezoneProtectionEndTime: isProtected ? settings.end || null : null,
    ...(settings.protection === "fixed" ? { timezoneProtectionTimezoneFixed: settings.timezone } : {}),
    frequencyDays: frequencyDaysOf(settings),
  };
}

const frequencyDaysOf = ({ frequency, days }: CampaignSettings): number =>
  frequency === "unlimited" ? -1 : frequency === "onetime" ? 0 : (days ?? 1);

const fieldOf: Record<string, keyof CampaignSettings> = {
  campaignName: "title",
  numberSet: "numberSet",
  timezoneProtectionStartTime: "start",
  timezoneProtectionEndTime: "end",
  timezoneProtectionTimezoneFixed: "timezone",
  frequencyDays: "days",
};

/** Validation messages by field (spec 1 §5.1). */
export function campaignSettingsIssues(settings: CampaignSettings): Partial<Record<keyof CampaignSettings, string>> {
  const issues: Partial<Record<keyof CampaignSettings, string>> = {};
  const read = campaignBody.safeParse(campaignBodyOf(settings));
  for (const { path, message } of read.error?.issues ?? []) {
    const field = ownValue(fieldOf, String(path[0]));
    if (field !== undefined) issues[field] ??= message;
  }
  if (settings.frequency === "numberofdays") {
    if (settings.days === null) issues.days = "Frequency Days is required";
    else if (!Number.isInteger(settings.days)) issues.days = "Frequency Days must be a whole number";
    else if (settings.days <= 0) issues.days = "Frequency Days must be greater than 0";
  }
  // the contract compares fields only after each field is valid by itself
  if (settings.numberSet === null) issues.numberSet ??= "Number Set is required";
  if (settings.protection !== "none") {
    if (settings.start === "") issues.start ??= "Timezone Protection Start Time is required";
    if (settings.end === "") issues.end ??= "Timezone Protection End Time is required";
  }
  if (settings.protection === "fixed" && settings.timezone === null) issues.timezone ??= "Default Timezone is required";
  return issues;
}
