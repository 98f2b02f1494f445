import { z } from "zod";
import { id, route, wholeList } from "../route.ts";
import { callbackOffer, callbackOfferBody, target, targetBody, wrapUpBody, wrapUpTime } from "./target.ts";

/** A named group of users that callers are routed to (spec 3 §3). */
const liveList = z.object({
  listName: z.string(),
  clientIds: z.array(id),
  /** The users, by name. */
  users: z.array(z.object({ clientId: id, firstName: z.string(), lastName: z.string() })),
  ...target,
  ...wrapUpTime,
  ...callbackOffer,
  created: z.string(),
  /** Route tags of the inbound workflows and IVR menus that route callers to the list. */
  routedBy: z.array(z.string()),
});
export type LiveList = z.infer<typeof liveList>;

const listName = z
  .string({ error: "List Name is required" })
  .trim()
  .min(1, "List Name is required")
  .max(72, "List Name must have at most 72 characters")
  // spec 3 §5 permits a backslash by mistake; it is refused here (readings, IVR and live lists)
  .regex(/^[a-z0-9-]+$/, "List Name includes lowercase characters, numeric character and hyphens");
const body = {
  listName,
  clientIds: z
    .array(id, { error: "Users must be a list of user ids" })
    .max(500, "A live list has at most 500 users")
    .refine((ids) => new Set(ids.map((one) => one.toLowerCase())).size === ids.length, {
      error: "A user can be in a live list once",
    })
    .default([]),
  ...targetBody,
  ...wrapUpBody,
  ...callbackOfferBody,
};
const owned = { users: z.unknown().optional(), created: z.unknown().optional(), routedBy: z.unknown().optional() };

/** Fields of a live list that can be written. */
export const liveListBody = z.strictObject({ ...body, ...owned });

/** Live lists (spec 3 §7). Spec 3 §6 names no privilege for them: every role but viewer changes them. */
export const liveListRoutes = {
  list: route({
    method: "GET",
    path: "/v4/livelist/all",
    summary: "List live lists",
    description: "Sorted by name, with their users.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: liveList,
    pagedBy: "listName",
  }),
  create: route({
    method: "POST",
    path: "/v4/livelist",
    summary: "Create a live list",
    caller: "account",
    privilege: null,
    notViewers: true,
    body: liveListBody,
    item: liveList,
  }),
  update: route({
    method: "PUT",
    path: "/v4/livelist/:listName",
    summary: "Update the users and the target of a live list",
    description: "The name cannot be changed.",
    caller: "account",
    privilege: null,
    notViewers: true,
    params: z.object({ listName: z.string() }),
    body: liveListBody,
    item: liveList,
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/livelist",
    summary: "Delete a live list",
    description: "Refused while an inbound workflow or IVR menu routes callers to it.",
    caller: "account",
    privilege: null,
    notViewers: true,
    body: z.object({ listName: z.string({ error: "List Name is required" }).trim().min(1, "List Name is required") }),
    item: z.object({ listName: z.string() }),
  }),
};
