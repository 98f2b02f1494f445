import { z } from "zod";
import { done, id, page, route, wholeList } from "../route.ts";
import { oddSpellings, spelt, webhookEventNames } from "./webhookEvents.ts";

export const httpMethods = ["GET", "POST", "PUT", "DELETE", "PATCH"] as const;
export const contentTypes = ["JSON", "MULTIPART-FORM-DATA", "FORM-DATA"] as const;
const retryStrategies = ["none", "linear", "incremental", "exponential"] as const;

/** The answer of an HTTP call that succeeded, as a success path (spec 2 §3.6). */
export const httpOk = "HTTP_OK";

/** What stands for a secret that is there: sent back, it leaves the secret as it is. */
export const secretMask = "••••••••";

const delayEmpty = "Delay in seconds cannot be empty";
const pairs = z.record(z.string().trim().min(1).max(200), z.string().max(8_000));

// biome-ignore lint/suspicious/noControlCharactersInRegex: what no header can carry
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/;
/** Headers by name. What cannot be sent is refused when it is saved, and not at each request. */
const headers = pairs.superRefine((all, context) => {
  for (const [name, value] of Object.entries(all)) {
    const say = (message: string) => context.addIssue({ code: "custom", path: [name], message });
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) say(`"${name}" is no name of a header: use letters, digits and hyphens`);
    else if (controls.test(value))
      say(`The header ${name} cannot hold a line break or another control character: write its value in one line`);
  }
});

/** Off sends the strategy alone (spec 2 §4.6). */
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
  /** The connection; null when it was deleted. */
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
});
export type Webhook = z.infer<typeof webhook>;

const ownedByServer = {
  id: z.unknown().optional(),
  created: z.unknown().optional(),
  usedBy: z.unknown().optional(),
  connectionName: z.unknown().optional(),
};
/** A webhook as it is saved (spec 2 §3.6, §5.4). What a change leaves out stays; an emptied collection is sent empty. */
export const webhookBody = z.strictObject({
  ...ownedByServer,
  name: name("Callback Name Cannot be Empty", "Callback Name must have at most 72 characters"),
  enabled: z.boolean().optional(),
  callbackServerConfigId: z.uuid({ error: "Connection must be set" }),
  httpMethod: z.enum(httpMethods).optional(),
  // both messages exist, and neither blocks a save (spec 2 §5.4)
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
  /** Values are masked: what they are is never told. */
  authHeaders: z.record(z.string(), z.string()),
  headers: z.record(z.string(), z.string()),
  /** Masked where there is one: requests are signed with it (Standard Webhooks). */
  signingSecret: z.string().nullable(),
  /** Until when the secret of before signs as well; null: the present one signs alone. */
  oldSigningSecretUntil: z.string().nullable(),
  created: z.string().nullable(),
  usedBy: z.array(z.object({ id, name: z.string() })),
});
export type Connection = z.infer<typeof connection>;

/** The longest that two signing secrets are valid beside each other, in hours. */
const oldSecretHoursMax = 168;
const oldSecretHours = `The old secret's hours must be a whole number from 0 to ${oldSecretHoursMax}`;
const signingSecret = z.string().max(500, "A signing secret has at most 500 characters");

/** A connection as it is saved (spec 2 §3.7, §5.4). A masked value keeps the secret that is there. */
export const connectionBody = z.strictObject({
  id: z.unknown().optional(),
  created: z.unknown().optional(),
  usedBy: z.unknown().optional(),
  oldSigningSecretUntil: z.unknown().optional(),
  name: name("Connection name cannot be empty", "Connection name must have at most 72 characters"),
  description: z.string().max(2_000).optional(),
  authHeaders: headers.optional(),
  headers: headers.optional(),
  /** Another one takes the place of the one before at once; `renewSecret` lets both sign for a time. */
  signingSecret: signingSecret.nullable().optional(),
});
export type ConnectionBody = z.output<typeof connectionBody>;

/** One try of a webhook: what was asked, what came back, how long it took. */
const delivery = z.object({
  deliveryId: id,
  webhookId: id.nullable(),
  webhookName: z.string().nullable(),
  eventType: z.string(),
  /** The webhook-id header: the same for every try. */
  messageId: z.string(),
  attempt: z.number(),
  at: z.string(),
  elapsedMs: z.number(),
  ok: z.boolean(),
  /** Why it failed, in words. */
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

/** What a test send came to, with the variables that its mapping would set. */
const testResult = delivery.extend({ vars: z.record(z.string(), z.string()) });
export type TestResult = z.infer<typeof testResult>;

/** The event type in the address of a webhook that has none. */
export const noEventType = "none";

const param = z.object({ id });
const common = { caller: "account", privilege: "workflow-edit" } as const;
const configuration = "/v4/callback/configuration";
const authentication = "/v4/callback/authentication";

export const webhookRoutes = {
  list: route({
    method: "GET",
    path: `${configuration}/`,
    summary: "Webhooks, newest first",
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
    summary: "One webhook",
    caller: "account",
    privilege: null,
    params: param,
    item: webhook,
  }),
  create: route({
    method: "POST",
    path: `${configuration}/`,
    summary: "Make a webhook",
    ...common,
    body: webhookBody,
    item: webhook,
  }),
  update: route({
    method: "PUT",
    path: `${configuration}/:id/`,
    summary: "Change a webhook; what is left out stays",
    ...common,
    params: param,
    body: webhookBody.partial(),
    item: webhook,
  }),
  remove: route({
    method: "DELETE",
    path: `${configuration}/:id/:eventType/`,
    summary: "Delete a webhook of this event type, or `none`; workflows that use it fail there",
    ...common,
    params: param.extend({ eventType: z.string().max(100) }),
    item: done,
  }),
  test: route({
    method: "POST",
    path: `${configuration}/test`,
    summary: "Send a webhook once with sample values, saved or not",
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
    summary: "Connections of webhooks, secrets masked",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: connection,
    pagedBy: "id",
  }),
  find: route({
    method: "GET",
    path: `${authentication}/id/:id/`,
    summary: "One connection, secrets masked",
    caller: "account",
    privilege: null,
    params: param,
    item: connection,
  }),
  create: route({
    method: "POST",
    path: `${authentication}/`,
    summary: "Make a connection",
    ...common,
    body: connectionBody,
    item: connection,
  }),
  update: route({
    method: "PUT",
    path: `${authentication}/:id/`,
    summary: "Change a connection; a masked value keeps its secret",
    ...common,
    params: param,
    body: connectionBody.partial(),
    item: connection,
  }),
  renewSecret: route({
    method: "POST",
    path: `${authentication}/:id/signing-secret/`,
    summary: "Give a connection a new signing secret, shown once; the old one signs as well for so many hours",
    ...common,
    params: param,
    body: z.strictObject({
      /** Left out: one is made. */
      signingSecret: signingSecret.trim().min(16, "A signing secret has at least 16 characters").optional(),
      oldSecretHours: z.int(oldSecretHours).min(0, oldSecretHours).max(oldSecretHoursMax, oldSecretHours).default(24),
    }),
    item: connection.extend({ newSigningSecret: z.string() }),
    secretAnswer: true,
  }),
  endOldSecret: route({
    method: "DELETE",
    path: `${authentication}/:id/signing-secret/old/`,
    summary: "End the signing secret of before at once",
    ...common,
    params: param,
    item: connection,
  }),
  remove: route({
    method: "DELETE",
    path: `${authentication}/:id/`,
    summary: "Delete a connection; its webhooks fail until they have another",
    ...common,
    params: param,
    item: done,
  }),
  removeNamed: route({
    method: "DELETE",
    path: `${authentication}/`,
    summary: "Delete the connection that the body names",
    ...common,
    body: z.object({ id }),
    item: done,
  }),
};

export const deliveryRoutes = {
  list: route({
    method: "GET",
    path: "/v4/callback/delivery/",
    summary: "What webhooks sent and what came back, newest first",
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
