import { z } from "zod";
import { done, id, route, wholeList } from "../route.ts";
import { session } from "./auth.ts";
import { privilegeNames, roles } from "./roles.ts";

const user = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  /** The first word of the name, and the rest. Both are empty for an invitation (spec 3 §3). */
  firstName: z.string(),
  lastName: z.string(),
  /** The user's id in live lists. Null for an invitation (spec 3 §3). */
  clientId: z.string().nullable(),
  role: z.enum(roles),
  privileges: z.array(z.enum(privilegeNames)),
  /** active, invited */
  state: z.enum(["active", "invited"]),
  lastSeen: z.string().nullable(),
  /** Whether sign-in asks for a code. */
  twoFactor: z.boolean(),
  /** Signs in through the identity provider and has no password. */
  signOn: z.boolean(),
  created: z.string(),
  /** When an invitation's link expires. Null for users. */
  expires: z.string().nullable(),
  /** Only in the answer to an invitation that was not e-mailed. Shown once. */
  invitationUrl: z.string().optional(),
  /** Only in the answer to an invitation when e-mail is set up: whether it was sent, or why not. */
  invitationMail: z.string().optional(),
});
export type User = z.infer<typeof user>;

/** Days that an invitation's link is valid. */
export const days = z
  .number({ error: "A link must last 1 to 30 days" })
  .int("A link must last 1 to 30 days")
  .min(1, "A link must last 1 to 30 days")
  .max(30, "A link must last 1 to 30 days")
  .default(7);

const rights = { role: z.enum(roles), privileges: z.array(z.enum(privilegeNames)).default([]) };

export const inviteBody = z.strictObject({
  email: z.email({ error: "Email must be a valid address" }),
  ...rights,
  days,
});
export const renewBody = z.strictObject({ days });

export const userRoutes = {
  list: route({
    method: "GET",
    path: "/v4/user/",
    summary: "List users",
    description: "Includes invited users.",
    caller: "account",
    privilege: null,
    query: z.strictObject(wholeList),
    item: user,
    pagedBy: "userId",
  }),
  invite: route({
    method: "POST",
    path: "/v4/user/",
    summary: "Invite a user",
    description: "With a one-time link.",
    caller: "account",
    privilege: "user-admin",
    body: inviteBody,
    secretAnswer: true,
    item: user,
    leased: "The list of users shows whether the invitation was created.",
  }),
  find: route({
    method: "GET",
    path: "/v4/user/:userId/",
    summary: "Get a user or an invitation",
    caller: "account",
    privilege: null,
    params: z.object({ userId: id }),
    item: user,
  }),
  renew: route({
    method: "POST",
    path: "/v4/user/:userId/invitation",
    summary: "Renew an invitation",
    description: "Creates a new link. The earlier link stops working.",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    body: renewBody,
    secretAnswer: true,
    item: user,
    leased: "The invitation shows when its link expires.",
  }),
  sessions: route({
    method: "GET",
    path: "/v4/user/:userId/session/",
    summary: "List a user's sessions in this account",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: session,
  }),
  endSession: route({
    method: "DELETE",
    path: "/v4/user/:userId/session/:sessionId/",
    summary: "End one session of a user",
    description: "In this account.",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id, sessionId: id }),
    item: done,
  }),
  endSessions: route({
    method: "DELETE",
    path: "/v4/user/:userId/session/",
    summary: "End all sessions of a user",
    description: "In this account.",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: z.object({ id: z.string(), ended: z.number().int() }),
  }),
  update: route({
    method: "PUT",
    path: "/v4/user/:userId/",
    summary: "Update a user's role and privileges",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    body: z.strictObject(rights),
    item: user,
  }),
  resetTwoFactor: route({
    method: "DELETE",
    path: "/v4/user/:userId/two-factor/",
    summary: "Turn off a user's two-factor authentication",
    description: "For users who have lost their device.",
    caller: "account",
    privilege: "user-admin",
    params: z.object({ userId: id }),
    item: done,
  }),
  resetLink: route({
    method: "POST",
    path: "/v4/user/:userId/password-reset",
    summary: "Create a password reset link for a user",
    description: "One-time link, only for users who belong to this account alone.",
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
  /** Only in the answer that created it. */
  key: z.string().optional(),
});
export type ApiKey = z.infer<typeof apiKey>;
export const apiKeyRoutes = {
  list: route({
    method: "GET",
    path: "/v4/apikey/",
    summary: "List API keys",
    caller: "account",
    privilege: "account-config-update",
    query: z.strictObject(wholeList),
    item: apiKey,
    pagedBy: "apiKeyId",
  }),
  create: route({
    method: "POST",
    path: "/v4/apikey/",
    summary: "Create an API key",
    description: "The key is shown once.",
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
    summary: "Revoke an API key",
    caller: "account",
    privilege: "account-config-update",
    params: z.object({ apiKeyId: id }),
    item: done,
  }),
};
