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
      contact: { name: "The operator of this installation" },
      license: { name: "UNLICENSED" },
      description:
        "Every endpoint answers `{status, payload, error}`. A failed request has `status` false, and `error` says what is wrong and where. A trailing slash is optional. Writes accept an `Idempotency-Key`.",
    },
    servers: [{ url: "/" }],
    tags: [...new Set(named.map(([name]) => tagOf(name)))].map((name) => ({ name, description: wordsOf(name) })),
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
      schemas: { Error: schemaOf(apiError, "output"), Failure: failure },
      responses: failureResponses,
    },
  };
}

/** "contactJob" as "Contact job". */
const wordsOf = (name: string): string => {
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const tagOf = (name: string): string => name.split(".")[0] ?? name;

const failure: Json = {
  type: "object",
  required: ["status", "payload", "error"],
  properties: {
    status: { const: false },
    payload: { type: "array", items: {}, maxItems: 0 },
    error: { type: "array", items: { $ref: "#/components/schemas/Error" }, minItems: 1 },
  },
};

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
    description: route.description ?? `${route.summary}.`,
    "x-caller": route.caller,
    "x-privilege": route.privilege,
    ...(route.orPrivilege ? { "x-or-privilege": route.orPrivilege } : {}),
    ...(route.notViewers ? { "x-not-viewers": true } : {}),
    ...securityOf(route),
    parameters: [...parametersOf(route), ...(route.method === "GET" ? [] : [idempotencyKeyOf(route)])],
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: { description: "Success", content: { "application/json": { schema: answerOf(route) } } },
      ...Object.fromEntries(failuresOf(route).map((status) => [status, { $ref: `#/components/responses/${status}` }])),
      default: { $ref: "#/components/responses/default" },
    },
  };
}

/** Failures that an endpoint can answer, and why. Every endpoint can answer another one. */
const failures = {
  400: "The request is invalid. `where` of each error names the place.",
  401: "The credentials are missing, wrong or expired.",
  403: "The role or the privileges of the caller do not allow it.",
  404: "It does not exist in this account.",
  409: "It conflicts with the present state, or a request with the same Idempotency-Key is not finished.",
  413: "The body is larger than allowed.",
  429: "Too many requests. Wait as `Retry-After` says.",
} as const;

type FailureStatus = keyof typeof failures;

function failuresOf(route: AnyRoute): FailureStatus[] {
  const { method, caller, privilege, notViewers, params, query, body, rawBody } = route;
  const hasBody = body !== undefined || rawBody !== undefined;
  const has: Record<FailureStatus, boolean> = {
    400: hasBody || params !== undefined || query !== undefined,
    401: caller !== "anyone",
    403: privilege !== null || notViewers === true,
    404: params !== undefined,
    409: method !== "GET",
    413: hasBody,
    429: true,
  };
  return (Object.keys(failures).map(Number) as FailureStatus[]).filter((status) => has[status]);
}

const failureResponses = Object.fromEntries(
  Object.entries({ ...failures, default: "Another failure" }).map(([status, description]) => [
    status,
    { description, content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } } },
  ]),
);

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
      error: { type: "array", items: { $ref: "#/components/schemas/Error" }, maxItems: 0 },
      next: { type: ["string", "null"], description: "Cursor of the next page" },
      total: { type: "integer" },
    },
  };
}

function schemaOf(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    override: ({ jsonSchema }) => tidy(jsonSchema as Json),
  });
  return rest;
}

/** What linters of OpenAPI ask for beyond JSON Schema. */
function tidy(schema: Json): void {
  // the result of a transformation, which zod does not describe, is next to what it describes
  const some = schema["anyOf"];
  if (Array.isArray(some)) schema["anyOf"] = some.filter((one) => Object.keys(one as Json).length > 0);
  // a record with known keys is an object with these properties
  const { propertyNames, additionalProperties } = schema as { propertyNames?: Json; additionalProperties?: unknown };
  const keys = propertyNames?.["enum"];
  if (!Array.isArray(keys)) return;
  delete schema["propertyNames"];
  schema["properties"] = Object.fromEntries(keys.map((key) => [key, additionalProperties]));
  schema["additionalProperties"] = false;
}
