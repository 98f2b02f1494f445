import { ownValue } from "../../parts/ownValue.ts";
import type { StepOutcome } from "../foreignFile.ts";
import type { Exit, ForeignStatement, Part, Target } from "../foreignFlow.ts";
import { listAt, textAt, textsAt, variableNameOf } from "../readParts.ts";
import type { StudioNames } from "./studioNames.ts";
import { nextOf, type Widget } from "./widget.ts";

type Convert = (widget: Widget, flow: string, names: StudioNames) => StepOutcome;

const calls =
  "It belongs to a phone call. Draw calls to a number as an inbound workflow with an IVR menu, and calls to contacts with a Call node.";
const inConversation = "There is nothing like it in a workflow.";

/** Why widgets of these types cannot be converted. */
const lost: Readonly<Record<string, string>> = {
  "say-play": calls,
  "gather-input-on-call": calls,
  "connect-call-to": calls,
  "make-outgoing-call-v1": calls,
  "make-outgoing-call-v2": calls,
  "record-voicemail": calls,
  "record-call": calls,
  "enqueue-call": calls,
  "add-twiml-redirect": calls,
  "capture-payments": "Payments cannot be taken in a call script.",
  "fork-stream": inConversation,
  "start-conversation": inConversation,
  "resume-conversation": inConversation,
  "connect-virtual-agent": "Use AI Assist in its place.",
  "connect-virtual-agent-v2": "Use AI Assist in its place.",
  "run-conversation-relay": "Use AI Assist in its place.",
  "run-subflow": "Import the other flow too, then put a Workflow node here. No values come back from it.",
};

const converters: Readonly<Record<string, Convert>> = {
  "send-message": sendMessage,
  "send-and-wait-for-reply": ask,
  "split-based-on": split,
  "set-variables": setVariables,
  "make-http-request": request,
  "run-function": request,
  "send-to-flex": toAgents,
};

/** What a widget becomes. */
export function convertWidget(widget: Widget, flow: string, names: StudioNames): StepOutcome {
  const convert = ownValue(converters, widget.type);
  if (convert !== undefined) return convert(widget, flow, names);
  return dead(widget, ownValue(lost, widget.type) ?? "This type is not known.");
}

/** A stop with a note that holds what the widget was. */
function dead({ name, type, properties, transitions }: Widget, why: string): StepOutcome {
  const { offset: _, ...shown } = properties;
  const was = JSON.stringify(shown);
  const exits = transitions.map((one) => ({ name: textAt(one, "event"), to: textAt(one, "next") || null }));
  const text = `Not imported: ${type} "${name}". ${why}${was === "{}" ? "" : `\n${was.slice(0, 500)}`}`;
  return { parts: [], exit: { is: "dead", why: text, exits }, became: "Stop with a note", why, result: "notMapped" };
}

const sentence = (parts: readonly (string | false)[]): string =>
  parts.filter((part) => part !== false && part !== "").join(" ");

const leftAsWritten = (unknown: readonly string[]): string =>
  unknown.length === 0
    ? ""
    : `It is sent as it is written: ${[...new Set(unknown)].join(", ")}. Replace it before a run.`;

/** A text to the contact. Texts to anyone else are left out, because the contact must not get them. */
function textPart(widget: Widget, flow: string, names: StudioNames): { parts: Part[]; why: string; isSent: boolean } {
  const { name, properties } = widget;
  const to = textAt(properties, "to");
  if (to !== "" && names.variable(to) !== "phone") {
    const text = `Not imported: the text "${name}" goes to ${to}. An SMS Send node texts the contact.\n${textAt(properties, "body")}`;
    return {
      parts: [{ is: "note", text }],
      why: `It goes to ${to}, and an SMS Send node texts the contact.`,
      isSent: false,
    };
  }
  const { text, unknown } = names.text(textAt(properties, "body"));
  const [media = textAt(properties, "media_url")] = textsAt(properties, "media_url");
  const mediaUrl = /^https?:\/\//i.test(media) && URL.canParse(media) ? media : null;
  if (text.trim() === "" && mediaUrl === null) {
    const why =
      textAt(properties, "content_sid") === ""
        ? "It has no text."
        : "Its text is a content template, which is not in the file.";
    return { parts: [{ is: "note", text: `Not imported: the text "${name}". ${why}` }], why, isSent: false };
  }
  const why = sentence([
    leftAsWritten(unknown),
    media !== "" && mediaUrl === null && "Its picture has no fixed address and is left out.",
  ]);
  return { parts: [{ is: "text", title: `${flow}: ${name}`, text, mediaUrl }], why, isSent: true };
}

const withoutFailure = (widget: Widget, event: string, to: Target): string => {
  const other = nextOf(widget, event);
  return other !== null && other !== to ? "When the text cannot be sent, the contact continues all the same." : "";
};

function sendMessage(widget: Widget, flow: string, names: StudioNames): StepOutcome {
  const to = nextOf(widget, "sent");
  const { parts, why, isSent } = textPart(widget, flow, names);
  const exit: Exit = { is: "next", to };
  if (!isSent) return { parts, exit, became: "Note", why, result: "notMapped" };
  return { parts, exit, became: "SMS Send", why: sentence([why, withoutFailure(widget, "failed", to)]) };
}

function ask(widget: Widget, flow: string, names: StudioNames): StepOutcome {
  const { parts, why, isSent } = textPart(widget, flow, names);
  const to = nextOf(widget, "incomingMessage");
  if (!isSent) {
    const { exit } = dead(widget, why);
    return { parts: [], exit, became: "Stop with a note", why, result: "notMapped" };
  }
  const seconds = Number(textAt(widget.properties, "timeout") || "3600");
  const exit: Exit = {
    is: "wait",
    seconds: Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 31_536_000) : 3_600,
    save: names.saved(widget.name),
    cases: [],
    otherwise: to,
    timeout: nextOf(widget, "timeout"),
  };
  return {
    parts,
    exit,
    became: "SMS Send, Event",
    why: sentence([why, withoutFailure(widget, "deliveryFailure", to)]),
  };
}

const operations: Readonly<Record<string, string>> = {
  equal_to: "EQUALS",
  not_equal_to: "DN_EQUALS",
  matches_any_of: "EQUALS_ONE_OF",
  does_not_match_any_of: "DN_EQUALS_ONE_OF",
  contains: "CONTAINS",
  does_not_contain: "DN_CONTAINS",
  starts_with: "BEGINS_WITH",
  does_not_start_with: "DN_BEGINS_WITH",
  is_blank: "DN_EXISTS",
  is_not_blank: "EXISTS",
  regex: "PATTERN",
  less_than: "LT_THAN",
  greater_than: "GT_THAN",
  is_before_date: "LT_THAN",
  is_after_date: "GT_THAN",
};

/** The branches of a split with their conditions as they are written, in order. */
export const branchesOf = ({ transitions }: Widget) =>
  transitions
    .filter((one) => textAt(one, "event") === "match")
    .map((one) => ({
      to: textAt(one, "next") || null,
      conditions: listAt(one, "conditions").map((condition) => ({
        name: textAt(condition, "friendly_name"),
        variable: textsAt(condition, "arguments")[0] ?? "",
        type: textAt(condition, "type"),
        value: textAt(condition, "value"),
      })),
    }));

function split(widget: Widget, _flow: string, names: StudioNames): StepOutcome {
  const otherwise = nextOf(widget, "noMatch");
  const cases: { statements: ForeignStatement[]; to: Target }[] = [];
  for (const { to, conditions } of branchesOf(widget)) {
    const statements: ForeignStatement[] = [];
    for (const { variable: written, type, value } of conditions) {
      const variable = names.variable(written || textAt(widget.properties, "input"));
      if (variable === undefined)
        return dead(
          widget,
          `It branches on ${written || textAt(widget.properties, "input")}, which a workflow does not have.`,
        );
      const operation = ownValue(operations, type);
      if (operation === undefined) return dead(widget, `The comparison "${type}" does not exist in conditions.`);
      statements.push({ variable, operation, value });
    }
    if (statements.length > 0) cases.push({ statements, to });
  }
  if (cases.length === 0)
    return { parts: [], exit: { is: "next", to: otherwise }, became: "Nothing", why: "It has no branches." };
  const isBlank = cases.some(({ statements }) =>
    statements.some((one) => one.value.trim() === "" && !one.operation.endsWith("EXISTS")),
  );
  if (isBlank) return dead(widget, "It compares with an empty value.");
  const patterned = cases.some(({ statements }) => statements.some(({ operation }) => operation === "PATTERN"));
  return {
    parts: [],
    exit: { is: "cases", cases, otherwise },
    became: patterned ? "Computation, Condition" : "Condition",
    why: patterned ? "Conditions have no patterns, so a Computation tests them first." : "",
  };
}

function setVariables(widget: Widget, _flow: string, names: StudioNames): StepOutcome {
  const exit: Exit = { is: "next", to: nextOf(widget, "next") };
  const unknown: string[] = [];
  const rows = new Map<string, string>();
  for (const one of listAt(widget.properties, "variables")) {
    const translated = names.text(textAt(one, "value"));
    unknown.push(...translated.unknown);
    // a variable without a value is an error in a computation
    const value = translated.text.replace(/\$\{([\w.@]+)\}/g, (_, name) => `\${${name}!''}`);
    rows.set(variableNameOf(textAt(one, "key")), value === "" ? "${''}" : value);
  }
  if (rows.size === 0) return { parts: [], exit, became: "Nothing", why: "It sets no variables." };
  if (rows.size > 50) return dead(widget, "It sets more than 50 variables.");
  return { parts: [computation([...rows])], exit, became: "Computation", why: leftAsWritten(unknown) };
}

/** A computation with a template for each variable. */
export const computation = (rows: readonly (readonly [variable: string, freemarker: string])[]): Part => ({
  is: "node",
  type: "computation",
  own: {
    computations: rows.map(([variable, freemarker]) => ({
      variable,
      type: "freemarker",
      freemarker,
      jsonPath: "",
      jsonPathSourceVariable: "",
    })),
  },
});

const methods = ["GET", "POST", "PUT", "DELETE", "PATCH"];

function request(widget: Widget, flow: string, names: StudioNames): StepOutcome {
  const { properties, type, name } = widget;
  const url = names.text(textAt(properties, "url"));
  if (url.text.trim() === "") return dead(widget, "It has no address.");
  const written = names.text(textAt(properties, "body"));
  const pairs = listAt(properties, "parameters").map(
    (one) => [textAt(one, "key"), names.text(textAt(one, "value"))] as const,
  );
  const isForm = /form/i.test(textAt(properties, "content_type"));
  const bodyTemplate =
    pairs.length > 0 ? JSON.stringify(Object.fromEntries(pairs.map(([key, { text }]) => [key, text]))) : written.text;
  const method = textAt(properties, "method").toUpperCase();
  const unknown = [...url.unknown, ...written.unknown, ...pairs.flatMap(([, value]) => value.unknown)];
  const webhookId = `imported-webhook-${names.webhooks.length + 1}`;
  names.webhooks.push({
    id: webhookId,
    name: `${flow.slice(0, 30)}: ${name}`.slice(0, 68),
    httpMethod: methods.includes(method) ? method : "POST",
    url: url.text.slice(0, 4_000),
    contentType: isForm ? "FORM-DATA" : "JSON",
    headers: {},
    bodyTemplate,
    responseMapping: names.mapping(name),
  });
  const failed = type === "run-function" ? "fail" : "failed";
  return {
    parts: [],
    exit: { is: "webhook", webhookId, success: nextOf(widget, "success"), failure: nextOf(widget, failed) },
    became: "Webhook",
    why: sentence([
      type === "run-function" && "The function must accept requests from outside of Twilio.",
      isForm && "Check the form fields in the body of the webhook.",
      leftAsWritten(unknown).replace("It is sent", "Part of the request stays"),
    ]),
  };
}

function toAgents(widget: Widget, _flow: string, names: StudioNames): StepOutcome {
  const queueName = "Imported from Flex";
  names.queues.add(queueName);
  const own = { queueName, queueWaitTime: 0, expirationType: "fixed", expirationNumber: "1", expirationUnits: "days" };
  return {
    parts: [{ is: "node", type: "agentQueue", own }],
    exit: { is: "next", to: nextOf(widget, "callComplete") },
    became: "Agent Queue",
    why: "The contact waits up to a day for an agent of this account, and continues the same way whether one answers or not.",
  };
}
