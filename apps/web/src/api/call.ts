import type { ApiError, Envelope } from "@trunkline/contract/envelope.ts";
import { isFailure, messageOf } from "@trunkline/contract/envelope.ts";
import type { AnyRoute, Route } from "@trunkline/contract/route.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import type { z } from "zod";
import { accountChanges, accountHeader } from "./accountOfPage.ts";

type PartsOf<R> = R extends Route<infer P, infer Q, infer B, z.ZodType> ? { params: P; query: Q; body: B } : never;

/** The parts of a request that its route declares. */
export interface Input<R extends AnyRoute> {
  params?: z.input<PartsOf<R>["params"]>;
  query?: z.input<PartsOf<R>["query"]>;
  body?: z.input<PartsOf<R>["body"]>;
  signal?: AbortSignal;
  /** A background request. It does not report that the session has ended. */
  unasked?: boolean;
}
/** One item of a response. */
export type Item<R extends AnyRoute> = z.output<R["item"]>;

/** A request that was refused or failed. `message` is shown to users (spec 2 §8); `errors` has all errors. */
export class ApiFailure extends Error {
  readonly status: number;
  readonly errors: readonly ApiError[];
  constructor(message: string, status: number, errors: readonly ApiError[]) {
    super(message);
    this.name = "ApiFailure";
    this.status = status;
    this.errors = errors;
  }
}

/** Notified when a request is refused because the session has ended; `detail` is the method of the request. */
export const sessionEnds = new EventTarget();

/** The URL of a request, without empty query values. */
export function addressOf(route: AnyRoute, params: object = {}, query: object = {}): string {
  const values = params as Record<string, string>;
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(ownValue(values, name) ?? "")),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  const text = search.toString();
  return text === "" ? path : `${path}?${text}`;
}

/** Sends a request and returns its envelope. Throws an ApiFailure for everything else. */
export async function call<R extends AnyRoute>(route: R, input: Input<R> = {}): Promise<Envelope<Item<R>>> {
  const init: RequestInit = {
    method: route.method,
    credentials: "same-origin",
    headers: { accept: "application/json", ...accountHeader() },
  };
  const signals = [
    ...(input.signal ? [input.signal] : []),
    ...(route.timeoutMs === undefined ? [] : [AbortSignal.timeout(route.timeoutMs)]),
  ];
  if (signals.length > 0) init.signal = AbortSignal.any(signals);
  if (route.body !== undefined && input.body !== undefined) {
    init.body = JSON.stringify(input.body);
    init.headers = { ...init.headers, "content-type": "application/json" };
  }
  const answer = await reach(addressOf(route, input.params as object, input.query as object), init);
  return read(answer, route, input.unasked);
}

/** Returns the first item of a response, for endpoints that return one. */
export async function callOne<R extends AnyRoute>(route: R, input: Input<R> = {}): Promise<Item<R>> {
  const [item] = (await call(route, input)).payload;
  if (item === undefined) throw new ApiFailure(messageOf(undefined, undefined), 200, []);
  return item;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (problem) {
    if (problem instanceof DOMException && problem.name === "AbortError") throw problem;
    if (problem instanceof DOMException && problem.name === "TimeoutError")
      throw new ApiFailure("The server took too long to answer. Try again.", 0, []);
    throw new ApiFailure("The server cannot be reached. Check the connection and try again.", 0, []);
  }
}

/** Reads a response. Failures may have any HTTP status. */
export async function read<R extends AnyRoute>(
  answer: Response,
  route: R,
  unasked = false,
): Promise<Envelope<Item<R>>> {
  const envelope = (await answer.json().catch(() => undefined)) as Envelope<Item<R>> | undefined;
  const errors = envelope?.error ?? [];
  if (answer.ok && envelope !== undefined && !isFailure(envelope, route.method))
    return { ...envelope, payload: envelope.payload ?? [] };
  if (answer.status === 401 && route.caller !== "anyone" && !unasked)
    sessionEnds.dispatchEvent(new CustomEvent("end", { detail: route.method }));
  if (errors[0]?.code === "account_changed") accountChanges.dispatchEvent(new Event("change"));
  throw new ApiFailure(messageOf(envelope, answer.statusText || undefined), answer.status, errors);
}
