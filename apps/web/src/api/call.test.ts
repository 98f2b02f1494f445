import { connectionRoutes } from "@trunkline/contract/callback.ts";
import { expect, test } from "vitest";
import { ApiFailure, read } from "./call.ts";

const failureOf = async (body: string, init: ResponseInit): Promise<string> => {
  try {
    await read(new Response(body, init), connectionRoutes.list);
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

// what people read of a failed call (spec 2 §8)
test.each([
  ["the first entry of the error list", refused, { status: 400, statusText: "Bad Request" }, "The first"],
  ["which a false status brings with HTTP 200 too", refused, { status: 200 }, "The first"],
  ["without a list, what HTTP says", "<html>", { status: 502, statusText: "Bad Gateway" }, "Bad Gateway"],
  ["with an empty list as well", '{"status":false,"error":[]}', { status: 500, statusText: "Oh" }, "Oh"],
  ["else the words for nothing", "", { status: 500 }, "Undefined error"],
])("%s", async (_, body, init, message) => {
  expect(await failureOf(body, init)).toBe(message);
});
