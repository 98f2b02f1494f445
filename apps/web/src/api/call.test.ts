import { once } from "node:events";
import { createServer } from "node:net";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import { batchRoutes } from "@trunkline/contract/runs/batch.ts";
import { connectionRoutes } from "@trunkline/contract/webhooks/callback.ts";
import { expect, test } from "vitest";
import { ApiFailure, call, read } from "./call.ts";

const failureOf = async (
  body: string,
  init: ResponseInit,
  route: AnyRoute = connectionRoutes.list,
): Promise<string> => {
  try {
    await read(new Response(body, init), route);
  } catch (problem) {
    if (problem instanceof ApiFailure) return problem.message;
  }
  return "no failure";
};
const refused = JSON.stringify({
  status: false,
  payload: [],
  error: [
    { code: "a", message: "The first" },
    { code: "b", message: "The second" },
  ],
});

// the message of a failed request (spec 2 §8)
test.each([
  ["the first entry of the error list", refused, { status: 400, statusText: "Bad Request" }, "The first"],
  ["is also read from a false status with HTTP 200", refused, { status: 200 }, "The first"],
  ["is the HTTP status text without a list", "<html>", { status: 502, statusText: "Bad Gateway" }, "Bad Gateway"],
  [
    "is the HTTP status text with an empty list",
    '{"status":false,"error":[]}',
    { status: 500, statusText: "Oh" },
    "Oh",
  ],
  ["is 'Undefined error' without any message", "", { status: 500 }, "Undefined error"],
])("%s", async (_, body, init, message) => {
  expect(await failureOf(body, init)).toBe(message);
});

test("a false status is a failure without an error too (spec 3 §8)", async () => {
  expect(await failureOf('{"status":false,"payload":[],"error":[]}', { status: 200 })).toBe("Undefined error");
});

test("a creation with an error and no payload has failed (spec 1 §7)", async () => {
  const answer = '{"status":true,"payload":[],"error":[{"code":"a","message":"Taken"}]}';
  expect(await failureOf(answer, { status: 200 }, connectionRoutes.create)).toBe("Taken");
  expect(await failureOf(answer, { status: 200 })).toBe("no failure");
});

test("the list of runs times out after 300000 ms (spec 2 §7.4)", async () => {
  expect(batchRoutes.list.timeoutMs).toBe(300_000);
  const silent = createServer((socket) => socket.on("error", () => undefined).resume()).listen(0, "127.0.0.1");
  await once(silent, "listening");
  const { port } = silent.address() as { port: number };
  const route = { ...batchRoutes.list, path: `http://127.0.0.1:${port}/`, timeoutMs: 20 };
  await expect(call(route)).rejects.toThrow("The server took too long to answer. Try again.");
  silent.close();
});
