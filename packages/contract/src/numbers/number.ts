import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";

const number = z.object({
  phone: z.string(),
  /** `simulated`, or the kind of the connection, a colon and its id: `smpp:0198…`. */
  carrier: z.string(),
  /** The connection it sends through. Null for the simulated carrier. */
  connection: z.object({ connectionId: id, name: z.string() }).nullable(),
  label: z.string().nullable(),
  created: z.string(),
  numberSets: z.array(z.object({ numberSetId: id, name: z.string() })),
  /** The inbound workflow or IVR menu that answers it and, if attached through one, the number set. Null when there is none. */
  route: z.object({ routeTag: z.string(), numberSet: z.string().nullable(), ivr: z.boolean() }).nullable(),
  /** Outbound workflows that send from a number set with this number. */
  workflows: z.array(z.object({ campaignId: id, campaignName: z.string() })),
  place: z.string().nullable(),
  /** Delivered texts within the hours the account looks back, out of those with a final status. */
  reputation: z.object({
    /** unknown: too few texts. low: under the account's minimum. */
    status: z.enum(["unknown", "good", "low"]),
    since: z.string().nullable(),
    delivered: z.number().int(),
    failed: z.number().int(),
  }),
});
export type Number_ = z.infer<typeof number>;

/** What a number sent on each of the last 14 days, the oldest first. */
const numberTrend = z.object({
  phone: z.string(),
  days: z.array(
    z.object({
      /** A day of the account's zone. */
      day: z.string(),
      /** Texts that were handed to a carrier, and those of them that a receipt calls delivered. */
      sent: z.number().int(),
      delivered: z.number().int(),
    }),
  ),
});
export type NumberTrend = z.infer<typeof numberTrend>;
const phoneParam = z.object({ phone: z.string().max(40) });

export const numberRoutes = {
  list: route({
    method: "GET",
    path: "/v4/number/",
    summary: "List numbers",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: number,
    pagedBy: "phone",
  }),
  trend: route({
    method: "GET",
    path: "/v4/number/trend",
    summary: "List what numbers sent by day",
    description: "On the last 14 days, with how much was delivered. Numbers that sent nothing are left out.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: numberTrend,
    pagedBy: "phone",
  }),
  available: route({
    method: "GET",
    path: "/v4/number/available",
    summary: "Search available numbers",
    caller: "account",
    privilege: "number-admin",
    query: z.strictObject({
      areaCode: z
        .string()
        .regex(/^[2-9][0-9]{2}$/, "Area code must be three digits")
        .optional(),
      count: z.coerce.number().int().min(1).max(50).default(10),
    }),
    item: z.object({ phone: z.string(), place: z.string().nullable() }),
  }),
  take: route({
    method: "POST",
    path: "/v4/number/",
    summary: "Get a number",
    description: "From the simulated carrier, or add your own number to a connection.",
    caller: "account",
    privilege: "number-admin",
    body: z.strictObject({
      phone: z.string().trim().min(1, "Phone is required").max(40),
      label: z.string().trim().max(72).nullable().optional(),
      /** For your own number: the connection it sends through. */
      connectionId: id.optional(),
    }),
    item: number,
  }),
  update: route({
    method: "PUT",
    path: "/v4/number/:phone/",
    summary: "Change the label or the carrier of a number",
    description:
      "With a connection, the number moves to it. Its number sets, workflows and routes stay, and its queued texts and calls leave through the new connection.",
    caller: "account",
    privilege: "number-admin",
    params: phoneParam,
    body: z.strictObject({
      /** Without one, the label stays. */
      label: z.string().trim().max(72).nullable().optional(),
      /** For your own number: the connection that it sends through from now on. */
      connectionId: id.optional(),
    }),
    item: number,
  }),
  release: route({
    method: "DELETE",
    path: "/v4/number/:phone/",
    summary: "Release a number",
    caller: "account",
    privilege: "number-admin",
    params: phoneParam,
    item: done,
  }),
};

const numberSet = z.object({
  numberSetId: id,
  name: z.string(),
  phoneNumbers: z.array(z.string()),
  /** The 10DLC campaign it is attached to (spec 1 §3.8). */
  campaignRegistry: z
    .object({
      id,
      registryId: z.string().nullable(),
      status: z.string(),
      usecase: z.string(),
      brandName: z.string(),
    })
    .nullable(),
  created: z.string(),
  /** Workflows that send from it. */
  usedBy: z.array(z.object({ campaignId: id, campaignName: z.string() })),
  /** The inbound workflow or IVR menu that answers its numbers. */
  routeTag: z.string().nullable(),
});
export type NumberSet = z.infer<typeof numberSet>;
const setFields = {
  name: z.string().trim().min(1, "Name is required").max(72, "Name must have at most 72 characters"),
  phoneNumbers: z.array(z.string()).max(10_000).default([]),
};
const owned = {
  numberSetId: z.unknown().optional(),
  campaignRegistry: z.unknown().optional(),
  created: z.unknown().optional(),
  usedBy: z.unknown().optional(),
  routeTag: z.unknown().optional(),
};
export const numberSetBody = z.strictObject(setFields);
const setParam = z.object({ numberSetId: id });
export const numberSetRoutes = {
  list: route({
    method: "GET",
    path: "/v4/numberset/",
    summary: "List number sets",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: numberSet,
    pagedBy: "numberSetId",
  }),
  create: route({
    method: "POST",
    path: "/v4/numberset/",
    summary: "Create a number set",
    caller: "account",
    privilege: "number-admin",
    body: numberSetBody,
    item: numberSet,
  }),
  find: route({
    method: "GET",
    path: "/v4/numberset/:numberSetId/",
    summary: "Get a number set",
    caller: "account",
    privilege: null,
    params: setParam,
    item: numberSet,
  }),
  update: route({
    method: "PUT",
    path: "/v4/numberset/:numberSetId/",
    summary: "Update a number set",
    caller: "account",
    privilege: "number-admin",
    params: setParam,
    body: z.strictObject({ ...setFields, ...owned }),
    item: numberSet,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/numberset/:numberSetId/",
    summary: "Delete a number set",
    description: "Refused while a workflow uses it.",
    caller: "account",
    privilege: "number-admin",
    params: setParam,
    item: done,
  }),
};
