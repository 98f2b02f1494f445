import { type OutboxEmail, outboxRoutes } from "@trunkline/contract/email/outbox.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import { type Api, handle } from "../../http/handle.ts";
import { findEmails, type OutboxRow } from "../../store/email/email.ts";
import { createdOf } from "../createdOf.ts";
import { readIdCursor, showFound } from "../idCursor.ts";

/** The outbox: e-mails of journeys, sent or simulated. */
export function registerOutbox(api: Api): void {
  handle(api, outboxRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      return showFound(await findEmails(q, account, filter, { limit, before: readIdCursor(cursor) }), show);
    }),
  );
}

/** An e-mail in wire form. A refusal includes the provider's message. */
function show({ words, fromEmail, fromName, toEmail, toName, ...row }: OutboxRow): OutboxEmail {
  const reasonText = row.reason === null ? null : [describeReason(row.reason), words].filter(Boolean).join(": ");
  return {
    ...row,
    from: { email: fromEmail, name: fromName },
    to: { email: toEmail, name: toName },
    reasonText,
    created: createdOf(row.emailId) ?? "",
  };
}
