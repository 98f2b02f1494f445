import { contactRoutes } from "@trunkline/contract/contacts/contact.ts";
import { externalProviders } from "@trunkline/contract/integrations/external.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type Api, handle } from "../../http/handle.ts";
import { type ContactHistoryEvent, listContactHistory } from "../../store/contacts/contactHistory.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { needContact } from "./needContact.ts";

/** The history of a contact: texts, calls, e-mails, journeys, consent and changes. */
export function registerContactHistory(api: Api): void {
  handle(api, contactRoutes.history, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor } = query;
      await needContact(q, account, params.contactId);
      const rows = await listContactHistory(q, account, params.contactId, readIdCursor(cursor), limit);
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.id) };
    }),
  );
}

const show = (row: ContactHistoryEvent) => ({
  at: row.at?.toISOString() ?? createdOf(row.id) ?? "",
  kind: row.kind,
  ...words[row.kind](row),
  journeyId: row.journeyId,
  campaignId: row.campaignId,
  messageId: row.messageId,
  callId: row.callId,
  emailId: row.emailId,
});

const channelNames: Record<string, string> = { call: "Calls", sms: "Texts", rcs: "RCS messages" };
const sources: Record<string, string> = {
  reply: "by the contact's own text",
  key: "by the contact's key press",
  api: "through the API",
  page: "on the page",
  import: "by an import",
  node: "by a workflow",
  disposition: "by a disposition",
};
const changes: Record<string, string> = {
  "contact.create": "Contact created",
  "contact.update": "Contact changed",
  "contact.archive": "Contact archived",
  "contact.unarchive": "Contact restored",
  "inbox.update": "Conversation closed, opened or assigned",
};
const emailStates: Record<string, string> = {
  simulated: "simulated",
  submitted: "submitted",
  accepted: "sent",
  rejected: "refused",
  unknown: "in doubt",
};
const journeyStates = ["in progress", "in progress", "waiting", "done", "failed"];
const joined = (...parts: (string | null | undefined)[]): string | null =>
  parts.filter((part) => part !== null && part !== undefined && part !== "").join(" · ") || null;

const words: Record<
  ContactHistoryEvent["kind"],
  (row: ContactHistoryEvent) => { title: string; detail: string | null }
> = {
  text: ({ what, detail, status, reason }) => ({
    title: what === "in" ? "Text received" : "Text sent",
    detail: joined(detail, what === "in" ? null : status, reason === null ? null : describeReason(reason)),
  }),
  call: ({ what, detail, status, reason }) => ({
    title: what === "in" ? "Call received" : "Call placed",
    detail: joined(status, detail === null ? null : `${detail} s`, reason === null ? null : describeReason(reason)),
  }),
  email: ({ what, detail, status, reason }) => ({
    title: detail ? `E-mail: ${detail}` : "E-mail without subject",
    detail: joined(
      externalProviders[what as keyof typeof externalProviders],
      ownValue(emailStates, status ?? ""),
      reason === null ? null : describeReason(reason),
    ),
  }),
  journey: ({ detail, status, reason }) => ({
    title: `Entered ${detail ?? "a workflow that was deleted"}`,
    detail: joined(journeyStates[Number(status)], reason === null ? null : describeReason(reason)),
  }),
  consent: ({ what, detail, status, reason }) => ({
    title: `${ownValue(channelNames, detail ?? "") ?? detail} ${what === "out" ? "stopped" : "allowed again"}`,
    detail: joined(ownValue(sources, status ?? "") ?? status, reason),
  }),
  disposition: ({ what, detail, status, reason }) => ({
    title: `Disposition: ${what}`,
    detail: joined(
      `by ${status}`,
      detail,
      reason === null ? null : `the workflow did not start: ${describeReason(reason)}`,
    ),
  }),
  change: ({ what, detail }) => ({ title: ownValue(changes, what) ?? what, detail }),
};
