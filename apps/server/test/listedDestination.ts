import type { DrawnPath } from "./inboundCases.ts";

// The tables of the wire's README (readings 20, 21, 23), by which a path becomes a route destination; what they say of
// inbound.all is held against the destinations that the wire lists.

type Form = Record<string, unknown>;
interface Listed {
  destType: string;
  isTerminal?: true;
  dest: unknown;
  options?: Form;
  distributionType?: unknown;
}

const picked = (form: Form, ...names: string[]): Form => Object.fromEntries(names.map((name) => [name, form[name]]));

const kinds: Record<string, (form: Form) => Listed> = {
  voicemail: (form) => ({
    destType: "voicemail",
    dest: "voicemail",
    options: {
      playUrl: form["selectedAsset"],
      ...picked(form, "recordTimeoutSec", "recordMaxLengthSec", "recordPlayBeep"),
    },
  }),
  callForward: ({ numberOrSip }) => ({ destType: "call-relay", isTerminal: true, dest: numberOrSip }),
  workgroup: (form) => ({
    destType: "workgroup",
    isTerminal: true,
    dest: form["workgroupName"],
    distributionType: form["distributionType"],
    options: picked(form, "delayNextCall", "tryCallTimeout", ...(form["distributionType"] === 9 ? ["maxDials"] : [])),
  }),
  groupCall: ({ groupCallNumbers, groupCallDistributionType: distributionType }) => ({
    destType: "groupcall",
    isTerminal: true,
    dest: String(groupCallNumbers),
    distributionType,
  }),
  liveList: ({ liveListName, selectedAsset, sayText }) => ({
    destType: "live-list",
    dest: liveListName,
    options: { playUrl: selectedAsset, sayText },
  }),
  ivr: ({ ivrName, mohUrl }) => ({ destType: "ivr", dest: "ivr", options: { ivr: ivrName, mohUrl } }),
  customCall: ({ callXml }) => ({ destType: "call", dest: "call", options: { callXml } }),
  smsForward: ({ phoneNumber }) => ({ destType: "sms", isTerminal: true, dest: phoneNumber }),
  inbox: ({ inboxName }) => ({ destType: "inbox", isTerminal: true, dest: inboxName }),
  workflow: ({ selectedWorkflow }) => ({ destType: "workflow", isTerminal: true, dest: selectedWorkflow }),
};

function entryOf({ type, formData = {} }: DrawnPath["rules"][number]) {
  const { variable, contentOperation, contentValue, countryValue, attributeValue, timeOperation, timeValue } = formData;
  if (type === "time")
    return { variable: "options.timezone", type, operation: timeOperation, value: timeValue, negated: false };
  const [, negation, operation] = /^(DN_)?(.*)$/.exec(String(contentOperation)) ?? [];
  const values = [type.endsWith("Country") ? countryValue : contentValue].flat().map(String);
  const said = { operation, value: values.map((one) => (type === "areaCode" ? `+1${one}` : one)).join(",") };
  const negated = negation !== undefined;
  return type === "contactAttribute"
    ? { variable: `contact.extdata.${attributeValue}`, type: "matchcontact", ...said, negated }
    : { variable, type: "session", ...said, negated };
}

/** What a path becomes, under the name that it has, and by which of the two calls. */
export function listedDestination({ channel, rules, end, priority }: DrawnPath, routeTag: string, name: string) {
  const { type, label, formData = {} } = end.data;
  const listed = kinds[type];
  if (listed === undefined) throw new Error(`no destination ${type}`);
  const { options, distributionType = 1, isTerminal = false, ...where } = listed(formData);
  const destination = {
    name,
    routeTag,
    srcType: channel,
    ...where,
    description: label,
    distributionType,
    callbackUrl: "",
    options: { timezone: formData["timezone"], priority, ...options },
    priority,
    applyTags: formData["tags"],
    status: 1,
    ruleDTO: { name: name.replace("dest_", "rule_"), and: rules.map(entryOf), or: [] },
  };
  return { node: end.id, terminal: isTerminal, destination };
}
