import { ownValue } from "../../parts/ownValue.ts";
import { mayBeEmailAddress } from "../../parts/text/emailAddress.ts";
import type { ForeignFile } from "../foreignFile.ts";
import type { Part } from "../foreignFlow.ts";
import { type Fields, fieldsAt, listAt, textAt, textsAt, variableNameOf } from "../readParts.ts";
import { computation } from "../studio/convertWidget.ts";
import { categoryOf, resultOf, translateExpressions, variableOf } from "./expressions.ts";
import { groupField } from "./tests.ts";

/** What an action became. `lost`: it was left out, with a note. */
export interface ConvertedAction {
  parts: Part[];
  became: string;
  why: string;
  lost?: boolean;
}

/** What the actions of a flow share. */
export interface Shared {
  flow: string;
  file: ForeignFile;
  custom: Set<string>;
  queues: Set<string>;
  /** Flows of the file by their id. */
  flows: ReadonlyMap<string, string>;
}

type Convert = (action: Fields, shared: Shared) => ConvertedAction;

const left = (action: Fields, why: string): ConvertedAction => {
  const { uuid: _, type, ...rest } = action;
  const was = JSON.stringify(rest);
  const text = `Not imported: ${String(type)}. ${why}${was === "{}" ? "" : `\n${was.slice(0, 500)}`}`;
  return { parts: [{ is: "note", text }], became: "Note", why, lost: true };
};

const asWritten = (unknown: readonly string[]): string =>
  unknown.length === 0
    ? ""
    : `It stays as it is written: ${[...new Set(unknown)].join(", ")}. Replace it before a run.`;

/** Sets contact fields to a text: directly where it is fixed or one variable, else through a computation. */
function setField(field: string, written: string, { custom }: Shared): ConvertedAction {
  const value = written.trim();
  const name = variableOf(value, custom);
  const assign = (row: object): Part => ({ is: "node", type: "editContact", own: { assignments: [row] } });
  if (value === "")
    return { parts: [assign({ mode: "clear", variable: field, value: "" })], became: "Edit Contact", why: "" };
  if (value.startsWith("@") && name !== undefined)
    return {
      parts: [assign({ mode: "assignVariable", variable: field, value: name })],
      became: "Edit Contact",
      why: "",
    };
  const { text, unknown } = translateExpressions(value, custom);
  if (!value.includes("@"))
    return { parts: [assign({ mode: "assignFixed", variable: field, value })], became: "Edit Contact", why: "" };
  const made = `new_${field}`;
  return {
    parts: [computation([[made, orEmpty(text)]]), assign({ mode: "assignVariable", variable: field, value: made })],
    became: "Computation, Edit Contact",
    why: asWritten(unknown),
  };
}

/** A variable without a value is an error in a computation, so it is empty instead. */
const orEmpty = (text: string): string => text.replace(/\$\{([\w.@]+)\}/g, (_, name) => `\${${name}!''}`) || "${''}";

function ownField(key: string, { custom }: Shared): string {
  const field = variableNameOf(key).toLowerCase();
  custom.add(field);
  return field;
}

const sendMessage: Convert = (action, { flow, custom }) => {
  const { text, unknown } = translateExpressions(textAt(action, "text"), custom);
  const replies = textsAt(action, "quick_replies").map((one) => translateExpressions(one, custom).text);
  const [file = ""] = textsAt(action, "attachments");
  const address = file.slice(file.indexOf(":") + 1);
  const mediaUrl = /^image[^:]*:https?:\/\//i.test(file) && URL.canParse(address) ? address : null;
  const whole = replies.length === 0 ? text : `${text} (${replies.join(" / ")})`;
  if (whole.trim() === "" && mediaUrl === null) return left(action, "It has no text.");
  const why = [
    replies.length > 0 ? "Quick replies are written at the end of the text." : "",
    file !== "" && mediaUrl === null ? "Its attachment is no picture with a fixed address and is left out." : "",
    asWritten(unknown),
  ];
  return {
    parts: [{ is: "text", title: `${flow}: ${textAt(action, "text").slice(0, 40)}`, text: whole, mediaUrl }],
    became: "SMS Send",
    why: why.filter(Boolean).join(" "),
  };
};

const sendEmail: Convert = (action, { flow, file, custom }) => {
  const addresses = textsAt(action, "addresses")
    .map((one) => translateExpressions(one, custom).text)
    .filter(mayBeEmailAddress);
  const subject = translateExpressions(textAt(action, "subject"), custom);
  const body = translateExpressions(textAt(action, "body"), custom);
  const [to, ...cc] = addresses;
  if (to === undefined || body.text.trim() === "") return left(action, "It has no address or no text.");
  const templateId = `00000000-0000-7000-8000-${String(file.emailTemplates.length + 1).padStart(12, "0")}`;
  const title = `${flow}: ${subject.text}`.slice(0, 180);
  file.emailTemplates.push({
    templateId,
    templateTitle: title,
    subject: subject.text || flow,
    html: "",
    text: body.text,
  });
  const own = {
    provider: "smtp",
    subject: "",
    from: { email: "sender@example.com", name: "" },
    toVariable: { email: to, name: "" },
    cc: cc.map((email) => ({ email, name: "" })),
    bcc: [],
    templateId,
    replacements: {},
  };
  const why = `Enter the sender: the file names none. ${asWritten([...subject.unknown, ...body.unknown])}`.trim();
  return { parts: [{ is: "node", type: "email", own }], became: "Email", why };
};

const groups =
  (isAdded: boolean): Convert =>
  (action, shared) => {
    const fields = listAt(action, "groups").map((one) => groupField(textAt(one, "name")));
    if (fields.length === 0) return left(action, "It names no group.");
    for (const field of fields) shared.custom.add(field);
    const assignments = fields.map((variable) =>
      isAdded ? { mode: "assignFixed", variable, value: "yes" } : { mode: "clear", variable, value: "" },
    );
    const why = "Groups are custom fields of the contact.";
    return { parts: [{ is: "node", type: "editContact", own: { assignments } }], became: "Edit Contact", why };
  };

const setResult: Convert = (action, { custom }) => {
  const name = textAt(action, "name") || textAt(action, "local");
  const operation = textAt(action, "operation");
  if (name === "") return left(action, "It names no result.");
  if (operation === "increment") return left(action, "It counts, which a workflow does not.");
  const { text, unknown } = translateExpressions(textAt(action, "value"), custom);
  const rows: [string, string][] = [[resultOf(name), operation === "clear" ? "${''}" : orEmpty(text)]];
  if (textAt(action, "category") !== "")
    rows.push([categoryOf(name), orEmpty(translateExpressions(textAt(action, "category"), custom).text)]);
  return { parts: [computation(rows)], became: "Computation", why: asWritten(unknown) };
};

const enterFlow: Convert = (action, { file, flows }) => {
  const flow = fieldsAt(action, "flow");
  const [campaignId, campaignName] = [textAt(flow, "uuid"), textAt(flow, "name")];
  if (campaignId === "" || campaignName === "") return left(action, "It names no flow.");
  if (!flows.has(campaignId) && !file.campaigns.some((one) => one.campaignId === campaignId))
    file.campaigns.push({ campaignId, campaignName });
  return {
    parts: [{ is: "node", type: "campaign", own: { campaignId, observeTimezoneProtection: true } }],
    became: "Workflow",
    why: "The contact does not come back from the other workflow, and continues here at once.",
  };
};

const openTicket: Convert = (action, { queues }) => {
  const queueName = (textAt(fieldsAt(action, "topic"), "name") || "Tickets").slice(0, 100);
  queues.add(queueName);
  const own = { queueName, queueWaitTime: 0, expirationType: "fixed", expirationNumber: "1", expirationUnits: "days" };
  const why = "The contact waits up to a day for an agent.";
  return { parts: [{ is: "node", type: "agentQueue", own }], became: "Agent Queue", why };
};

const setStatus: Convert = (action) =>
  textAt(action, "status") === "active"
    ? left(action, "Only the contact can lift an opt-out.")
    : {
        parts: [{ is: "node", type: "dnc", own: { dncType: "all" } }],
        became: "DNC",
        why: "The contact is added to do not contact.",
      };

const converters: Readonly<Record<string, Convert>> = {
  send_msg: sendMessage,
  send_email: sendEmail,
  set_contact_field: (action, shared) =>
    setField(
      ownField(textAt(fieldsAt(action, "field"), "key") || textAt(fieldsAt(action, "field"), "name"), shared),
      textAt(action, "value"),
      shared,
    ),
  set_contact_name: (action, shared) => ({
    ...setField("firstName", textAt(action, "name"), shared),
    why: "The whole name is saved as the first name.",
  }),
  set_contact_language: (action, shared) => setField(ownField("language", shared), textAt(action, "language"), shared),
  add_contact_groups: groups(true),
  remove_contact_groups: groups(false),
  set_run_result: setResult,
  set_run_local: setResult,
  enter_flow: enterFlow,
  open_ticket: openTicket,
  set_contact_status: setStatus,
};

const lost: Readonly<Record<string, string>> = {
  say_msg: "It belongs to a phone call. Draw calls with a Call node or an IVR menu.",
  play_audio: "It belongs to a phone call. Draw calls with a Call node or an IVR menu.",
  set_contact_timezone: "The contact's time zone is set on the contact.",
  set_contact_channel: "The number of a contact is chosen by the number set.",
  add_contact_urn: "A contact has one phone number.",
  start_session: "A workflow does not start others for other contacts. Use a run.",
  send_broadcast: "A workflow writes to its own contact. Use a run for others.",
  request_optin: "Ask with an SMS Send and an Event node.",
  add_input_labels: "Texts have no labels.",
  transfer_airtime: "There is nothing like it.",
  call_llm: "Use AI Assist in its place.",
  call_classifier: "Use AI Assist in its place.",
  call_resthook: "The addresses of a resthook are not in the file. Add a Webhook node.",
};

/** What an action of a node becomes. */
export function convertAction(action: Fields, shared: Shared): ConvertedAction {
  const type = textAt(action, "type");
  const convert = ownValue(converters, type);
  return convert?.(action, shared) ?? left(action, ownValue(lost, type) ?? "This type is not known.");
}
