import { dncRoutes } from "@trunkline/contract/contact.ts";
import type { Channel } from "@trunkline/workflow/parts/dnc.ts";
import { type Api, type Call, handle } from "../http/handle.ts";
import { conflict } from "../http/problem.ts";
import { audit } from "../store/audit.ts";
import { addDnc, type DncChange, type DncRow, liftDnc, listDnc } from "../store/dnc.ts";
import { parsePhoneOrRefuse } from "./contactFields.ts";
import { readCursor, writeCursor } from "./signedCursor.ts";

/** Three types, each stopped by the contact, the account, or both. */
const entriesOfNumber = 6;

/** The account's do-not-contact list. */
export function registerDnc(api: Api): void {
  handle(api, dncRoutes.list, ({ db, account, query, tokens }) => {
    const { limit, cursor, type } = query;
    const phone = query.phone ? parsePhoneOrRefuse(query.phone, "query.phone") : undefined;
    const scope = `dnc:${account}`;
    const after = readCursor<Pick<DncRow, "phone" | "type" | "party">>(tokens, scope, cursor);
    return db.tx([account], async (q) => {
      const rows = await listDnc(q, account, { phone, type, after, limit });
      const last = rows.at(-1);
      const next =
        rows.length === limit && last
          ? writeCursor(tokens, scope, { phone: last.phone, type: last.type, party: last.party })
          : null;
      return { payload: rows.map(show), next };
    });
  });
  handle(api, dncRoutes.add, (call) =>
    call.db.tx([call.account], async (q) => {
      const change = changeOf(call, call.body.type, call.body.reason ?? null);
      await addDnc(q, [change]);
      await audit(q, call, "dnc.add", change.phone, { types: change.types });
      const rows = await listDnc(q, call.account, { phone: change.phone, limit: entriesOfNumber });
      return rows.filter((row) => change.types.includes(row.type)).map(show);
    }),
  );
  handle(api, dncRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const change = changeOf(call, call.body.type, null);
      const lifted = await liftDnc(q, [change]);
      const left = await listDnc(q, call.account, { phone: change.phone, limit: entriesOfNumber });
      if (lifted === 0 && left.some((row) => change.types.includes(row.type)))
        throw conflict(
          `${change.phone} was stopped by the contact itself: only the contact can allow it again, by texting START`,
          "body.phone",
          "stopped_by_contact",
        );
      await audit(q, call, "dnc.remove", change.phone, { types: change.types });
      return [{ id: change.phone }];
    }),
  );
}

function changeOf(
  call: Call & { body: { phone: string } },
  type: Channel | "all",
  reason: string | null,
): DncChange & { types: Channel[] } {
  const types: Channel[] = type === "all" ? ["call", "sms", "rcs"] : [type];
  const phone = parsePhoneOrRefuse(call.body.phone, "body.phone");
  return { accountId: call.account, phone, types, source: call.actor.kind === "key" ? "api" : "page", reason };
}

const show = (row: DncRow) => ({ ...row, created: row.created.toISOString() });
