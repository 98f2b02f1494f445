import { whyNoRouteTag } from "@trunkline/contract/inboundRoute.ts";
import { addInboundNode, changeInboundForm, connectInbound } from "@trunkline/workflow/inbound/commands.ts";
import { drawInbound, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { emptyInbound, type InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import type { DestinationName } from "@trunkline/workflow/inbound/kinds.ts";
import { isE164, isSip } from "@trunkline/workflow/parts/dialTarget.ts";
import { tidied } from "../../canvas/placing.ts";

/** What a new inbound workflow may begin with (spec 1 §3.9). */
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
  /** A number or SIP address, or the address of an audio asset. */
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

/** What is wrong with the form, by field, in the words of spec 1 §5.1. */
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

const xmlOf: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** The call script that plays one file. */
const playOnce = (url: string): string =>
  `<Response><Play>${url.replace(/[&<>"']/g, (letter) => xmlOf[letter] ?? letter)}</Play><Hangup/></Response>`;

/** What a template draws: one destination under Inbound Call. Voicemail of the template is 60 seconds with a beep (spec 1 §9). */
const drawn: Record<Exclude<TemplateType, "none">, (value: string) => [DestinationName, Record<string, unknown>]> = {
  call_forwarding: (numberOrSip) => ["callForward", { numberOrSip }],
  voicemail: (selectedAsset) => ["voicemail", { selectedAsset, recordMaxLengthSec: 60, recordPlayBeep: true }],
  playaudio: (url) => ["customCall", { callXml: playOnce(url) }],
};

/** The drawing of a new inbound workflow, laid out as Clean Up Layout does. */
export function newInboundGraph(settings: InboundSettings): InboundGraph {
  const drawing = drawInbound(begun(settings));
  return inboundOf([...drawing.sections.keys()].reduce((graph, section) => tidied(graph, section), drawing));
}

function begun({ numberSet, fromTemplate, template, value }: InboundSettings): InboundGraph {
  const graph = changeInboundForm(emptyInbound(), "start", {
    selectedNumberSet: numberSet === null ? [] : [numberSet],
  });
  if (!fromTemplate || template === null || template === "none") return graph;
  const [kind, form] = drawn[template](value.trim());
  const { graph: grown, id } = addInboundNode(graph, kind, { x: 250, y: 305 });
  return id === null ? graph : connectInbound(changeInboundForm(grown, id, form), "callSrc", id);
}
