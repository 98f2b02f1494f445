import { apiError } from "@trunkline/contract/envelope.ts";
import type { AnyRoute } from "@trunkline/contract/route.ts";
import { ownValue, setOwnValue } from "@trunkline/workflow/parts/ownValue.ts";
import { z } from "zod";

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of every endpoint, generated from the schemas that validate requests (architecture, HTTP). */
export function describeApi(named: [string, AnyRoute][], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, route] of named) {
    const path = route.path.replace(/:(\w+)/g, "{$1}");
    const methods = { ...ownValue(paths, path), [route.method.toLowerCase()]: describeEndpoint(name, route) };
    setOwnValue(paths, path, methods);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Trunkline",
      version,
      description:
        "Every endpoint answers `{status, payload, error}`. A failed request has `status` false, and `error` says what is wrong and where. A trailing slash is optional. Writes accept an `Idempotency-Key`.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(named.map(([name]) => tagOf(name)))].map((name) => ({ name })),
    security: [{ key: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "An API key, created in Settings > API keys" },
        operator: { type: "http", scheme: "bearer", description: "The server's TRUNKLINE_OPERATOR_TOKEN" },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "trunkline",
          description: "The session cookie of a signed-in browser",
        },
      },
      schemas: { Failure: failure },
    },
  };
}

const tagOf = (name: string): string => name.split(".")[0] ?? name;

const failure = schemaOf(
  z.object({ status: z.literal(false), payload: z.array(z.never()), error: z.array(apiError).min(1) }),
  "output",
);

function describeEndpoint(name: string, route: AnyRoute): Json {
  const body = route.rawBody
    ? { content: { [route.rawBody]: { schema: rawSchemas[route.rawBody] } }, required: true }
    : route.body && {
        content: { "application/json": { schema: schemaOf(route.body, "input") } },
        required: !route.body.safeParse(undefined).success,
      };
  return {
    operationId: name.replace(".", "_"),
    tags: [tagOf(name)],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    "x-caller": route.caller,
    "x-privilege": route.privilege,
    ...(route.orPrivilege ? { "x-or-privilege": route.orPrivilege } : {}),
    ...(route.notViewers ? { "x-not-viewers": true } : {}),
    ...securityOf(route),
    parameters: [...parametersOf(route), ...(route.method === "GET" ? [] : [idempotencyKeyOf(route)])],
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: { description: "Success", content: { "application/json": { schema: answerOf(route) } } },
      default: {
        description: "Failure",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
      },
    },
  };
}

/** Credentials of an endpoint that differ from the default, which is an API key or a session. */
const securityOf = ({ caller }: AnyRoute): Json =>
  caller === "anyone"
    ? { security: [] }
    : caller === "user"
      ? { security: [{ session: [] }] }
      : caller === "operator"
        ? { security: [{ operator: [] }] }
        : {};

const rawSchemas = {
  "text/csv": { type: "string" },
  "multipart/form-data": {
    type: "object",
    required: ["type", "file"],
    properties: { type: { type: "string" }, file: { type: "string", format: "binary" } },
  },
} as const;

const idempotencyKeyOf = ({ leased }: AnyRoute): Json => ({
  name: "Idempotency-Key",
  in: "header",
  schema: { type: "string", maxLength: 200 },
  description: `Sending the same request with the same key returns the first answer, for 24 hours. ${
    leased === undefined
      ? "If the first request was interrupted, it had no effect, and sending it again performs it."
      : `If the first request was interrupted, its key is locked for up to a minute. After that, sending it again performs it or answers 409 idempotency_outcome_unknown. ${leased}`
  } GET /v4/idempotency/{key}/ returns the outcome of a request.`,
});

function parametersOf(route: AnyRoute): Json[] {
  const list = (place: "path" | "query", schema: z.ZodType | undefined): Json[] => {
    const described = schema ? schemaOf(schema, "input") : {};
    const required = (described["required"] as string[] | undefined) ?? [];
    return Object.entries((described["properties"] as Json | undefined) ?? {}).map(([name, property]) => ({
      name,
      in: place,
      required: place === "path" || required.includes(name),
      schema: property,
    }));
  };
  return [...list("path", route.params), ...list("query", route.query)];
}

function answerOf(route: AnyRoute): Json {
  return {
    type: "object",
    required: ["status", "payload", "error"],
    properties: {
      status: { const: true },
      payload: { type: "array", items: schemaOf(route.item, "output") },
      error: { type: "array", maxItems: 0 },
      next: { type: ["string", "null"], description: "Cursor of the next page" },
      total: { type: "integer" },
    },
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline" });
  return rest;
}
