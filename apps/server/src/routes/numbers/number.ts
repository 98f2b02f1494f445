import { accountSettings } from "@trunkline/contract/identity/account.ts";
import { type Number_, type NumberTrend, numberRoutes } from "@trunkline/contract/numbers/number.ts";
import { connectionKinds } from "../../carriers/connectionKinds.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, invalid, notFound } from "../../http/problem.ts";
import { findReportZone } from "../../reports/readDetail.ts";
import { isAreaCode, isOffered, listOffered, placeOf } from "../../rules/numberOffer.ts";
import { audit, auditChange } from "../../store/audit/audit.ts";
import { findCarrierConnection, lockCarrierConnection } from "../../store/carriers/carrierConnection.ts";
import type { Query } from "../../store/database.ts";
import { listClaimSettings } from "../../store/journeys/claimWorld.ts";
import {
  findNumber,
  insertNumber,
  listNumbers,
  listNumberUses,
  listUsedNumbers,
  type NumberRow,
  removeNumber,
  updateNumber,
} from "../../store/numbers/number.ts";
import { listOutcomes } from "../../store/numbers/reputation.ts";
import { listNumberDays } from "../../store/reports/report.ts";
import { findRouteOfNumber } from "../../store/routing/inboundRoute.ts";
import { parsePhoneOrRefuse } from "../contacts/contactFields.ts";
import { lastDays } from "../reports/homeDays.ts";
import { followNumbers, moveNumber } from "./moveNumber.ts";

/** Numbers of the simulated carrier, or the account's own numbers at a carrier connection. */
export function registerNumber(api: Api): void {
  handle(api, numberRoutes.list, ({ db, account }) =>
    db.tx([account], async (q) => {
      const outcomes = await listShownOutcomes(q, account);
      return (await listNumbers(q, account)).map((row) => show(row, outcomes));
    }),
  );
  handle(api, numberRoutes.trend, ({ db, account }) => db.tx([account], (q) => readTrends(q, account)));
  handle(api, numberRoutes.available, async ({ db, query }) => {
    if (query.areaCode !== undefined && !isAreaCode(query.areaCode))
      throw invalid(`Area code ${query.areaCode} is not in use`, "query.areaCode");
    const offered = listOffered(query.areaCode);
    const taken = await db.global((q) => listUsedNumbers(q, offered));
    const free = offered.filter((phone) => !taken.has(phone));
    return free.slice(0, query.count).map((phone) => ({ phone, place: placeOf(phone) }));
  });
  handle(api, numberRoutes.take, (call) =>
    call.db.tx([call.account], async (q) => {
      const phone = parsePhoneOrRefuse(call.body.phone, "body.phone");
      const label = call.body.label || null;
      if (await findNumber(q, call.account, phone)) throw conflict(`${phone} is already yours`, "body.phone");
      const { connectionId } = call.body;
      if (connectionId === undefined && !isOffered(phone))
        throw invalid(`The carrier does not offer ${phone}. See GET /v4/number/available`, "body.phone");
      if (connectionId !== undefined && isOffered(phone))
        throw invalid(`${phone} belongs to the simulated carrier and cannot be used with a connection`, "body.phone");
      const carrier =
        connectionId === undefined ? undefined : await lockNumbersConnection(q, call.account, connectionId);
      if (!(await insertNumber(q, call.account, phone, { label, carrier })))
        throw conflict(`${phone} is no longer available. Choose another number`, "body.phone", "number_taken");
      await audit(q, call, "number.take", phone, { label, carrier });
      return findShown(q, call.account, phone);
    }),
  );
  handle(api, numberRoutes.update, async (call) => {
    const phone = readOwn(call.params.phone);
    const left = await call.db.tx([call.account], async (q) => {
      const { connectionId } = call.body;
      const before = await findNumber(q, call.account, phone);
      if (before === null) throw notFound("number");
      if (call.body.label !== undefined) {
        const label = call.body.label || null;
        await updateNumber(q, call.account, phone, label);
        await auditChange(q, call, "number.update", phone, { before: { label: before.label }, after: { label } });
      }
      if (connectionId === undefined) return null;
      const carrier = await lockNumbersConnection(q, call.account, connectionId);
      return carrier === before.carrier ? null : moveNumber(q, call, phone, carrier);
    });
    if (left !== null) await followNumbers(call, left);
    return call.db.tx([call.account], (q) => findShown(q, call.account, phone));
  });
  handle(api, numberRoutes.release, (call) =>
    call.db.tx([call.account], async (q) => {
      const phone = readOwn(call.params.phone);
      await releaseNumber(q, call, phone);
      return [{ id: phone }];
    }),
  );
}

/** Removes a number of the account, unless a workflow sends from it or something answers it. */
export async function releaseNumber(q: Query, call: Call, phone: string): Promise<void> {
  const [use, ...others] = await listNumberUses(q, call.account, phone);
  if (use)
    throw conflict(
      `${phone} is in the number set "${use.numberSet}", which the workflow "${use.campaignName}"${others.length > 0 ? ` and ${others.length} more send` : " sends"} from. Remove it from the set first`,
      "path.phone",
      "number_in_use",
    );
  const route = await findRouteOfNumber(q, call.account, phone);
  if (route)
    throw conflict(
      `${phone} is answered by "${route.routeTag}"${route.numberSet ? ` through the number set "${route.numberSet}"` : ""}. Remove it there first`,
      "path.phone",
      "number_in_use",
    );
  if (!(await removeNumber(q, call.account, phone))) throw notFound("number");
  await audit(q, call, "number.release", phone);
}

/** A number in a path may lack its plus sign. An invalid number is treated as not found. */
export function readOwn(text: string): string {
  try {
    return parsePhoneOrRefuse(/^\d{11,15}$/.test(text) ? `+${text}` : text, "path.phone");
  } catch {
    throw notFound("number");
  }
}

async function findShown(q: Query, account: string, phone: string) {
  const row = await findNumber(q, account, phone);
  if (!row) throw notFound("number");
  return [show(row, await listShownOutcomes(q, account))];
}

/** What numbers sent on each of the last days, also on those without texts. */
async function readTrends(q: Query, account: string): Promise<NumberTrend[]> {
  const zone = await findReportZone(q, account);
  const days = lastDays(Date.now(), zone).map(({ day }) => day);
  const rows = await listNumberDays(q, account, { zone, startDate: days.at(0) ?? "", endDate: days.at(-1) ?? "" });
  return [...Map.groupBy(rows, ({ phone }) => phone)].map(([phone, of]) => ({
    phone,
    days: days.map((day) => {
      const { sent, delivered } = of.find((one) => one.day === day) ?? { sent: 0, delivered: 0 };
      return { day, sent, delivered };
    }),
  }));
}

type Outcomes = Awaited<ReturnType<typeof listOutcomes>>;

/** Results of texts within the account's lookback period. */
async function listShownOutcomes(q: Query, account: string): Promise<Outcomes> {
  const [row] = await listClaimSettings(q, [account]);
  return listOutcomes(q, account, accountSettings.parse(row?.settings ?? {}).reputationHours);
}

function show({ reputation: status, reputationSince, ...row }: NumberRow, outcomes: Outcomes): Number_ {
  const { delivered, failed } = outcomes.get(row.phone) ?? { delivered: 0, failed: 0 };
  return {
    ...row,
    created: row.created.toISOString(),
    place: placeOf(row.phone),
    reputation: { status, since: reputationSince?.toISOString() ?? null, delivered, failed },
  };
}

/** Keeps a connection as it is; how its numbers name it. Connections that carry RCS messages alone have no numbers. */
async function lockNumbersConnection(q: Query, account: string, connectionId: string): Promise<string> {
  const carrier = await lockCarrierConnection(q, account, connectionId);
  if (carrier === null) throw notFound("carrier connection");
  const row = await findCarrierConnection(q, account, connectionId);
  if (row !== null && connectionKinds[row.kind].carries !== "numbers")
    throw invalid(`"${row.name}" carries RCS messages, not texts. Choose another connection`, "body.connectionId");
  return carrier;
}
