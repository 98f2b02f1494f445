import { EventEmitter, once } from "node:events";
import type { RequestListener, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "./certificate.ts";

/** What a stand-in for a provider does with a message or call, besides refusing it. */
export type Doing =
  | "accept"
  /** Takes it and answers 500. */
  | "acceptAndFail"
  /** Takes it and closes the connection. */
  | "acceptAndDrop"
  /** Takes it and returns when the client no longer waits. */
  | "acceptSlowly"
  /** Takes it and answers after `release`. */
  | "acceptLate"
  /** Its status is reported before the answer. */
  | "statusFirst"
  /** Its status is reported before it answers 500. */
  | "statusAndFail";

/** Answers a request whose message or call was taken. */
export type Settle = (
  doing: Doing,
  answers: { report(): Promise<unknown>; fail(): unknown; accept(): unknown },
) => Promise<void>;

/** What a stand-in does with a request for a file that it has. */
export type FileDoing = "accept" | "acceptLate" | { status: number };

/** Sends a webhook, and once more when its connection broke, as providers do: the product closes connections that rest. */
export async function deliver(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    return fetch(url, init);
  }
}

/** The HTTPS server of a stand-in, which can be down and slow. */
export interface ProviderServer {
  baseUrl: string;
  cert: string;
  /** How it answers over a response. */
  settleBy(response: ServerResponse): Settle;
  /** Gives the answers that are late. */
  release(): void;
  /** Refuses connections until it comes up again. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  stop(): Promise<void>;
}

/** Listens on this machine. */
export async function startProviderServer(listener: RequestListener): Promise<ProviderServer> {
  const { key, cert } = makeCertificate();
  const server = createServer({ key, cert }, listener);
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const late = new EventEmitter();
  late.setMaxListeners(0);
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    cert,
    settleBy:
      (response) =>
      async (doing, { report, fail, accept }) => {
        if (doing === "statusFirst" || doing === "statusAndFail") await report();
        if (doing === "acceptAndFail" || doing === "statusAndFail") return void fail();
        if (doing === "acceptAndDrop") return void response.socket?.destroy();
        const closed = doing === "acceptSlowly" || doing === "acceptLate" ? once(response, "close") : null;
        if (doing === "acceptSlowly") await closed;
        // a client that no longer waits is not answered
        if (doing === "acceptLate") await Promise.race([closed, once(late, "release")]);
        accept();
      },
    release: () => void late.emit("release"),
    goDown: close,
    comeUp: () => listen(port),
    stop: close,
  };
}
