import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { ApiError, Envelope } from "@trunkline/contract/envelope.ts";
import { ownValue } from "@trunkline/workflow/parts/ownValue.ts";

/** Malformed HTTP requests, which reach no route, are also answered in the envelope (architecture, HTTP). */
export function answerBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const { status, ...said } = ownValue(reasons, error.code ?? "") ?? unreadable;
  const body = JSON.stringify({ status: false, payload: [], error: [said] } satisfies Envelope<never>);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      "content-type: application/json; charset=utf-8",
      `content-length: ${Buffer.byteLength(body)}`,
      "cache-control: no-store",
      "connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

type Reason = ApiError & { status: number };

const unreadable: Reason = { status: 400, code: "bad_request", message: "This is not a valid HTTP request" };
const reasons: Record<string, Reason> = {
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: "headers_too_large",
    message: "The URL and headers of a request may have at most 16 kB together",
  },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: "too_slow", message: "The request took too long to arrive" },
};
