import { whyNoRouteTag } from "@trunkline/contract/routing/routeTag.ts";
import { isE164, isSip } from "@trunkline/workflow/parts/phone/dialTarget.ts";

/** Templates of a new inbound workflow (spec 1 §3.9). */
export const templateTypes = [
  { value: "none", label: "None" },
  { value: "call_forwarding", label: "Call forwarding" },
  { value: "voicemail", label: "Voicemail" },
  { value: "playaudio", label: "Play audio" },
] as const;
export type TemplateType = (typeof templateTypes)[number]["value"];

/** The form of a new inbound workflow (spec 1 §2.3, §5.1). */
export interface InboundSettings {
  title: string;
  numberSet: string | null;
  fromTemplate: boolean;
  template: TemplateType | null;
  /** A phone number, a SIP address or the URL of an audio asset. */
  value: string;
}

/** From a template (spec 1 §9). */
export const newInboundSettings: InboundSettings = {
  title: "",
  numberSet: null,
  fromTemplate: true,
  template: null,
  value: "",
};

/** Validation messages by field (spec 1 §5.1). */
export function inboundSettingsIssues({
  title,
  numberSet,
  fromTemplate,
  template,
  value,
}: InboundSettings): Partial<Record<keyof InboundSettings, string>> {
  const issues: Partial<Record<keyof InboundSettings, string>> = {};
  const spelling = whyNoRouteTag(title);
  if (spelling !== undefined) issues.title = spelling;
  if (numberSet === null) issues.numberSet = "Number Set is required";
  if (!fromTemplate) return issues;
  if (template === null) issues.template = "Workflow Template type is required";
  else if (template !== "none" && value.trim() === "") issues.value = "Workflow Template value required";
  else if (template === "call_forwarding" && !isE164(value.trim()) && !isSip(value.trim()))
    issues.value = "Phone number must be a valid e164 format number or SIP address";
  return issues;
}
