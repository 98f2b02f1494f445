import { jsonSizeProblem } from "@trunkline/workflow/parts/text/jsonSize.ts";
import type { FastifyInstance } from "fastify";
import { findJsonFault } from "./jsonFault.ts";
import { invalid, Problem } from "./problem.ts";

/** Body parsers: JSON with the position of an error, CSV as a stream and forms as bytes. */
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
  app.addContentTypeParser("multipart/form-data", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

/** Searching a longer text for its error would block other requests. */
const searchedCharacters = 8_000_000;

function parseJson(text: string): unknown {
  // DELETE and actions are often sent with this header and an empty body.
  if (text.trim() === "") return undefined;
  const size = jsonSizeProblem(text);
  if (size !== undefined) throw invalid(`The body cannot be read: ${size}`, "body", "malformed_json");
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
  if (suspicious.test(text)) refuseUnstorable(value);
  return value;
}

/** Only texts that may contain `__proto__`, U+0000 or half a surrogate pair are checked in full. */
const suspicious = /__proto__|\\u0000|\\u[dD][89a-fA-F]/;

function refuseUnstorable(root: unknown): void {
  const left: unknown[] = [root];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === "string") {
      if (value.includes("\0") || !value.isWellFormed())
        throw invalid(
          "A text contains a character that cannot be stored (U+0000 or half a surrogate pair)",
          "body",
          "bad_text",
        );
    } else if (typeof value === "object" && value !== null) {
      if (Object.hasOwn(value, "__proto__")) throw invalid('Unknown key "__proto__"', "body", "unknown_key");
      left.push(...Object.keys(value), ...Object.values(value));
    }
  }
}
