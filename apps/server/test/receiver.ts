import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

/** A request as a receiver got it. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A real HTTP server on loopback that answers as configured and records its requests. */
export interface Receiver {
  url: string;
  /** `127.0.0.1:PORT`, as TRUNKLINE_EGRESS_ALLOW takes it. */
  allow: string;
  received: Received[];
  /** How it answers from now on. */
  answer(how: (request: Received, response: ServerResponse) => void): void;
}

/** Starts a receiver that answers 200 by default; it stops after the file's last test. */
export async function startReceiver(): Promise<Receiver> {
  let how: (request: Received, response: ServerResponse) => void = (_, response) => response.end("{}");
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, path: url, headers, body: Buffer.concat(parts).toString("utf8") };
      received.push(one);
      how(one, response);
    });
    request.on("error", () => {});
    response.on("error", () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    allow: `127.0.0.1:${port}`,
    received,
    answer(next) {
      how = next;
    },
  };
}
