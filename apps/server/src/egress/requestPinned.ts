import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { EgressError } from "./egressError.ts";

/** A request over a socket to an address that was already checked. */
export interface PinnedRequest {
  url: URL;
  address: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Buffer | string | undefined;
  maxBytes: number;
  signal: AbortSignal;
}

/** The answer. */
export interface PinnedAnswer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** The socket connects to the address. Host header, TLS name and certificate are the host's. */
export async function requestPinned(request: PinnedRequest): Promise<PinnedAnswer> {
  const { url, address, method, headers, body, maxBytes, signal } = request;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const secure = url.protocol === "https:";
  const outgoing = (secure ? requestHttps : requestHttp)({
    host: address,
    port: Number(url.port) || (secure ? 443 : 80),
    // An IP address has no TLS server name.
    ...(secure && { servername: isIP(host) > 0 ? "" : host }),
    method,
    path: `${url.pathname}${url.search}`,
    headers: sentHeaders(url, headers, body),
    agent: false,
    signal,
  });
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on("response", resolve);
    outgoing.on("error", reject);
    // Node writes the headers in the encoding of a string body.
    outgoing.end(typeof body === "string" ? Buffer.from(body) : body);
  });
  try {
    return { status: answer.statusCode ?? 0, headers: plain(answer), body: await readBody(answer, maxBytes) };
  } finally {
    outgoing.destroy();
  }
}

/** The headers as sent. The client sets those of the connection. */
export const sentHeaders = (
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string | undefined,
): Record<string, string> => ({
  "accept-encoding": "gzip, deflate, br",
  ...lowerCased(headers),
  host: url.host,
  connection: "close",
  ...lengthOf(body),
});

const lengthOf = (body: Buffer | string | undefined): Record<string, string> =>
  body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };

/** Connection headers, which the caller cannot set. */
const ofConnection = /^(connection|content-length|expect|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade)$/;

const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .map(([name, value]) => [name.toLowerCase(), value] as const)
      .filter(([name]) => !ofConnection.test(name)),
  );

function plain(answer: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

/** Reads the answer, up to the size limit before and after decompression. */
async function readBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const tooLarge = () => new EgressError("too_large", `the answer is larger than ${Math.round(maxBytes / 1024)} kB`);
  if (Number(answer.headers["content-length"] ?? 0) > maxBytes) throw tooLarge();
  let received = 0;
  answer.on("data", (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) answer.destroy(tooLarge());
  });
  answer.pause();
  const unpacked = unpack(answer);
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of unpacked) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw tooLarge();
      parts.push(chunk as Buffer);
    }
  } catch (error) {
    if (error instanceof EgressError) throw error;
    if (answer.errored instanceof EgressError) throw answer.errored;
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_"))
      throw new EgressError("broken_answer", "the answer cannot be decompressed", { cause: error });
    throw error;
  } finally {
    unpacked.destroy();
  }
  return Buffer.concat(parts);
}

function unpack(answer: IncomingMessage): Readable {
  const unpacker = unpackerOf(answer.headers["content-encoding"]?.toLowerCase().trim());
  if (unpacker === undefined) return answer;
  answer.on("error", (error) => unpacker.destroy(error));
  answer.on("aborted", () => unpacker.destroy(new Error("the receiver closed the connection")));
  return answer.pipe(unpacker);
}

function unpackerOf(encoding: string | undefined) {
  switch (encoding) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "deflate":
      return createInflate();
    case "br":
      return createBrotliDecompress();
    default:
      return undefined;
  }
}
