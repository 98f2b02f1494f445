import { z } from "zod";
import type { Privilege } from "./identity/roles.ts";

/** Who may send a request: anyone, a signed-in user in any account, a session or API key of an account, or the operator with TRUNKLINE_OPERATOR_TOKEN. */
type Caller = "anyone" | "user" | "account" | "operator";

/** An endpoint of the API. The server validates requests by it, pages send requests by it, and OpenAPI is generated from it. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Item extends z.ZodType = z.ZodType,
> {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** With `:name` parameters and a trailing slash as the specification writes it; the slash is optional. */
  path: string;
  /** A few imperative words for /docs: "List contacts". */
  summary: string;
  /** One or two short sentences, where the summary leaves questions. */
  description?: string;
  caller: Caller;
  /** The required privilege. Null: every member of the account, including viewers. */
  privilege: Privilege | null;
  /** No privilege is needed, but viewers are refused. */
  notViewers?: true;
  /** An alternative privilege for some objects. The handler checks which. */
  orPrivilege?: Privilege;
  params?: Params;
  query?: Query;
  body?: Body;
  /** One item of `payload`. */
  item: Item;
  /** A body that is not JSON: CSV is read as a stream by the route, a form comes as its bytes. */
  rawBody?: "text/csv" | "multipart/form-data";
  /** The id field of an item, for lists that return everything unless the query asks for a page (`wholeList`). */
  pagedBy?: string;
  /** Largest body, when over 1 MB is allowed. */
  maxBodyBytes?: number;
  /** How long a page waits for the answer. Default: the browser's own limit. */
  timeoutMs?: number;
  /** The answer contains a secret that is shown once. It is not stored for a repeated Idempotency-Key. */
  secretAnswer?: true;
  /**
   * Set when the request acts outside one database transaction, so that its Idempotency-Key is held by a lease. One
   * sentence that says where to check whether an interrupted request took effect.
   */
  leased?: string;
}

/** Declares an endpoint. Its types follow from the schemas. */
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

/** An id created by the product. */
export const id = z.uuid({ error: "must be an id of 8-4-4-4-12 hexadecimal digits" });

/** An instant as ISO 8601 in UTC. */
export const instant = z.iso.datetime({ offset: true, error: "must be an instant such as 2026-03-12T13:32:00Z" });

/** The largest integer of a database column. Larger values are refused by name. */
export const largestInt = 2_147_483_647;

/** Query of a list with key-based pages of at most 500. */
export const page = {
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(2000).optional(),
};

/** Query of a list that returns everything unless a page is requested. */
export const wholeList = {
  limit: z.coerce.number().int().min(1).max(500).optional(),
  cursor: z.string().max(2000).optional(),
};

/** Answer of deletes and actions that return only an id. */
export const done = z.object({ id: z.string() });
