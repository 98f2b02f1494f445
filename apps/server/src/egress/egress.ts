import { lookup } from "node:dns/promises";
import { isIP, type Socket } from "node:net";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";
import { type AllowList, readAllowList } from "./allowList.ts";
import { checkAddress } from "./checkAddress.ts";
import { connectPinned } from "./connectPinned.ts";
import { EgressError } from "./egressError.ts";
import { requestPinned } from "./requestPinned.ts";

/** A request to an address that a user entered. */
interface EgressRequest {
  method: string;
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string;
  /** Total limit for name lookup, connection, redirects and the whole answer. */
  timeoutMs?: number;
  /** Limit of the answer, both compressed and decompressed. */
  maxBytes?: number;
  maxRedirects?: number;
  signal?: AbortSignal;
}

/** The answer. */
interface EgressAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** The final URL after redirects. */
  url: string;
}

/** A connection to a host that a user entered. */
interface EgressTarget {
  host: string;
  port: number;
  tls: boolean;
  timeoutMs?: number;
}

/** The only client for addresses that users enter: webhooks, media, call scripts, callbacks, carriers (architecture, Security). */
export interface Egress {
  request(request: EgressRequest): Promise<EgressAnswer>;
  /** Opens a socket, for protocols other than HTTP. */
  connect(target: EgressTarget): Promise<Socket>;
}

const defaultTimeoutMs = 15_000;
const defaultMaxBytes = 1024 * 1024;
const defaultMaxRedirects = 5;

/** Headers that are sent to another origin after a redirect. All others could be credentials. */
const harmless = /^(accept|content-type|user-agent|webhook-(id|timestamp|signature))$/i;

/**
 * The egress client. Resolves a name once, checks each of its addresses and connects to a checked address. Redirects are checked the same way. `allow` lists the operator's exceptions (TRUNKLINE_EGRESS_ALLOW).
 */
export function openEgress({ allow }: { allow: readonly string[] }): Egress {
  const allowed = readAllowList(allow);
  return {
    async request(request) {
      const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
      const clock = AbortSignal.timeout(timeoutMs);
      const signal = request.signal ? AbortSignal.any([clock, request.signal]) : clock;
      try {
        return await follow(request, allowed, signal);
      } catch (error) {
        if (clock.aborted) throw new EgressError("timed_out", `no answer within ${seconds(timeoutMs)}`);
        if (error instanceof EgressError) throw error;
        throw new EgressError("unreachable", wordsOf(error), { cause: error });
      }
    },
    async connect({ host, port, tls, timeoutMs = defaultTimeoutMs }) {
      const clock = AbortSignal.timeout(timeoutMs);
      try {
        const addresses = await allowedAddresses({ host: bareHost(host), port }, allowed, clock);
        return await anyOf(addresses, (address) =>
          connectPinned({ host: bareHost(host), address, port, tls, signal: clock }),
        );
      } catch (error) {
        if (clock.aborted) throw new EgressError("timed_out", `no connection within ${seconds(timeoutMs)}`);
        if (error instanceof EgressError) throw error;
        throw new EgressError("unreachable", wordsOf(error), { cause: error });
      }
    },
  };
}

async function follow(request: EgressRequest, allowed: AllowList, signal: AbortSignal): Promise<EgressAnswer> {
  let url = readUrl(request.url);
  let { method, body } = request;
  let headers: Record<string, string> = { ...request.headers };
  const most = request.maxRedirects ?? defaultMaxRedirects;
  for (let hops = 0; ; hops++) {
    const target = { host: bareHost(url.hostname), port: Number(url.port) || (url.protocol === "https:" ? 443 : 80) };
    const addresses = await allowedAddresses(target, allowed, signal);
    const answer = await anyOf(addresses, (address) =>
      requestPinned({ url, address, method, headers, body, maxBytes: request.maxBytes ?? defaultMaxBytes, signal }),
    );
    const onwards = answer.headers["location"];
    if (![301, 302, 303, 307, 308].includes(answer.status) || onwards === undefined)
      return { ...answer, url: url.href };
    if (hops >= most) throw new EgressError("too_many_redirects", `more than ${most} redirects`);
    const next = readUrl(onwards, url);
    if (next.origin !== url.origin)
      headers = Object.fromEntries(Object.entries(headers).filter(([name]) => harmless.test(name)));
    if (answer.status === 303 || (answer.status < 303 && method === "POST")) {
      method = "GET";
      body = undefined;
    }
    url = next;
  }
}

function readUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href);
  if (url === null) throw new EgressError("bad_address", `"${text}" is not a web address`);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new EgressError("bad_address", `"${url.protocol}" is not allowed: only http and https are`);
  if (url.username !== "" || url.password !== "")
    throw new EgressError("bad_address", "the address must not contain a user name or password; use a header");
  return url;
}

const bareHost = (host: string): string => host.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");

/** All addresses of the host. One that is not allowed refuses the host. */
async function allowedAddresses(
  { host, port }: { host: string; port: number },
  allowed: AllowList,
  signal: AbortSignal,
): Promise<string[]> {
  const addresses = isIP(host) > 0 ? [host] : await resolveHost(host, signal);
  for (const address of addresses) {
    const what = checkAddress(address);
    if (what === null || allowed.allows({ host, port, address })) continue;
    throw new EgressError(
      "refused_address",
      `${host} resolves to ${what} (${address}), which is not allowed. The operator can allow it with TRUNKLINE_EGRESS_ALLOW`,
    );
  }
  return addresses;
}

async function resolveHost(host: string, signal: AbortSignal): Promise<string[]> {
  const gone = new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
  const found = await Promise.race([lookup(host, { all: true }), gone]).catch((error: NodeJS.ErrnoException) => {
    if (signal.aborted) throw error;
    throw new EgressError("unknown_host", `the host "${host}" does not exist`, { cause: error });
  });
  return found.map(({ address }) => address);
}

/** Tries the next address only if no connection was made, so that nothing is sent twice. */
async function anyOf<Got>(addresses: readonly string[], ask: (address: string) => Promise<Got>): Promise<Got> {
  for (const [index, address] of addresses.entries()) {
    try {
      return await ask(address);
    } catch (error) {
      const more = index < Math.min(addresses.length, 3) - 1;
      if (!more || !isUnconnected(error)) throw error;
    }
  }
  throw new EgressError("unknown_host", "the host has no address");
}

const isUnconnected = (error: unknown): boolean =>
  ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"].includes(
    (error as NodeJS.ErrnoException | null)?.code ?? "",
  );

const seconds = (ms: number): string => (ms >= 1000 ? `${Math.round(ms / 1000)} seconds` : `${ms} ms`);

const codes: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the receiver refused the connection",
  ECONNRESET: "the receiver closed the connection",
  EHOSTUNREACH: "the receiver cannot be reached",
  ENETUNREACH: "the receiver cannot be reached",
  EPIPE: "the receiver closed the connection",
};

function wordsOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code ?? "";
  return ownValue(codes, code) ?? (error instanceof Error ? error.message : String(error));
}
