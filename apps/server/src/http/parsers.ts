import type { FastifyInstance } from "fastify";
import { findJsonFault } from "./jsonFault.ts";
import { invalid, Problem } from "./problem.ts";

/** How bodies are read: JSON with the place of its fault, CSV as the stream it is, nothing else. */
export function addParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    try {
      done(null, parseJson(String(text)));
    } catch (error) {
      done(error as Error, undefined);
    }
  });
  app.addContentTypeParser("text/csv", (_request, stream, done) => done(null, stream));
}

/** Looking for the fault of a longer text would hold up everybody else. */
const searchedCharacters = 8_000_000;

function parseJson(text: string): unknown {
  // DELETE and actions are often sent with the header and nothing behind it.
  if (text.trim() === "") return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    if (text.length > searchedCharacters) throw invalid("The body is not JSON", "body", "malformed_json");
    const { line, column, message } = findJsonFault(text);
    throw new Problem(400, {
      code: "malformed_json",
      message: `The body is not JSON: ${message}`,
      where: `body, line ${line}, column ${column}`,
    });
  }
  if (text.includes("__proto__") && hasPrototypeKey(value))
    throw new Problem(400, { code: "unknown_key", message: 'Unknown key "__proto__"', where: "body" });
  return value;
}

function hasPrototypeKey(root: unknown): boolean {
  const left = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value !== "object" || value === null) continue;
    if (Object.hasOwn(value, "__proto__")) return true;
    left.push(...Object.values(value));
  }
  return false;
}
