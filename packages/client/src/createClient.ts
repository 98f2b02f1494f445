import { type Envelope, isFailure, messageOf } from "@trunkline/contract/envelope.ts";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import { routes } from "@trunkline/contract/routes.ts";
import type { Answer, Operation, RequestOptions } from "./operation.ts";
import { isWorthRepeating, waitMsOf } from "./retries.ts";
import { TrunklineError } from "./trunklineError.ts";

type Routes = typeof routes;

/** Every operation of the API by resource and name: `client.contact.create({ body })`. */
export type Client = {
  readonly [Resource in keyof Routes]: {
    readonly [Name in keyof Routes[Resource]]: OperationOf<Routes[Resource][Name]>;
  };
};
type OperationOf<R> = R extends AnyRoute ? Operation<R> : never;

export interface ClientOptions {
  /** Where the installation is: "https://trunkline.example.com". */
  baseUrl: string;
  /** An API key, from Settings → API keys. */
  apiKey: string;
  /** How often a request is repeated that found no answer, or one that says to come back. Default 3. */
  retries?: number;
  /** How long one attempt may take, in milliseconds. Default 60 000. */
  timeoutMs?: number;
}

interface Sent extends RequestOptions {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

const defaults = { retries: 3, timeoutMs: 60_000 };

/**
 * A client of the API. Requests that find no answer, or one that says to come back, are repeated; a write carries an
 * `Idempotency-Key`, so that a repeated one is performed once. Failures are thrown as TrunklineError.
 */
export function createClient(options: ClientOptions): Client {
  const sender = new Sender({ ...defaults, ...options });
  const operations = Object.entries(routes).map(([resource, ofResource]) => [
    resource,
    Object.fromEntries(Object.entries<AnyRoute>(ofResource).map(([name, route]) => [name, operation(sender, route)])),
  ]);
  return Object.fromEntries(operations) as Client;
}

function operation(sender: Sender, route: AnyRoute) {
  const read = async (sent: Sent = {}): Promise<Answer<unknown>> => {
    const { payload, next = null, total } = await sender.read(route, sent);
    return { items: payload, next, ...(total !== undefined && { total }) };
  };
  return Object.assign(read, {
    async one(sent?: Sent): Promise<unknown> {
      const { items } = await read(sent);
      if (items.length === 0) throw new TrunklineError("The answer contains no item", 200);
      return items[0];
    },
    async *all(sent: Sent = {}): AsyncGenerator<unknown, void> {
      let cursor: string | null | undefined;
      do {
        const page = await read({ ...sent, query: { ...sent.query, ...(cursor && { cursor }) } });
        yield* page.items;
        cursor = page.next;
      } while (cursor !== null);
    },
    response: (sent: Sent = {}): Promise<Response> => sender.send(route, sent),
  });
}

class Sender {
  private readonly options: Required<ClientOptions>;

  constructor(options: Required<ClientOptions>) {
    this.options = options;
  }

  async read(route: AnyRoute, sent: Sent): Promise<Envelope<unknown>> {
    const response = await this.send(route, sent);
    const envelope = await envelopeOf(response);
    if (envelope === undefined || isFailure(envelope, route.method)) throw failureOf(response, envelope);
    return { ...envelope, payload: envelope.payload ?? [] };
  }

  async send(route: AnyRoute, sent: Sent): Promise<Response> {
    const headers: Record<string, string> = {
      ...sent.headers,
      accept: "application/json, */*;q=0.5",
      authorization: `Bearer ${this.options.apiKey}`,
      ...(route.method !== "GET" && { "idempotency-key": sent.idempotencyKey ?? crypto.randomUUID() }),
    };
    if (sent.body !== undefined) headers["content-type"] = "application/json";
    else if (typeof sent.raw === "string" || sent.raw instanceof ReadableStream)
      headers["content-type"] = route.rawBody ?? "application/octet-stream";
    const url = new URL(addressOf(route, sent), this.options.baseUrl);
    const body = sent.body === undefined ? sent.raw : JSON.stringify(sent.body);
    // a stream is read once
    const most = body instanceof ReadableStream ? 0 : this.options.retries;
    for (let repeated = 0; ; repeated++) {
      const response = await this.attempt(url, { method: route.method, headers, body }, sent.signal);
      if (response instanceof Response && response.ok) return response;
      if (repeated < most && (response instanceof TrunklineError || (await isWorthRepeating(response)))) {
        await pause(waitMsOf(response instanceof Response ? response : undefined, repeated), sent.signal);
        continue;
      }
      throw response instanceof Response ? failureOf(response, await envelopeOf(response)) : response;
    }
  }

  /** An answer, or why there is none. */
  private async attempt(
    url: URL,
    init: { method: string; headers: Record<string, string>; body: RequestOptions["raw"] },
    signal: AbortSignal | undefined,
  ): Promise<Response | TrunklineError> {
    const timeout = AbortSignal.timeout(this.options.timeoutMs);
    try {
      return await fetch(url, {
        ...init,
        ...(init.body instanceof ReadableStream && { duplex: "half" }),
        signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      } as RequestInit);
    } catch (cause) {
      signal?.throwIfAborted();
      const why = timeout.aborted ? `no answer within ${this.options.timeoutMs} ms` : messageOfCause(cause);
      return new TrunklineError(`${url.origin} cannot be reached: ${why}`, 0, [], { cause });
    }
  }
}

/** `fetch` hides the reason in the cause. */
function messageOfCause(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : String(cause);
}

function addressOf({ path }: AnyRoute, { params = {}, query = {} }: Sent): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined || value === "") throw new TypeError(`params.${name} is missing`);
    return encodeURIComponent(String(value));
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null) search.append(name, String(one));
  return search.size === 0 ? filled : `${filled}?${search}`;
}

const envelopeOf = async (response: Response): Promise<Envelope<unknown> | undefined> => {
  try {
    return (await response.clone().json()) as Envelope<unknown>;
  } catch {
    return undefined;
  }
};

const failureOf = (response: Response, envelope: Partial<Envelope<unknown>> | undefined): TrunklineError =>
  new TrunklineError(
    messageOf(envelope, response.statusText || `HTTP ${response.status}`),
    response.status,
    envelope?.error ?? [],
  );

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
