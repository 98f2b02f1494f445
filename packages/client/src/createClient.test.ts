import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { createClient } from "./createClient.ts";
import { TrunklineError } from "./trunklineError.ts";

interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage["headers"];
  body: string;
}

const heard: Heard[] = [];
let answers: ((response: ServerResponse) => void)[] = [];
const server = createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on("data", (part: Buffer) => parts.push(part));
  request.on("end", () => {
    const { method = "", url = "", headers } = request;
    heard.push({ method, url, headers, body: Buffer.concat(parts).toString() });
    const answer = answers.shift() ?? say(200, { status: true, payload: [], error: [] });
    answer(response);
  });
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => void server.close());
const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const say =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
const refuse = (status: number, code: string, headers: Record<string, string> = {}) =>
  say(status, { status: false, payload: [], error: [{ code, message: `It is ${code}` }] }, headers);
const hangUp = (response: ServerResponse) => void response.destroy();
const payload = (...items: object[]) => say(200, { status: true, payload: items, error: [] });

const client = createClient({ baseUrl, apiKey: "tl_key" });
const contactId = "0198c0de-0000-7000-8000-0000000000c1";

beforeEach(() => {
  heard.length = 0;
  answers = [];
});

describe("a request", () => {
  it("has the key, the path, the query and the body of its route", async () => {
    answers = [payload({ contactId })];
    await client.contact.update.one({ params: { contactId }, body: { firstName: "Ada" } });
    expect(heard).toMatchObject([
      {
        method: "PUT",
        url: `/v4/contact/${contactId}/`,
        headers: { authorization: "Bearer tl_key", "content-type": "application/json" },
        body: '{"firstName":"Ada"}',
      },
    ]);
    await client.contact.list({ query: { limit: 2, search: "Ada & Bo" } });
    expect(heard.at(-1)?.url).toBe("/v4/contact/?limit=2&search=Ada+%26+Bo");
  });

  it("names the path parameter that is missing before anything is sent", async () => {
    await expect(client.contact.update({ params: { contactId: "" }, body: {} })).rejects.toThrow(
      "params.contactId is missing",
    );
    expect(heard).toEqual([]);
  });

  it("reads a list to its end, page by page", async () => {
    const page = (next: string | null, ...items: object[]) =>
      say(200, { status: true, payload: items, error: [], next });
    answers = [page("two", { contactId: "1" }, { contactId: "2" }), page(null, { contactId: "3" })];
    const found: unknown[] = [];
    for await (const contact of client.contact.list.all({ query: { limit: 2 } })) found.push(contact.contactId);
    expect(found).toEqual(["1", "2", "3"]);
    expect(heard.map(({ url }) => url)).toEqual(["/v4/contact/?limit=2", "/v4/contact/?limit=2&cursor=two"]);
  });
});

describe("a refusal", () => {
  it("is thrown with its status, code, words and place", async () => {
    const error = { code: "invalid", message: "phone must be a number", where: "body.phone" };
    answers = [say(400, { status: false, payload: [], error: [error] })];
    const problem = await client.contact.create({ body: { phone: "x" } }).catch((thrown: unknown) => thrown);
    expect(problem).toBeInstanceOf(TrunklineError);
    expect(problem).toMatchObject({ status: 400, code: "invalid", message: "phone must be a number", errors: [error] });
    expect(heard).toHaveLength(1);
  });

  it("is one also where a false status comes with 200", async () => {
    answers = [refuse(200, "undefined")];
    await expect(client.contact.list()).rejects.toMatchObject({ status: 200, message: "It is undefined" });
  });

  it("that is no JSON says what HTTP says", async () => {
    answers = [(response) => void response.writeHead(413).end("<html>")];
    await expect(client.contact.list()).rejects.toMatchObject({ status: 413, message: "Payload Too Large" });
  });
});

describe("a repeated request", () => {
  it.each([
    ["the connection broke", hangUp],
    ["the server starts again", refuse(503, "unavailable", { "retry-after": "0" })],
    ["a limit was reached", refuse(429, "too_many", { "retry-after": "0" })],
    ["the first attempt is still under way", refuse(409, "idempotency_in_progress", { "retry-after": "0" })],
  ])("follows where %s, under the same Idempotency-Key", async (_, first) => {
    answers = [first, payload({ contactId })];
    expect(await client.contact.create.one({ body: { firstName: "Ada" } })).toEqual({ contactId });
    const keys = heard.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
  });

  it("keeps the key that it is given", async () => {
    await client.contact.create({ body: { firstName: "Ada" }, idempotencyKey: "order-17" });
    expect(heard[0]?.headers["idempotency-key"]).toBe("order-17");
  });

  it("ends after so many attempts with the last answer", async () => {
    const hasty = createClient({ baseUrl, apiKey: "tl_key", retries: 1 });
    answers = [hangUp, refuse(503, "unavailable"), payload()];
    await expect(hasty.contact.list()).rejects.toMatchObject({ status: 503, code: "unavailable" });
    expect(heard).toHaveLength(2);
  });

  it("is not sent for another conflict, nor after the caller gave up", async () => {
    answers = [refuse(409, "conflict")];
    await expect(client.contact.create({ body: { firstName: "Ada" } })).rejects.toMatchObject({ code: "conflict" });
    const stop = new AbortController();
    answers = [
      (response) => {
        stop.abort(new Error("enough"));
        hangUp(response);
      },
    ];
    await expect(client.contact.list({ signal: stop.signal })).rejects.toThrow("enough");
    expect(heard).toHaveLength(2);
  });

  it("says which server cannot be reached", async () => {
    const nowhere = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "tl_key", retries: 0 });
    await expect(nowhere.contact.list()).rejects.toThrow(/^http:\/\/127\.0\.0\.1:9 cannot be reached: /);
  });
});
