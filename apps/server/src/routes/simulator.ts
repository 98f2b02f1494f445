import { type HandsetText, simulatorRoutes } from "@trunkline/contract/simulator.ts";
import { type Api, handle } from "../http/handle.ts";
import { invalid } from "../http/problem.ts";
import { sendFromHandset } from "../inbound/sendFromHandset.ts";
import { findNumber } from "../store/number.ts";
import { type HandsetTextRow, listHandsets, listHandsetTexts } from "../store/simulator.ts";
import { parsePhoneOrRefuse } from "./contactFields.ts";
import { nextCursor, readIdCursor } from "./idCursor.ts";

/** The simulated carrier's handsets (decisions, Calls that have no path). */
export function registerSimulator(api: Api): void {
  handle(api, simulatorRoutes.handsets, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, search } = query;
      const rows = await listHandsets(q, account, {
        limit,
        before: readIdCursor(cursor) ?? null,
        search: search ?? null,
      });
      const payload = rows.map(({ lastId: _lastId, lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }));
      return { payload, next: nextCursor(rows, limit, (row) => row.lastId) };
    }),
  );
  handle(api, simulatorRoutes.handset, ({ db, account, params, query }) =>
    db.tx([account], async (q) => {
      const handset = parsePhoneOrRefuse(params.number, "path.number");
      return (await listHandsetTexts(q, account, handset, readIdCursor(query.since) ?? null)).map(show);
    }),
  );
  handle(api, simulatorRoutes.message, async ({ db, account, body, nudge }) => {
    const from = parsePhoneOrRefuse(body.from, "body.from");
    const to = parsePhoneOrRefuse(body.to, "body.to");
    if (!(await db.tx([account], (q) => findNumber(q, account, to)))) {
      throw invalid(`${to} is not a number of this account: a handset can only text to one of yours`, "body.to");
    }
    const sent = await sendFromHandset(db, account, { from, to, text: body.text, mediaUrl: body.mediaUrl ?? null });
    nudge();
    return sent === null ? [] : [show(sent)];
  });
}

/** A text on a handset in wire words. */
const show = ({ at, ...row }: HandsetTextRow): HandsetText => ({ ...row, at: at.toISOString() });
