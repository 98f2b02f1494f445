import {
  dispositionRoutes,
  type GivenDisposition,
  type GivenOn,
  whyNotChosen,
} from "@trunkline/contract/dispositions/disposition.ts";
import { holds } from "@trunkline/contract/identity/roles.ts";
import { describeReason } from "@trunkline/workflow/engine/reasons.ts";
import type { Actor } from "../../http/caller.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, notFound } from "../../http/problem.ts";
import { applyDisposition } from "../../inbound/applyDisposition.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { listWorkGroupsOf } from "../../store/dispositions/disposition.ts";
import { findCallDirection, type GivenRow, hasAnswered, listGiven } from "../../store/dispositions/givenDisposition.ts";
import { needContact } from "../contacts/needContact.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { needDisposition } from "./disposition.ts";

interface Asked {
  key: string;
  callId?: string | undefined;
  holdId?: string | undefined;
  note?: string | undefined;
}

/** Gives dispositions to contacts: on their page, on a call, or in an agent queue (spec 2 §2.5). */
export function registerGivenDisposition(api: Api): void {
  handle(api, dispositionRoutes.give, async (call) => {
    const given = await call.db.tx([call.account], (q) => give(q, call, call.params.contactId, call.body));
    call.wakeUp();
    return given;
  });
  handle(api, dispositionRoutes.given, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, callId } = query;
      const { contactId } = await needContact(q, account, params.contactId);
      const rows = await listGiven(q, account, { contactId, callId, before: readIdCursor(cursor), limit });
      return { payload: rows.map(show), next: nextCursor(rows, limit, (row) => row.givenId) };
    }),
  );
}

/** Applies a disposition in one transaction: history, workflow, do-not-contact list, webhooks. */
async function give(q: Query, call: Call, contactId: string, asked: Asked): Promise<GivenDisposition[]> {
  const { account, actor } = call;
  const contact = await needContact(q, account, contactId);
  const disposition = await needDisposition(q, account, asked.key);
  const on = await placeOf(q, call, contactId, asked);
  const why = whyNotChosen(disposition, on, await groupsOf(q, account, actor));
  if (why !== undefined) throw conflict(why, "body.key", "not_offered");
  const givenId = await applyDisposition(q, account, {
    contact,
    disposition,
    by: { actor: `${actor.kind}:${actor.id}`, name: actor.name },
    ...asked,
  });
  await audit(q, call, "disposition.give", givenId, { contactId, key: disposition.key });
  const [row] = await listGiven(q, account, { contactId, limit: 1 });
  return row ? [show(row)] : [];
}

/** The subject of the disposition: a call of the contact, a queue entry that the agent answered, or the contact. */
async function placeOf(q: Query, { account, actor }: Call, contactId: string, asked: Asked): Promise<GivenOn> {
  const { callId, holdId } = asked;
  if (callId !== undefined) {
    const found = await findCallDirection(q, account, contactId, callId);
    if (!found) throw notFound("call of this contact");
    return found.direction === "in" ? "inbound" : "outbound";
  }
  if (holdId === undefined) return null;
  const agent = `${actor.kind}:${actor.id}`;
  if (!(await hasAnswered(q, account, { contactId, holdId, agent }))) throw notFound("contact that you answered");
  return "outbound";
}

/** The work groups a caller may choose dispositions for. Users who manage dispositions and API keys may choose for all. */
const groupsOf = async (q: Query, account: string, actor: Actor): Promise<string[] | "all"> =>
  actor.kind === "key" || holds(actor.role, actor.privileges, "disposition-admin")
    ? "all"
    : listWorkGroupsOf(q, account, actor.id);

const show = ({ at, ...row }: GivenRow): GivenDisposition => ({
  ...row,
  at: at.toISOString(),
  reasonText: row.reason === null ? null : describeReason(row.reason),
});
