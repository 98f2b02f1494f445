import { z } from "zod";
import { done, id, page, route, wholeList } from "../route.ts";
import { oddSpellings, spelt, webhookEventNames } from "./webhookEvents.ts";

export const httpMethods = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
export const contentTypes = ["JSON", "MULTIPART-FORM-DATA", "FORM-DATA"] as const;
const retryStrategies = ["none", "linear", "incremental", "exponential"] as const;

/** The success path value that accepts any successful HTTP answer (spec 2 §3.6). */
export const httpOk = "HTTP_OK";

/** Mask of a saved secret. Sending it back leaves the secret unchanged. */
export const secretMask = "••••••••";

const delayEmpty = "Delay in seconds cannot be empty";
const pairs = z.record(z.string().trim().min(1).max(200), z.string().max(8_000));

// biome-ignore lint/suspicious/noControlCharactersInRegex: characters that a header cannot contain
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/;
/** Headers by name. Invalid values are refused on save instead of at each request. */
const headers = pairs.superRefine((all, context) => {
  for (const [name, value] of Object.entries(all)) {
    const say = (message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) say(`"${name}" is no name of a header: use letters, digits and hyphens`);
    else if (controls.test(value))
      say(`The header ${name} cannot contain a line break or another control character. Write its value in one line`);
  }
});

/** When off, only the strategy is sent (spec 2 §4.6). */
const failureStrategy = z.object({
  retryStrategy: z.enum(retryStrategies).default("none"),
  retryCount: z.int().min(1).max(3).default(1),
  retryDelaySeconds: z
    .int({
      error: ({ input }) => (typeof input === "number" ? "Delay in seconds must be a whole number" : delayEmpty),
    })
    .min(1, "Delay in seconds must be from 1 to 300")
    .max(300, "Delay in seconds must be from 1 to 300")
    .default(2),
});

const eventTypeSpellings = [
  ...webhookEventNames,
  ...(Object.keys(oddSpellings) as (keyof typeof oddSpellings)[]),
] as const;
const eventTypeError = `must be one of ${webhookEventNames.join(", ")}`;

const name = (empty: string, tooLong: string) => z.string({ error: empty }).trim().min(1, empty).max(72, tooLong);

const webhook = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
  /** The connection, or null once it is deleted. */
  callbackServerConfigId: id.nullable(),
  /** The connection's name, for lists. */
  connectionName: z.string().nullable(),
  httpMethod: z.enum(httpMethods),
  url: z.string(),
  contentType: z.enum(contentTypes),
  eventType: z.string(),
  headers: z.record(z.string(), z.string()),
  bodyTemplate: z.string(),
  successPath: z.string(),
  successValue: z.string(),
  responseMapping: z.record(z.string(), z.string()),
  errorResponseMapping: z.record(z.string(), z.string()),
  failureStrategy: z.object({
    retryStrategy: z.enum(retryStrategies),
    retryCount: z.number(),
    retryDelaySeconds: z.number(),
  }),
  created: z.string().nullable(),
  usedBy: z.array(z.object({ campaignId: id, campaignName: z.string() })),
  /** The last 20 requests within a week without tests: how many failed, and the newest one. Null: there were none. */
  recent: z
    .object({ requests: z.number().int(), failed: z.number().int(), lastAt: z.string(), lastOk: z.boolean() })
    .nullable(),
});
export type Webhook = z.infer<typeof webhook>;

const ownedByServer = {
  id: z.unknown().optional(),
  created: z.unknown().optional(),
  usedBy: z.unknown().optional(),
  connectionName: z.unknown().optional(),
  recent: z.unknown().optional(),
};
/** A webhook to save (spec 2 §3.6, §5.4). Fields left out keep their values; an emptied collection is sent empty. */
export const webhookBody = z.strictObject({
  ...ownedByServer,
  name: name("Callback Name Cannot be Empty", "Callback Name must have at most 72 characters"),
  enabled: z.boolean().optional(),
  callbackServerConfigId: z.uuid({ error: "Connection must be set" }),
  httpMethod: z.enum(httpMethods).optional(),
  // neither message blocks a save (spec 2 §5.4)
  url: z.string().trim().max(4_000).optional(),
  eventType: z
    .enum([...eventTypeSpellings, ""], { error: eventTypeError })
    .transform((type) => (type === "" ? type : spelt(type)))
    .optional(),
  contentType: z.enum(contentTypes).optional(),
  headers: headers.optional(),
  bodyTemplate: z.string().max(100_000).optional(),
  successPath: z.string().trim().min(1, "Success path cannot be empty").max(1_000).optional(),
  successValue: z.string().max(1_000).optional(),
  responseMapping: pairs.optional(),
  errorResponseMapping: pairs.optional(),
  failureStrategy: failureStrategy.optional(),
});
export type WebhookBody = z.output<typeof webhookBody>;

const connection = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Masked. Values are never returned. */
  authHeaders: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
  /** Masked if set. Requests are signed with it (Standard Webhooks). */
  signingSecret: z.string().nullable(),
  /** Until when the earlier secret signs as well. Null when only the current one signs. */
  oldSigningSecretUntil: z.string().nullable(),
  created: z.string().nullable(),
  usedBy: z.array(z.object({ id, name: z.string() })),
});
export type Connection = z.infer<typeof connection>;

/** Longest overlap of two signing secrets, in hours. */
const oldSecretHoursMax = 168;
const oldSecretHours = `The hours of the old secret must be a whole number from 0 to ${oldSecretHoursMax}`;
const signingSecret = z.string().max(500, "A signing secret must have at most 500 characters");

/** A connection to save (spec 2 §3.7, §5.4). A masked value keeps the saved secret. */
export const connectionBody = z.strictObject({
  id: z.unknown().optional(),
  created: z.unknown().optional(),
  usedBy: z.unknown().optional(),
  oldSigningSecretUntil: z.unknown().optional(),
  name: name("Connection name cannot be empty", "Connection name must have at most 72 characters"),
  description: z.string().max(2_000).optional(),
  authHeaders: headers.optional(),
  headers: headers.optional(),
  /** Replaces the current secret at once. With `renewSecret` both sign for a time. */
  signingSecret: signingSecret.nullable().optional(),
});
export type ConnectionBody = z.output<typeof connectionBody>;

export const renewSecretBody = z.strictObject({
  /** Default: generated. */
  signingSecret: signingSecret.trim().min(16, "A signing secret must have at least 16 characters").optional(),
  oldSecretHours: z.int(oldSecretHours).min(0, oldSecretHours).max(oldSecretHoursMax, oldSecretHours).default(24),
});

/** One attempt to send a webhook: request, response and duration. */
const delivery = z.object({
  deliveryId: id,
  webhookId: id.nullable(),
  webhookName: z.string().nullable(),
  eventType: z.string(),
  /** The webhook-id header, the same for every attempt. */
  messageId: z.string(),
  attempt: z.number(),
  at: z.string(),
  elapsedMs: z.number(),
  ok: z.boolean(),
  /** The error as text. */
  reason: z.string().nullable(),
  test: z.boolean(),
  method: z.string(),
  url: z.string(),
  requestHeaders: z.record(z.string(), z.string()),
  requestBody: z.string(),
  status: z.number().nullable(),
  answerHeaders: z.record(z.string(), z.string()),
  answerBody: z.string(),
  contactId: z.string().nullable(),
  journeyId: z.string().nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/** Result of a test request, with the variables that the mapping would set. */
const testResult = delivery.extend({ vars: z.record(z.string(), z.string()) });
export type TestResult = z.infer<typeof testResult>;

/** Path segment for a webhook without an event type. */
export const noEventType = "none";

const param = z.object({ id });
const common = { caller: "account", privilege: "workflow-edit" } as const;
const configuration = "/v4/callback/configuration";
const authentication = "/v4/callback/authentication";

export const webhookRoutes = {
  list: route({
    method: "GET",
    path: `${configuration}/`,
    summary: "List webhooks",
    description: "Newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...wholeList,
      eventType: z.enum(eventTypeSpellings, { error: eventTypeError }).transform(spelt).optional(),
    }),
    item: webhook,
    pagedBy: "id",
  }),
  find: route({
    method: "GET",
    path: `${configuration}/id/:id/`,
    summary: "Get a webhook",
    caller: "account",
    privilege: null,
    params: param,
    item: webhook,
  }),
  create: route({
    method: "POST",
    path: `${configuration}/`,
    summary: "Create a webhook",
    ...common,
    body: webhookBody,
    item: webhook,
  }),
  update: route({
    method: "PUT",
    path: `${configuration}/:id/`,
    summary: "Update a webhook",
    description: "Fields that are left out keep their values.",
    ...common,
    params: param,
    body: webhookBody.partial(),
    item: webhook,
  }),
  remove: route({
    method: "DELETE",
    path: `${configuration}/:id/:eventType/`,
    summary: "Delete a webhook",
    description: "Names its event type, or `none`. Workflows that use it fail at that node.",
    ...common,
    params: param.extend({ eventType: z.string().max(100) }),
    item: done,
  }),
  test: route({
    method: "POST",
    path: `${configuration}/test`,
    summary: "Test a webhook",
    description: "Sends a saved or unsaved webhook once with sample values.",
    ...common,
    body: webhookBody.partial().extend({ contactId: id.optional() }),
    item: testResult,
    leased: "The delivery log lists every test that was answered.",
  }),
};

export const connectionRoutes = {
  list: route({
    method: "GET",
    path: `${authentication}/`,
    summary: "List connections",
    description: "Secrets are masked.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: connection,
    pagedBy: "id",
  }),
  find: route({
    method: "GET",
    path: `${authentication}/id/:id/`,
    summary: "Get a connection",
    description: "Secrets are masked.",
    caller: "account",
    privilege: null,
    params: param,
    item: connection,
  }),
  create: route({
    method: "POST",
    path: `${authentication}/`,
    summary: "Create a connection",
    ...common,
    body: connectionBody,
    item: connection,
  }),
  update: route({
    method: "PUT",
    path: `${authentication}/:id/`,
    summary: "Update a connection",
    description: "A masked value keeps its secret.",
    ...common,
    params: param,
    body: connectionBody.partial(),
    item: connection,
  }),
  renewSecret: route({
    method: "POST",
    path: `${authentication}/:id/signing-secret/`,
    summary: "Renew the signing secret of a connection",
    description: "The new secret is shown once. The old one also signs for the given hours.",
    ...common,
    params: param,
    body: renewSecretBody,
    item: connection.extend({ newSigningSecret: z.string() }),
    secretAnswer: true,
  }),
  endOldSecret: route({
    method: "DELETE",
    path: `${authentication}/:id/signing-secret/old/`,
    summary: "End the earlier signing secret of a connection",
    ...common,
    params: param,
    item: connection,
  }),
  remove: route({
    method: "DELETE",
    path: `${authentication}/:id/`,
    summary: "Delete a connection",
    description: "Its webhooks fail until they have another one.",
    ...common,
    params: param,
    item: done,
  }),
  removeNamed: route({
    method: "DELETE",
    path: `${authentication}/`,
    summary: "Delete the connection in the body",
    ...common,
    body: z.object({ id }),
    item: done,
  }),
};

export const deliveryRoutes = {
  list: route({
    method: "GET",
    path: "/v4/callback/delivery/",
    summary: "List webhook deliveries",
    description: "Requests and responses, newest first.",
    caller: "account",
    privilege: null,
    query: z.strictObject({
      ...page,
      webhookId: id.optional(),
      outcome: z.enum(["ok", "failed"]).optional(),
      contactId: id.optional(),
    }),
    item: delivery,
  }),
};
