import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { session } from "./auth.ts";
import { privilegeNames, roles } from "./roles.ts";

const user = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  /** The first word of the name, and the rest of it; both are empty for an invitation (spec 3 §3). */
  firstName: z.string(),
  lastName: z.string(),
  /** The id that live lists know the user by; null for an invitation (spec 3 §3). */
  clientId: z.string().nullable(),
  role: z.enum(roles),
  privileges: z.array(z.enum(privilegeNames)),
  /** active, invited */
  state: z.enum(["active", "invited"]),
  lastSeen: z.string().nullable(),
  /** A code is asked for when they sign in. */
  twoFactor: z.boolean(),
  /** The account's identity provider vouches for them: they have no password. */
  signOn: z.boolean(),
  created: z.string(),
  /** When the link of an invitation ends; null for users. */
  expires: z.string().nullable(),
  /** Only in the answer to an invitation that was not mailed; shown once. */
  invitationUrl: z.string().optional(),
  /** Only in the answer to an invitation where mail is set up: that it was mailed, or why not. */
  invitationMail: z.string().optional(),
});
export type User = z.infer<typeof user>;

/** For how many days the link of an invitation may be followed. */
export const days = z
  .number({ error: "A link lasts 1 to 30 days" })
  .int("A link lasts 1 to 30 days")
  .min(1, "A link lasts 1 to 30 days")
  .max(30, "A link lasts 1 to 30 days")
  .default(7);

const rights = { role: z.enum(roles), privileges: z.array(z.enum(privilegeNames)).default([]) };

export const userRoutes = {
  list: route({
    method: "GET",
    path: "/v4/user/",
    summary: "Users of the account, invited ones too",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: user,
    pagedBy: "userId",
  }),
  invite: route({
    method: "POST",
    path: "/v4/user/",
    summary: "Invite somebody by a one-time link",
    caller: "account",
    privilege: "user-admin",
    body: z.strictObject({ email: z.email({ error: "Email must be a valid address" }), ...rights, days }),
    secretAnswer: true,
    item: user,
    leased: "The list of users shows whether the invitation was made.",
  }),
  find: route({
    method: "GET",
    path: "/v4/user/:userId/",
    summary: "One user, or one invitation",
    caller: "account",
    privilege: null,
    params: z.object({ userId: id }),
    item: user,
  }),
  renew: route({
    method: "POST",
    path: "/v4/user/:userId/invitation",
    summary: "Make a new link for an invitation; the one before ends",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    body: z.strictObject({ days }),
    secretAnswer: true,
    item: user,
    leased: "The invitation shows when its link ends.",
  }),
  sessions: route({
    method: "GET",
    path: "/v4/user/:userId/session/",
    summary: "Where a user is signed in to this account",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: session,
  }),
  endSession: route({
    method: "DELETE",
    path: "/v4/user/:userId/session/:sessionId/",
    summary: "End one session of a user in this account",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id, sessionId: id }),
    item: done,
  }),
  endSessions: route({
    method: "DELETE",
    path: "/v4/user/:userId/session/",
    summary: "End every session of a user in this account",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: z.object({ id: z.string(), ended: z.number().int() }),
  }),
  update: route({
    method: "PUT",
    path: "/v4/user/:userId/",
    summary: "Change a user's role and privileges",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    body: z.strictObject(rights),
    item: user,
  }),
  resetTwoFactor: route({
    method: "DELETE",
    path: "/v4/user/:userId/two-factor/",
    summary: "Turn two-factor sign-in off for somebody who has lost theirs",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: done,
  }),
  resetLink: route({
    method: "POST",
    path: "/v4/user/:userId/password-reset",
    summary: "Make a one-time link by which a user who belongs to this account alone chooses a new password",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    secretAnswer: true,
    item: z.object({ userId: z.string(), resetUrl: z.string(), expires: z.string() }),
  }),
  remove: route({
    method: "DELETE",
    path: "/v4/user/:userId/",
    summary: "Remove a user from the account",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: done,
  }),
};

const apiKey = z.object({
  apiKeyId: id,
  name: z.string(),
  role: z.enum(roles),
  privileges: z.array(z.enum(privilegeNames)),
  prefix: z.string(),
  created: z.string(),
  lastUsed: z.string().nullable(),
  /** Only in the answer that made it; never shown again. */
  key: z.string().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeyRoutes = {
  list: route({
    method: "GET",
    path: "/v4/apikey/",
    summary: "API keys of the account",
    caller: "account",
    privilege: "account-config-update",
    query: z.strictObject(wholeList),
    item: apiKey,
    pagedBy: "apiKeyId",
  }),
  create: route({
    method: "POST",
    path: "/v4/apikey/",
    summary: "Make an API key; its text is shown once",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject({
      name: z.string().trim().min(1, "Name is required").max(72, "Name must have at most 72 characters"),
      ...rights,
    }),
    secretAnswer: true,
    item: apiKey,
  }),
  revoke: route({
    method: "DELETE",
    path: "/v4/apikey/:apiKeyId/",
    summary: "Revoke an API key at once",
    caller: "account",
    privilege: "account-config-update",
    params: z.object({ apiKeyId: id }),
    item: done,
  }),
};
