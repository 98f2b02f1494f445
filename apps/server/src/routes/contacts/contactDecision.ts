import { type ContactDecision, contactRoutes, type DecisionOutcome } from "@trunkline/contract/contacts/contact.ts";
import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { describeReason, reasons } from "@trunkline/workflow/engine/reasons.ts";
import { destTypeLabel } from "@trunkline/workflow/inbound/destTypeLabel.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { zoneOf } from "@trunkline/workflow/parts/time/timezones.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { findContactByPhone } from "../../store/contacts/contact.ts";
import { type ContactDecisionRow, listContactDecisions } from "../../store/contacts/contactDecision.ts";
import { findAccount } from "../../store/identity/account.ts";
import type { StoredRoute } from "../../store/routing/routeDecision.ts";
import { describeRouteDecision } from "../routing/describeRouteDecision.ts";
import { readCursor, writeCursor } from "../signedCursor.ts";
import { parsePhoneOrRefuse } from "./contactFields.ts";
import { needContact } from "./needContact.ts";

/** "Why not?": every decision about a phone on one day. */
export function registerContactDecision(api: Api): void {
  handle(api, contactRoutes.decisions, async ({ db, account, query, tokens }) => {
    const { phone: written, contactId, date, limit, cursor } = query;
    if ((written === undefined) === (contactId === undefined))
      throw invalid("Set either phone or contactId", "query.phone");
    const number = written === undefined ? null : parsePhoneOrRefuse(written, "query.phone");
    const settings = (await db.global((q) => findAccount(q, account)))?.settings;
    const zone = zoneOf(accountSettings.parse(settings ?? {}).defaultTimezoneId) ?? "Etc/UTC";
    const scope = `decision:${account}:${contactId ?? number}:${date ?? ""}`;
    const after = readCursor<Pick<ContactDecisionRow, "place" | "key">>(tokens, scope, cursor);
    return db.tx([account], async (q) => {
      const contact =
        number === null ? await needContact(q, account, contactId ?? "") : await findContactByPhone(q, account, number);
      const asked = { contactId: contact?.contactId ?? null, phone: number ?? contact?.phone ?? null, date, zone };
      const rows = await listContactDecisions(q, account, asked, after, limit);
      const end = rows.length === limit ? rows.at(-1) : undefined;
      const next = end ? writeCursor(tokens, scope, { place: end.place, key: end.key }) : null;
      return { payload: rows.map(show), next };
    });
  });
}

type Said = Pick<ContactDecision, "outcome" | "title" | "rule"> & { values: [name: string, value: unknown][] };

function show(row: ContactDecisionRow): ContactDecision {
  const { at, campaignId, campaignName, batchId, batchName, journeyId, messageId, callId, emailId } = row;
  const { values, ...said } = words[row.kind](row);
  return {
    ...said,
    at: at.toISOString(),
    values: values.flatMap(([name, value]) => {
      const text = valueWords(value);
      return text === "" ? [] : [{ name, value: text }];
    }),
    campaignId,
    campaignName,
    batchId,
    batchName,
    journeyId,
    messageId,
    callId,
    emailId,
  };
}

const valueWords = (value: unknown): string =>
  Array.isArray(value) ? value.join(", ") : value === null || value === undefined ? "" : String(value);

/** An instant in UTC, written by PostgreSQL's JSON or the engine. */
function instantOf(value: unknown): string | null {
  if (typeof value !== "string" && typeof value !== "number") return null;
  return new Date(value).toISOString();
}

const sendingOutcomes: Readonly<Record<string, DecisionOutcome>> = {
  queued: "queued",
  submitting: "queued",
  submitted: "queued",
  accepted: "sent",
  simulated: "sent",
  rejected: "refused",
  blocked: "refused",
  cancelled: "cancelled",
  in_doubt: "unknown",
  unknown: "unknown",
};
const channels: Readonly<Record<string, string>> = { sms: "Text", rcs: "RCS message", call: "Call" };
const channelsStopped: Readonly<Record<string, string>> = { call: "Calls", sms: "Texts", rcs: "RCS messages" };
const sources: Readonly<Record<string, string>> = {
  reply: "the contact's own text",
  key: "the contact's key press",
  api: "the API",
  page: "the page",
  import: "an import",
  node: "a workflow",
  disposition: "a disposition",
};
const sourceWords = (source: unknown): string => ownValue(sources, String(source)) ?? String(source);

/** Reasons of a step whose node did not send. */
const refusals = [reasons.no_phone, reasons.opted_out, reasons.dnc, reasons.no_email, reasons.invalid_email];
const isRefusal = (because: string): boolean => refusals.some((refusal) => because.startsWith(refusal));

/** The rule that allowed or stopped a message. */
function sendingRule(outcome: DecisionOutcome, reason: string | null, window: unknown): string {
  if (reason === "confirmation") return "Confirmation of a STOP or START, which is always sent";
  if (reason !== null) return describeReason(reason);
  if (outcome === "unknown") return reasons.in_doubt;
  if (outcome === "queued") return "Waiting in the sending queue";
  return window ? "Inside the sending window, and no rule stopped it" : "No rule stopped it";
}

function sending({ what, status, reason, data }: ContactDecisionRow): Said {
  const outcome = ownValue(sendingOutcomes, status) ?? "unknown";
  const stop = data["stop"] as { source: string; at: string; reason: string | null } | null;
  return {
    outcome,
    title: `${ownValue(channels, what ?? "") ?? what} to ${data["to"]}`,
    rule: sendingRule(outcome, reason, data["window"]),
    values: [
      ["From", data["from"]],
      ["Carrier", data["carrier"]],
      ["Blocked by", stop && sourceWords(stop.source)],
      ["Blocked since", stop && instantOf(stop.at)],
      ["Block reason", stop?.reason],
      ["Windows", data["window"]],
      ["Window open until", instantOf(data["openUntil"])],
      ["Not before", outcome === "queued" ? instantOf(data["notBefore"]) : null],
      ["Tries", data["tries"] || null],
    ],
  };
}

const words: Record<ContactDecisionRow["kind"], (row: ContactDecisionRow) => Said> = {
  text(row) {
    const { values, ...said } = sending(row);
    const { data } = row;
    return {
      ...said,
      values: [["Text", data["text"]], ...values, ["Segments", data["segments"]], ["Receipt", data["receipt"]]],
    };
  },
  call(row) {
    const { values, ...said } = sending(row);
    const { data } = row;
    return {
      ...said,
      values: [
        ...values,
        ["Line", typeof data["line"] === "string" ? data["line"].replace("_", " ") : null],
        ["Answered by", data["answeredBy"]],
        ["Seconds", data["seconds"]],
      ],
    };
  },
  email({ what, status, reason, data }) {
    const outcome = ownValue(sendingOutcomes, status) ?? "unknown";
    return {
      outcome,
      title: `E-mail to ${data["to"]}`,
      rule: sendingRule(outcome, reason, null),
      values: [
        ["Subject", data["subject"]],
        ["Provider", what],
      ],
    };
  },
  journey: ({ campaignName, data }) => ({
    outcome: "begun",
    title: `Entered ${campaignName ?? "a workflow that was deleted"}`,
    rule: "Accepted by the run",
    values: [
      ["First step due", instantOf(data["startsAt"])],
      ["Version", data["version"]],
    ],
  }),
  step: stepWords,
  filtered: ({ batchName, reason, data }) => ({
    outcome: "refused",
    title: `Not enrolled by the run ${batchName ?? ""}`.trim(),
    rule: describeReason(reason ?? ""),
    values:
      reason === "frequency"
        ? [
            ["Days between enrollments", data["frequencyDays"]],
            ["Previously enrolled", instantOf(data["before"])],
          ]
        : reason === "dnc"
          ? [["The run excludes opted-out contacts", data["filters"]]]
          : [],
  }),
  consent: ({ what, status, reason, data }) => ({
    outcome: status === "out" ? "stopped" : "allowed",
    title: `${ownValue(channelsStopped, what ?? "") ?? what} ${status === "out" ? "stopped" : "allowed again"}`,
    rule: `The do-not-contact list was changed by ${sourceWords(data["source"])}`,
    values: [
      ["Number", data["phone"]],
      ["Reason", reason],
    ],
  }),
  inroute: inrouteWords,
  disposition: ({ what, campaignName, reason, data }) => ({
    outcome: "disposition",
    title: `Disposition ${what}`,
    rule: reason !== null ? `The workflow did not start: ${describeReason(reason)}` : `Given by ${data["by"]}`,
    values: [
      ["By", reason === null ? null : data["by"]],
      ["Note", data["note"]],
      ["Starts", campaignName],
    ],
  }),
};

const inrouteOutcomes: Readonly<Record<string, DecisionOutcome>> = {
  delivered: "routed",
  refused: "refused",
  unmatched: "refused",
  answered: "ended",
};
const channelNames: Readonly<Record<string, string>> = { sms: "Text", rcs: "RCS message", call: "Call" };

/** A call or message that an inbound workflow routed, with the result of every evaluated rule. */
function inrouteWords({ what, status, reason, data }: ContactDecisionRow): Said {
  const route = describeRouteDecision(data as unknown as StoredRoute);
  const { routeTag = "", destType = null, dest = "", paths = [], unread = 0 } = route ?? {};
  const outcome = destType === null ? "not routed" : `routed to ${destTypeLabel(destType)} ${dest}`.trim();
  return {
    outcome: ownValue(inrouteOutcomes, status) ?? "unknown",
    title: `${ownValue(channelNames, what ?? "") ?? what} ${outcome} by ${routeTag}`,
    rule: reason ?? "The first path whose rules all match is followed",
    values: [
      ...paths.map(({ name, and, or }): [string, unknown] => [
        name,
        [...and, ...or]
          .map(({ rule, actual, holds }) => `${rule}: ${holds ? "yes" : "no"} (${actual ?? "nothing"})`)
          .join("; ") || "no rules",
      ]),
      ["Later paths", unread || null],
    ],
  };
}

function stepWords({ status, reason, campaignName, data }: ContactDecisionRow): Said {
  const name = campaignName ?? "a workflow that was deleted";
  const because = reason ?? "";
  const node: [string, unknown] = ["Node", data["node"]];
  if (status === "waited" || status === "asked") {
    const until = instantOf(data["until"]);
    const fallback = data["queue"]
      ? `Waiting in the queue ${data["queue"]} for an agent`
      : data["forReply"] === true
        ? "Waiting for a reply"
        : "Waiting at the node";
    return {
      outcome: "held",
      title: until === null ? `Held in ${name}` : `Held in ${name} until ${until}`,
      rule: because || fallback,
      values: [
        ["Until", until],
        ["Time zones of the contact", data["zones"]],
        ["Time zone source", data["zonesFrom"]],
        node,
      ],
    };
  }
  if (status === "went") {
    const isRefused = isRefusal(because);
    return {
      outcome: isRefused ? "refused" : "routed",
      title: isRefused ? `Not sent in ${name}` : `Continued in ${name}`,
      rule: because,
      values: [node, ["Next node", data["to"]]],
    };
  }
  if (status === "moved")
    return {
      outcome: "routed",
      title: `Moved in ${name} from version ${data["fromVersion"]} to version ${data["toVersion"]}`,
      rule: because,
      values: [node],
    };
  return {
    outcome: status === "ended" ? "ended" : "failed",
    title: `${status === "ended" ? "Left" : "Failed in"} ${name}`,
    rule: because || "The workflow ended",
    values: [node, ["Version", data["version"]]],
  };
}
