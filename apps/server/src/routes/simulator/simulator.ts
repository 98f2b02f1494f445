import { hasRcs } from "@trunkline/carriers/simulated/behaviours.ts";
import { type HandsetText, simulatorRoutes } from "@trunkline/contract/simulator/simulator.ts";
import { type Api, handle } from "../../http/handle.ts";
import { invalid } from "../../http/problem.ts";
import { sendFromHandset } from "../../inbound/sendFromHandset.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import { findNumber } from "../../store/numbers/number.ts";
import {
  findRcsSwitch,
  type HandsetTextRow,
  listHandsets,
  listHandsetTexts,
  setRcsSwitch,
} from "../../store/simulator/simulator.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";

/** The simulated carrier's handsets (readings, Requests without a path). */
export function registerSimulator(api: Api): void {
  registerDevice(api);
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
  handle(api, simulatorRoutes.message, async ({ db, account, body, wakeUp }) => {
    const from = parsePhoneOrRefuse(body.from, "body.from");
    const to = parsePhoneOrRefuse(body.to, "body.to");
    if (!(await db.tx([account], (q) => findNumber(q, account, to)))) {
      throw invalid(`${to} is not a number of this account. A handset can only text your own numbers`, "body.to");
    }
    const sent = await sendFromHandset(db, account, {
      from,
      to,
      text: body.text,
      mediaUrl: body.mediaUrl ?? null,
      channel: body.channel,
    });
    wakeUp();
    return sent === null ? [] : [show(sent)];
  });
}

function registerDevice(api: Api): void {
  handle(api, simulatorRoutes.device, ({ db, account, params }) =>
    db.tx([account], (q) => findDevice(q, account, parsePhoneOrRefuse(params.number, "path.number"))),
  );
  handle(api, simulatorRoutes.updateDevice, (call) =>
    call.db.tx([call.account], async (q) => {
      const handset = parsePhoneOrRefuse(call.params.number, "path.number");
      await setRcsSwitch(q, call.account, handset, call.body.rcs);
      await audit(q, call, "simulator.device", handset, call.body);
      return findDevice(q, call.account, handset);
    }),
  );
}

async function findDevice(q: Query, account: string, handset: string) {
  const switched = await findRcsSwitch(q, account, handset);
  return [{ handset, rcs: switched ?? hasRcs(handset), switched: switched !== null }];
}

/** A text on a handset in wire form. */
const show = ({ at, ...row }: HandsetTextRow): HandsetText => ({ ...row, at: at.toISOString() });
