import { z } from "zod";
import type { Privilege } from "./identity/roles.ts";

/** Who may send a request: anyone, a signed-in user in any account, a session or API key of an account, or the operator with TRUNKLINE_OPERATOR_TOKEN. */
type Caller = "anyone" | "user" | "account" | "operator";

/** One call of the API: the server validates by it, the page calls by it, OpenAPI is made from it. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Item extends z.ZodType = z.ZodType,
> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:name` parameters and a trailing slash as the specification writes it; the slash is optional. */
  path: string;
  /** One sentence for /docs. */
  summary: string;
  caller: Caller;
  /** What the caller must hold; null: any member of the account, viewers too. */
  privilege: Privilege | null;
  /** No privilege is needed, but viewers change nothing: every other role may call. */
  notViewers?: true;
  /** Whoever holds this one may call as well, for the things that it is about: the handler looks which those are. */
  orPrivilege?: Privilege;
  params?: Params;
  query?: Query;
  body?: Body;
  /** One item of `payload`. */
  item: Item;
  /** A body that is not JSON: CSV is read as a stream by the route, a form comes as its bytes. */
  rawBody?: "text/csv" | "multipart/form-data";
  /** The id of an item of a list that is answered whole unless its query asks for a page (`wholeList`). */
  pagedBy?: string;
  /** Where a body may be larger than 1 MB. */
  maxBodyBytes?: number;
  /** How long a page waits for the answer; as long as the browser does unless told. */
  timeoutMs?: number;
  /** The answer holds a secret that is shown once: it is not kept for a repeated Idempotency-Key. */
  secretAnswer?: true;
  /**
   * The request acts outside one transaction of the database, so its Idempotency-Key is held by a lease. One sentence that
   * says where to look whether a request that was cut off took effect.
   */
  leased?: string;
}

/** Declares a call; the types of its parts follow from the schemas. */
export const route = <
  Params extends z.ZodType = z.ZodType<Record<string, never>>,
  Query extends z.ZodType = z.ZodType<Record<string, never>>,
  Body extends z.ZodType = z.ZodType<undefined>,
  Item extends z.ZodType = z.ZodType,
>(
  r: Route<Params, Query, Body, Item>,
): Route<Params, Query, Body, Item> => r;

// biome-ignore lint/suspicious/noExplicitAny: a table of routes forgets which schema goes with which
export type AnyRoute = Route<any, any, any, any>;

/** An id as the product makes it. */
export const id = z.uuid({ error: "must be an id of 8-4-4-4-12 hexadecimal digits" });

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true, error: "must be an instant such as 2026-03-12T13:32:00Z" });

/** The largest whole number that a column of the database holds: larger ones are refused with their name. */
export const largestInt = 2_147_483_647;

/** Query of a list that pages by key: at most 500 a page. */
export const page = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(2000).optional(),
};

/** Query of a list that is answered whole unless a page of it is asked for. */
export const wholeList = {
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(2000).optional(),
};

/** Deletes and actions that bring nothing back but the id they were about. */
export const done = z.object({ id: z.string() });
