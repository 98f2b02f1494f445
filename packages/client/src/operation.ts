import type { AnyRoute, Route } from "@trunkline/contract/route.ts";
import type { z } from "zod";

type PartsOf<R> =
  R extends Route<infer P, infer Q, infer B, z.ZodType>
    ? { params: z.input<P>; query: z.input<Q>; body: z.input<B> }
    : never;

type Nothing = Record<never, never>;

/** A part of a request: optional where everything in it is. */
type Part<Name extends string, Value> = [Value] extends [undefined]
  ? { [key in Name]?: undefined }
  : Nothing extends Value
    ? { [key in Name]?: Value }
    : { [key in Name]: Value };

/** What every request may carry. */
export interface RequestOptions {
  /** Sent with a write instead of a random one, so that a write that several processes repeat is performed once. */
  idempotencyKey?: string;
  signal?: AbortSignal;
  /** The body of an operation that takes no JSON: CSV text or a stream of it, or a form with a file. */
  raw?: string | Blob | FormData | ReadableStream<Uint8Array>;
  /** More headers, such as `content-encoding: gzip` for a compressed file. */
  headers?: Readonly<Record<string, string>>;
}

/** The request of an operation: its path parameters, query and body, as its route declares them. */
export type Request<R extends AnyRoute> = Part<"params", PartsOf<R>["params"]> &
  Part<"query", PartsOf<R>["query"]> &
  Part<"body", PartsOf<R>["body"]> &
  RequestOptions;

type Arguments<R extends AnyRoute> = Nothing extends Request<R> ? [request?: Request<R>] : [request: Request<R>];

/** One item of an answer. */
export type Item<R extends AnyRoute> = z.output<R["item"]>;

/** The answer of an operation. `next` is the cursor of the next page; null after the last one. */
export interface Answer<Item> {
  items: Item[];
  next: string | null;
  /** How many there are, for lists that count them cheaply. */
  total?: number;
}

/** An operation of the API as a function. */
export interface Operation<R extends AnyRoute> {
  (...request: Arguments<R>): Promise<Answer<Item<R>>>;
  /** The first item of the answer, for operations that answer one. */
  one(...request: Arguments<R>): Promise<Item<R>>;
  /** All items of a list, page by page. */
  all(...request: Arguments<R>): AsyncGenerator<Item<R>, void>;
  /** The answer as it comes, for operations that answer a file. Throws for anything but success. */
  response(...request: Arguments<R>): Promise<Response>;
}
