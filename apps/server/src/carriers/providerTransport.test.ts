import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it } from "vitest";
import { openEgress } from "../egress/egress.ts";
import { providerTransport } from "./providerTransport.ts";

it("a request to a provider ends with the work that it belongs to", async () => {
  let heard = () => {};
  const isHeard = new Promise<void>((resolve) => {
    heard = resolve;
  });
  // it never answers
  const server = createServer(() => heard());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const work = new AbortController();
  const send = providerTransport(openEgress({ allow: ["127.0.0.0/8"] }), work.signal);
  const answer = send({ method: "GET", url, headers: {}, body: "" });
  await isHeard;
  work.abort();
  expect(await answer).toMatchObject({ broken: "after_first_byte" });
  server.closeAllConnections();
  server.close();
});
