import { once } from "node:events";
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
  /** Takes it and answers when the client no longer waits. */
  | "acceptSlowly"
  /** Its status is reported before the answer. */
  | "statusFirst"
  /** Its status is reported before it answers 500. */
  | "statusAndFail";

/** Answers a request whose message or call was taken. */
export type Settle = (
  doing: Doing,
  answers: { report(): Promise<unknown>; fail(): unknown; accept(): unknown },
) => Promise<void>;

/** How a stand-in answers over this response. */
export const settleBy =
  (response: ServerResponse): Settle =>
  async (doing, { report, fail, accept }) => {
    if (doing === "statusFirst" || doing === "statusAndFail") await report();
    if (doing === "acceptAndFail" || doing === "statusAndFail") return void fail();
    if (doing === "acceptAndDrop") return void response.socket?.destroy();
    if (doing === "acceptSlowly") await once(response, "close");
    accept();
  };

/** Sends a webhook, and once more when its connection broke, as providers do: the product closes connections that rest. */
export async function deliver(url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch {
    return fetch(url, init);
  }
}

/** The HTTPS server of a stand-in, which can be down. */
export interface ProviderServer {
  baseUrl: string;
  cert: string;
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
  return {
    baseUrl: `https://127.0.0.1:${port}`,
    cert,
    goDown: close,
    comeUp: () => listen(port),
    stop: close,
  };
}
