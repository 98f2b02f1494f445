import { type InboundGraph, kindOf } from "./graph.ts";
import { destinations, type InboundKindName, inboundKind, rules } from "./kinds.ts";
import type { SrcType } from "./saved.ts";

/** The palette: rules, then destinations. */
export const palette: readonly { title: string; kinds: readonly InboundKindName[] }[] = [
  { title: "Rules", kinds: Object.keys(rules) as InboundKindName[] },
  {
    title: "Call destinations",
    kinds: namesOf("callDestination"),
  },
  { title: "SMS destinations", kinds: namesOf("smsDestination") },
  { title: "Calls and texts", kinds: namesOf("multipleDestination") },
];

/** Other words that people search for. */
export const paletteWords: Readonly<Partial<Record<InboundKindName, string>>> = {
  time: "hours schedule open closed before after day night if",
  textContent: "keyword word sms message contains if",
  contactAttribute: "field vip tier customer if",
  fromNumber: "caller phone sender if",
  toNumber: "dialed called line if",
  areaCode: "prefix region if",
  state: "region usa if",
  fromCountry: "caller nation if",
  toCountry: "dialed nation if",
  voicemail: "mailbox record message answering machine",
  callForward: "transfer redirect phone sip",
  workgroup: "team agents queue ring group department",
  groupCall: "ring several numbers hunt group",
  liveList: "agents list",
  ivr: "menu keypad press attendant",
  customCall: "xml script twiml",
  smsForward: "text redirect forward",
  inbox: "conversation answer reply team",
  workflow: "campaign start enroll automation",
};

function namesOf(nodeType: string): InboundKindName[] {
  const names = Object.keys(destinations) as (keyof typeof destinations)[];
  return names.filter((name) => destinations[name].nodeType === nodeType);
}

/** The channels of a graph. */
function channelsIn(graph: InboundGraph): Set<SrcType> {
  const found = new Set<SrcType>();
  for (const node of graph.nodes.values()) {
    const kind = kindOf(node);
    if (kind?.category === "channel") found.add(kind.srcType);
  }
  return found;
}

/** Why a kind cannot be placed in this graph, as tooltip text, or undefined (spec 1 §4.2). */
export function whyNotPlace(graph: InboundGraph, name: InboundKindName): string | undefined {
  const kind = inboundKind(name);
  const has = channelsIn(graph);
  switch (kind?.nodeType) {
    case "callDestination":
      return has.has("call") ? undefined : `${kind.label} needs an Inbound Call node`;
    case "smsDestination":
    case "smsRule":
      return has.has("sms") || has.has("rcs") ? undefined : `${kind.label} needs an Inbound SMS node`;
    case "multipleDestination":
      return has.size > 0 ? undefined : `${kind.label} needs an Inbound Call or Inbound SMS node`;
    case "rule":
      return has.size > 0 ? undefined : `${kind.label} needs a channel node`;
    default:
      return "This node always exists";
  }
}
