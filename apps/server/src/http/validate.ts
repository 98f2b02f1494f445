import type { ApiError } from "@trunkline/contract/envelope.ts";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import { plainErrors, sayOf } from "@trunkline/workflow/parts/text/plainErrors.ts";
import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { Problem } from "./problem.ts";

type Place = "path" | "query" | "body";

const nothing = z.strictObject({});

/** Validates path parameters or the query. Without a schema, none are accepted. */
export function readPart(schema: z.ZodType | undefined, value: unknown, place: Place): unknown {
  const read = (schema ?? nothing).safeParse(value ?? {}, { error: plainErrors });
  if (read.success) return read.data;
  throw new Problem(
    400,
    read.error.issues.flatMap((issue) => describe(issue, place)),
  );
}

/** Validates the body. A route that reads its body as a stream gets the stream itself. */
export function readBody(route: AnyRoute, request: FastifyRequest): unknown {
  if (route.rawBody) return requireType(request, route.rawBody);
  if (request.body !== undefined) requireType(request, "application/json");
  if (route.body)
    return readPart(route.body, route.body.safeParse(undefined).success ? request.body : (request.body ?? {}), "body");
  if (request.body !== undefined && request.body !== null) readPart(nothing, request.body, "body");
  return undefined;
}

function requireType(request: FastifyRequest, type: string): unknown {
  const sent = (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase();
  if (sent === type) return request.body;
  throw new Problem(415, { code: "content_type", message: `The body must be ${type}`, where: "header.content-type" });
}

/** Returns one error per mistake and names unknown keys. Puts the field's name before messages that start with "must" or "is". */
function describe(issue: z.core.$ZodIssue, place: Place): ApiError[] {
  const path = pathOf(issue.path);
  const where = path ? `${place}.${path}` : place;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      code: "unknown_key",
      message: `Unknown key "${key}"`,
      where: `${where}.${key}`,
    }));
  const name = path || (place === "body" ? "The body" : "The query");
  return [{ code: "invalid", message: sayOf(name, issue.message), where }];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index ? "." : ""}${String(part)}`))
    .join("");
}
