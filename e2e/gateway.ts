import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to a request: it passes to the product, it waits for `release`, or the gateway answers in these words. */
type Fate = "pass" | "hold" | { status: number; words: string };

/** A gateway between browser and product, as companies have one. */
export interface Gateway {
  address: string;
  /** Decides what happens to each request. Until then all requests pass. */
  decide: (method: string, path: string) => Fate;
  /** Lets the calls that wait go on to the product. */
  release(): void;
  stop(): Promise<void>;
}

/** Starts a gateway in front of a product. */
export async function startGateway(product: string): Promise<Gateway> {
  const { hostname, port } = new URL(product);
  const waiting: (() => void)[] = [];
  const pass = (asked: IncomingMessage, answer: ServerResponse) => {
    const { method, url: path, headers } = asked;
    const on = request({ hostname, port, method, path, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    on.on("error", () => answer.destroy());
    asked.pipe(on);
  };
  const server = createServer((asked, answer) => {
    const fate = gateway.decide(asked.method ?? "", asked.url ?? "");
    if (fate === "hold") waiting.push(() => pass(asked, answer));
    else if (fate === "pass") pass(asked, answer);
    // what is no envelope, under a status line with these words or none
    else answer.writeHead(fate.status, fate.words, { "content-type": "text/html" }).end("<h1>No</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const gateway: Gateway = {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    decide: () => "pass",
    release: () => {
      for (const go of waiting.splice(0)) go();
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return gateway;
}
