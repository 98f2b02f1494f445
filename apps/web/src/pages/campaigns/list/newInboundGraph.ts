import { addInboundNode, changeInboundForm, connectInbound } from "@trunkline/workflow/inbound/commands.ts";
import { drawInbound, inboundOf } from "@trunkline/workflow/inbound/drawing.ts";
import { emptyInbound, type InboundGraph } from "@trunkline/workflow/inbound/graph.ts";
import type { DestinationName } from "@trunkline/workflow/inbound/kinds.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { tidied } from "../../../canvas/placing.ts";
import type { InboundSettings, TemplateType } from "./inboundTemplate.ts";

const xmlOf: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** The call script that plays one file. */
const playOnce = (url: string): string =>
  `<Response><Play>${url.replace(/[&<>"']/g, (letter) => ownValue(xmlOf, letter) ?? letter)}</Play><Hangup/></Response>`;

/** The call destination of each template. The voicemail template records 60 seconds after a beep (spec 1 §9). */
const drawn: Record<Exclude<TemplateType, "none">, (value: string) => [DestinationName, Record<string, unknown>]> = {
  call_forwarding: (numberOrSip) => ["callForward", { numberOrSip }],
  voicemail: (selectedAsset) => ["voicemail", { selectedAsset, recordMaxLengthSec: 60, recordPlayBeep: true }],
  playaudio: (url) => ["customCall", { callXml: playOnce(url) }],
};

/** The drawing of a new inbound workflow, with automatic layout. */
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
