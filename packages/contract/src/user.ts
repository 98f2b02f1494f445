import { z } from "zod";
import { privilegeNames, roles } from "./roles.ts";
import { done, id, route } from "./route.ts";

export const user = z.object({
  userId: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  role: z.enum(roles),
  privileges: z.array(z.enum(privilegeNames)),
  /** active, invited */
  state: z.enum(["active", "invited"]),
  lastSeen: z.string().nullable(),
  created: z.string(),
  /** Only in the answer to an invitation where no mail is set up; shown once. */
  invitationUrl: z.string().optional(),
});
export type User = z.infer<typeof user>;

const rights = { role: z.enum(roles), privileges: z.array(z.enum(privilegeNames)).default([]) };

export const userRoutes = {
  list: route({
    method: "GET",
    path: "/v4/user/",
    summary: "Users of the account, invited ones too",
    caller: "account",
    privilege: null,
    item: user,
  }),
  invite: route({
    method: "POST",
    path: "/v4/user/",
    summary: "Invite somebody by a one-time link",
    caller: "account",
    privilege: "user-admin",
    body: z.strictObject({ email: z.email({ error: "Email must be a valid address" }), ...rights }),
    secretAnswer: true,
    item: user,
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

export const apiKey = z.object({
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
    item: apiKey,
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
