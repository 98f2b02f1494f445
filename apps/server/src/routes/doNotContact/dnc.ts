import { Readable } from "node:stream";
import { type DncEntry, type DncTypeName, dncRoutes } from "@trunkline/contract/doNotContact/dnc.ts";
import type { Channel } from "@trunkline/workflow/parts/phone/dnc.ts";
import { parsePhone } from "@trunkline/workflow/parts/phone/phone.ts";
import { byteOrderMark, csvRow } from "../../csv/writeCsv.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict } from "../../http/problem.ts";
import { audit } from "../../store/audit/audit.ts";
import type { Database } from "../../store/database.ts";
import {
  addDnc,
  type DncChange,
  type DncFilter,
  type DncRow,
  liftDnc,
  listConsent,
  listDnc,
} from "../../store/doNotContact/dnc.ts";
import { listFederalAnswers } from "../../store/doNotContact/federalDnc.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { readCursor, writeCursor } from "../signedCursor.ts";

/** Three types, each blocked by the contact, the account, or both. */
const entriesOfNumber = 6;
/** Entries shown for one number. Older ones are in the contact's history. */
const changesShown = 100;
const rowsAtOnce = 5_000;

/** The account's do-not-contact list. */
export function registerDnc(api: Api): void {
  handleReads(api);
  handleChanges(api);
}

function handleReads(api: Api): void {
  handle(api, dncRoutes.list, ({ db, account, query, tokens }) => {
    const { limit, cursor } = query;
    const scope = `dnc:${account}`;
    const after = readCursor<Pick<DncRow, "phone" | "type" | "party">>(tokens, scope, cursor);
    return db.tx([account], async (q) => {
      const rows = await listDnc(q, account, { ...filterOf(query), after, limit });
      const last = rows.at(-1);
      const next = rows.length === limit && last ? writeCursor(tokens, scope, placeOf(last)) : null;
      return { payload: rows.map(show), next };
    });
  });
  handle(api, dncRoutes.number, ({ db, account, params }) => {
    const phone = parsePhoneOrRefuse(params.phone, "path.phone");
    return db.tx([account], async (q) => {
      const [federal = "no_list"] = await listFederalAnswers(q, [{ accountId: account, phone }]);
      const entries = await listDnc(q, account, { phone, limit: entriesOfNumber });
      const history = await listConsent(q, account, phone, null, changesShown);
      return [
        {
          phone,
          entries: entries.map(show),
          federal,
          history: history.map(({ type, action, source, reason, at }) => ({
            type: type as Channel,
            action,
            source,
            reason,
            at: at.toISOString(),
          })),
        },
      ];
    });
  });
  handle(api, dncRoutes.export, async ({ db, account, query, reply }) =>
    reply
      .header("content-type", "text/csv; charset=utf-8")
      .header("content-disposition", 'attachment; filename="do-not-contact.csv"')
      .header("cache-control", "no-store")
      .send(Readable.from(writeEntries(db, account, filterOf(query), query.bom === "true"))),
  );
}

function handleChanges(api: Api): void {
  handle(api, dncRoutes.add, (call) => {
    const { phone, phones, type, reason } = call.body;
    const numbers = phones
      ? [...new Set(phones.map((one, index) => parsePhoneOrRefuse(one, `body.phones[${index}]`)))]
      : [parsePhoneOrRefuse(phone ?? "", "body.phone")];
    const changes = numbers.map((number) => changeOf(call, number, type, reason ?? null));
    return call.db.tx([call.account], async (q) => {
      await addDnc(q, changes);
      const types = channelsOf(type);
      const data = { types, ...(numbers.length > 1 ? { numbers: numbers.length } : {}) };
      await audit(q, call, "dnc.add", numbers.length === 1 ? (numbers[0] ?? null) : null, data);
      const rows = await listDnc(q, call.account, { phones: numbers, limit: entriesOfNumber * numbers.length });
      return rows.filter((row) => types.includes(row.type)).map(show);
    });
  });
  handle(api, dncRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const phone = parsePhoneOrRefuse(call.body.phone, "body.phone");
      const change = changeOf(call, phone, call.body.type, null);
      const lifted = await liftDnc(q, [change]);
      const left = await listDnc(q, call.account, { phone, limit: entriesOfNumber });
      if (lifted === 0 && left.some((row) => change.types.includes(row.type)))
        throw conflict(
          `${phone} opted out. Only a START text from the contact can undo this`,
          "body.phone",
          "stopped_by_contact",
        );
      await audit(q, call, "dnc.remove", phone, { types: change.types });
      return [{ id: phone }];
    }),
  );
}

/** A phone number in any form, or a prefix of one. */
function filterOf({
  phone,
  type,
}: {
  phone?: string | undefined;
  type?: Channel | undefined;
}): Omit<DncFilter, "limit"> {
  if (phone === undefined || phone.trim() === "") return { type };
  const parsed = parsePhone(phone);
  if ("e164" in parsed) return { phone: parsed.e164, type };
  const digits = phone.replace(/\D/g, "");
  return { begins: phone.trim().startsWith("+") ? `+${digits}` : `+1${digits.replace(/^1/, "")}`, type };
}

const channelsOf = (type: DncTypeName): Channel[] => (type === "all" ? ["call", "sms", "rcs"] : [type]);

const changeOf = (
  { account, actor }: Call,
  phone: string,
  type: DncTypeName,
  reason: string | null,
): DncChange & { types: Channel[] } => ({
  accountId: account,
  phone,
  types: channelsOf(type),
  source: actor.kind === "key" ? "api" : "page",
  reason,
});

async function* writeEntries(
  db: Database,
  account: string,
  filter: Omit<DncFilter, "limit">,
  hasMark: boolean,
): AsyncGenerator<string> {
  yield (hasMark ? byteOrderMark : "") + csvRow(["phone", "type", "stoppedBy", "source", "reason", "since"]);
  let after: DncFilter["after"];
  for (;;) {
    const rows = await db.tx([account], (q) => listDnc(q, account, { ...filter, after, limit: rowsAtOnce }));
    if (rows.length > 0)
      yield rows
        .map(({ phone, type, party, source, reason, created }) =>
          csvRow([phone, type, party, source, reason, created.toISOString()]),
        )
        .join("");
    const last = rows.at(-1);
    if (rows.length < rowsAtOnce || !last) return;
    after = placeOf(last);
  }
}

const placeOf = ({ phone, type, party }: DncRow) => ({ phone, type, party });
const show = (row: DncRow): DncEntry => ({ ...row, created: row.created.toISOString() });
