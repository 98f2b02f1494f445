import type { SqlPiece } from "@trunkline/workflow/parts/operators.ts";
import type { Statement } from "@trunkline/workflow/parts/statement.ts";
import { withoutNul } from "../arrays.ts";
import type { Query } from "../database.ts";
import { phoneRange } from "../doNotContact/phoneRange.ts";
import type { ContactPart } from "./activity.ts";
import { type ContactRow, contactColumns } from "./contact.ts";
import { statementsWhere } from "./statements.ts";

/** Which contacts of an account are meant. */
export interface ContactSelection {
  /** Begins a name, an e-mail address or a phone. */
  search?: string | undefined;
  statements?: readonly Statement[] | undefined;
  archived: "no" | "only" | "all";
  contactIds?: readonly string[] | undefined;
}

export type ContactSort = "created" | "lastName" | "firstName" | "email" | "phone";

/** The last row of a page: the next one begins behind it. A null key is among those who have none, at the end. */
export interface ContactPlace {
  key: string | null;
  contactId: string;
}

export interface ContactPage {
  sort: ContactSort;
  order: "asc" | "desc";
  limit: number;
  after?: ContactPlace | undefined;
}

/** What lists sort by, as the indexes have it (migration 0003). Ids are in the order in which contacts were made. */
const sortKeys: Readonly<Record<Exclude<ContactSort, "created">, string>> = {
  lastName: "c.last_key",
  firstName: "c.first_key",
  email: "c.email_key",
  phone: "c.phone",
};

/** What picks the contacts `c` of a selection, with its values. */
export function selectionWhere(account: string, selection: ContactSelection): { where: string; values: unknown[] } {
  const parameters = new Parameters();
  const where = whereOf(parameters, account, selection);
  return { where, values: parameters.values };
}

/** A growing statement with its parameters. */
class Parameters {
  readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  addPiece({ text, values }: SqlPiece): string {
    this.values.push(...values);
    return text;
  }
}

function whereOf(
  parameters: Parameters,
  account: string,
  selection: ContactSelection,
  limits?: ContactPart["limits"],
): string {
  const at = parameters.add(account);
  const parts = [`c.account_id = ${at}`];
  if (selection.archived === "no") parts.push("c.archived is null");
  if (selection.archived === "only") parts.push("c.archived is not null");
  if (selection.contactIds) parts.push(`c.contact_id = any (${parameters.add(selection.contactIds)}::uuid[])`);
  const search = withoutNul(selection.search ?? "").trim();
  if (search !== "") parts.push(searchSql(parameters, search));
  if (selection.statements?.length)
    parts.push(
      parameters.addPiece(
        statementsWhere(selection.statements, parameters.values.length + 1, limits && { account: at, limits }),
      ),
    );
  return parts.join(" and ");
}

/**
 * The condition on contacts `c` of an account, $1, that a search fits, with its values: for lists of other things by their
 * contact. `few`: the contacts themselves, where looking at each is quicker than passing by everything else.
 */
export async function contactSearchWhere(
  q: Query,
  account: string,
  search: string,
): Promise<{ where: string; values: unknown[]; few: string[] | null }> {
  const { where, values } = selectionWhere(account, { search, archived: "all" });
  const found = await q.rows<{ contactId: string }>(
    `select c.contact_id "contactId" from contact c where ${where} limit ${mostCounted + 1}`,
    values,
  );
  return { where, values, few: found.length > mostCounted ? null : found.map(({ contactId }) => contactId) };
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Each alternative is one seek in one index. */
function searchSql(parameters: Parameters, search: string): string {
  if (uuid.test(search)) return `c.contact_id = ${parameters.add(search)}`;
  // a range and not LIKE, which no index may be asked behind row security; nothing comes after the last character
  const begins = (key: string, text: string): string => {
    const from = parameters.add(text);
    return `(${key} >= lower(${from}) and ${key} < lower(${from}) || chr(1114111))`;
  };
  const any = [begins(sortKeys.email, search)];
  if (!search.includes("@")) any.push(begins(sortKeys.firstName, search), begins(sortKeys.lastName, search));
  const [first = "", ...others] = search.split(/[\s,]+/).filter((word) => word !== "");
  const rest = others.join(" ");
  if (rest !== "") {
    any.push(`(${begins(sortKeys.firstName, first)} and ${begins(sortKeys.lastName, rest)})`);
    any.push(`(${begins(sortKeys.lastName, first)} and ${begins(sortKeys.firstName, rest)})`);
  }
  for (const [from, to] of phoneRanges(search)) {
    const below = to === null ? "" : ` and c.phone < ${parameters.add(to)}`;
    any.push(`(c.phone >= ${parameters.add(from)}${below})`);
  }
  return `(${any.join(" or ")})`;
}

/** Where numbers lie that begin so: as E.164, and as a North American number without its country code. */
function phoneRanges(search: string): [string, string | null][] {
  if (!/^[+(]?[\d\s().+-]+$/.test(search)) return [];
  const digits = search.replace(/\D/g, "").replace(/^(00|011)/, "");
  if (digits.length < 2) return [];
  const prefixes = search.startsWith("+") ? [digits] : [digits, `1${digits}`];
  return prefixes.map(phoneRange);
}

/** A page in the order of its key; those who have none come last, whichever the order. */
export async function listContacts(
  q: Query,
  account: string,
  selection: ContactSelection,
  page: ContactPage,
): Promise<ListedContact[]> {
  const list = selection.search === undefined ? listPhase : listSearched;
  if (page.sort === "created") return list(q, account, selection, page, "id");
  const { after, limit } = page;
  if (after?.key === null) return list(q, account, selection, page, "none");
  const rows = await list(q, account, selection, page, "key");
  if (rows.length === limit) return rows;
  const rest = { ...page, after: undefined, limit: limit - rows.length };
  return [...rows, ...(await list(q, account, selection, rest, "none"))];
}

/** A contact of a list with its sort key. */
export interface ListedContact extends ContactRow {
  key: string | null;
  /** How many fit a search from the place where the page begins, where they were gathered to know. */
  gathered?: number;
}

/**
 * A search gathers its matches by the indexes, once, counts and sorts them: a walk in the order of the list
 * would pass every other contact, and a few old matches would come at its very end. Beyond the counting limit it walks.
 */
async function listSearched(
  q: Query,
  account: string,
  selection: ContactSelection,
  page: ContactRange,
  phase: Phase,
): Promise<ListedContact[]> {
  const { parameters, where, walk } = walkThrough(account, selection, page, phase);
  const rows = await q.rows<ListedContact & { gathered: number }>(
    `with few as materialized (select * from contact c where ${where} limit ${mostCounted + 1})
     select ${contactColumns}, ${walk.key} "key", (select count(*)::int from few) gathered from few c
     order by ${walk.order} limit ${parameters.add(page.limit)}`,
    parameters.values,
  );
  return (rows[0]?.gathered ?? 0) > mostCounted ? listPhase(q, account, selection, page, phase) : rows;
}

/** By id alone, those with a key by key and id, or those without one by id: each is one walk along one index. */
export type Phase = "id" | "key" | "none";

/** A part of such a walk: behind `after`, and not behind `upTo`. */
export interface ContactRange extends ContactPage {
  upTo?: ContactPlace | undefined;
}

/** A walk through the contacts of a selection in one scan window, and its conditions. */
function walkThrough(account: string, selection: ContactSelection, page: ContactRange, phase: Phase) {
  const parameters = new Parameters();
  const walk = walkOf(parameters, page, phase);
  // a search finds few, by indexes, however many lie between the bounds
  const limits = selection.search ? undefined : walk.limits;
  return { parameters, walk, where: `${whereOf(parameters, account, selection, limits)}${walk.where}` };
}

/** The contacts of a selection in one scan window. */
export function listPhase(
  q: Query,
  account: string,
  selection: ContactSelection,
  page: ContactRange,
  phase: Phase,
): Promise<ListedContact[]> {
  const { parameters, where, walk } = walkThrough(account, selection, page, phase);
  return q.rows(
    `select ${contactColumns}, ${walk.key} "key" from contact c where ${where} order by ${walk.order} limit ${parameters.add(page.limit)}`,
    parameters.values,
  );
}

/** The last of the next `page.limit` contacts, whether or not they match; null when there are fewer. Reads only an index. */
export function findRangeEnd(q: Query, account: string, page: ContactPage, phase: Phase): Promise<ContactPlace | null> {
  const parameters = new Parameters();
  const walk = walkOf(parameters, page, phase);
  return q.one(
    `select ${walk.key} "key", c.contact_id "contactId" from contact c where c.account_id = ${parameters.add(account)}${walk.where}
     order by ${walk.order} offset ${parameters.add(page.limit - 1)} limit 1`,
    parameters.values,
  );
}

function walkOf(parameters: Parameters, { sort, order, after, upTo }: ContactRange, phase: Phase) {
  const key = sort === "created" ? null : sortKeys[sort];
  // a number is one contact's: it needs no second key
  const isAlone = phase === "key" && sort === "phone";
  const ids: string[] = [];
  const bound = (how: string, place: ContactPlace): string => {
    if (isAlone) return ` and ${key} ${how} ${parameters.add(place.key)}`;
    const contactId = `${parameters.add(place.contactId)}::uuid`;
    if (phase === "key") return ` and (${key}, c.contact_id) ${how} (${parameters.add(place.key)}, ${contactId})`;
    ids.push(`${how} ${contactId}`);
    return ` and c.contact_id ${how} ${contactId}`;
  };
  let where = "";
  if (phase === "key") where += ` and ${key} is not null`;
  if (phase === "none") where += ` and ${key} is null`;
  if (after) where += bound(order === "asc" ? ">" : "<", after);
  if (upTo) where += bound(order === "asc" ? "<=" : ">=", upTo);
  const orders = [...(phase === "key" ? [`${key} ${order}`] : []), ...(isAlone ? [] : [`c.contact_id ${order}`])];
  // by id, a walk passes every contact between its bounds
  const limits =
    phase === "id" && ids.length > 0 ? (id: string) => ids.map((one) => ` and ${id} ${one}`).join("") : undefined;
  return { key: phase === "key" ? key : "null", where, order: orders.join(", "), limits };
}

/** How many contacts of the selection are in a scan window in the order of their creation. */
export async function countRange(
  q: Query,
  account: string,
  selection: ContactSelection,
  { after, upTo }: Pick<ContactRange, "after" | "upTo"> = {},
): Promise<number> {
  const range: ContactRange = { sort: "created", order: "asc", limit: 0, after, upTo };
  const { parameters, where } = walkThrough(account, selection, range, "id");
  const row = await q.one<{ count: number }>(
    `select count(*)::int count from contact c where ${where}`,
    parameters.values,
  );
  return row?.count ?? 0;
}

/** Counted so far and no further when a list shows its total. */
const mostCounted = 10_000;

/** How many there are, or one more than are counted. */
async function countUpTo(q: Query, account: string, selection: ContactSelection): Promise<number> {
  const { where, values } = selectionWhere(account, selection);
  const row = await q.one<{ count: number }>(
    `select count(*)::int count from (select from contact c where ${where} limit ${mostCounted + 1}) counted`,
    values,
  );
  return row?.count ?? 0;
}

/** What the planner believes of the condition of row security, which in truth leaves nothing of the account out. */
const rowSecuritySelectivity = 0.995;

/**
 * The total that a list shows: exact up to 10 000; beyond, what the planner expects, in two digits. Undefined where
 * statements pick: POST /v4/contact/count counts them.
 */
export async function estimateContacts(
  q: Query,
  account: string,
  selection: ContactSelection,
): Promise<number | undefined> {
  // it has no statistics about statements, and reading every contact twice is too slow
  if (selection.statements?.length) return undefined;
  const count = await countUpTo(q, account, selection);
  if (count <= mostCounted) return count;
  const { where, values } = selectionWhere(account, selection);
  const plan = await q.one<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) select from contact c where ${where}`,
    values,
  );
  const expected = (plan?.["QUERY PLAN"][0].Plan["Plan Rows"] ?? 0) / rowSecuritySelectivity;
  return Number(Math.max(expected, count).toPrecision(2));
}
