import { z } from "zod";
import { id, route } from "../route.ts";
import { privilegeNames, roles } from "./roles.ts";

const email = z.email({ error: "Email must be a valid address" }).max(254);
/** Length matters more than special characters. */
export const newPassword = z
  .string()
  .min(10, "Password must have at least 10 characters")
  .max(200, "Password must have at most 200 characters");

/** Why the account currently sends nothing. */
const sendingHold = z.object({
  /** The kill switch is on, or today's spending limit (in UTC) is reached. */
  reason: z.enum(["kill_switch", "spend_limit"]),
  /** When and by whom the switch was turned on, if the audit log has it. */
  since: z.string().nullable(),
  by: z.string().nullable(),
  /** The daily limit. */
  spendLimitMicros: z.number().int().nullable(),
});
export type SendingHold = z.infer<typeof sendingHold>;

/** The signed-in user, the open account and the user's rights. */
export const me = z.object({
  user: z.object({ userId: z.string(), email: z.string(), name: z.string() }),
  account: z.object({ accountSid: id, name: z.string() }),
  role: z.enum(roles),
  privileges: z.array(z.enum(privilegeNames)),
  flags: z.record(z.string(), z.boolean()),
  /** The account publishes workflows only by users with workflow-approve. */
  publishingNeedsApproval: z.boolean(),
  accounts: z.array(z.object({ accountSid: id, name: z.string() })),
  /** True while texts go to the simulated carrier. Shows the badge in the top bar. */
  simulated: z.boolean(),
  /** The account requires two-factor authentication and the user has not set it up. Other endpoints of the account refuse the session. */
  twoFactorNeeded: z.boolean(),
  /** The account requires single sign-on and this session used a password. Other endpoints of the account refuse the session. */
  signOnNeeded: z.boolean(),
  /** Signed in by single sign-on: limited to this account, without a password. */
  signOn: z.boolean(),
  /** What stops the account from sending, or null. */
  held: sendingHold.nullable(),
});
export type Me = z.infer<typeof me>;

/** The password was correct and a second step is required. `challenge` is sent with the code. */
const challenge = z.object({ challenge: z.string(), expires: z.string() });

/** The session, or the next step. */
const signedIn = z.union([challenge, me]);

/** What the sign-in page needs before sign-in. */
const entrance = z.object({
  /** True when no account exists. /setup creates the first. */
  setup: z.boolean(),
  /** The demo's credentials, shown on the page until they are changed. */
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** True when password reset links can be sent by e-mail. */
  mail: z.boolean(),
});

/** Password reset token. Sent only in request bodies, so that proxies do not log it. */
const resetToken = z.string().min(1, "The link is incomplete").max(200);

export const signInBody = z.strictObject({ email, password: z.string().min(1, "Password is required").max(200) });
export const passwordBody = z.strictObject({
  current: z.string().min(1, "Current password is required"),
  next: newPassword,
});
export const requestResetBody = z.strictObject({ email });
export const setupBody = z.strictObject({
  token: z.string().min(1, "Setup token is required"),
  accountName: z.string().trim().min(1, "Account name is required").max(100),
  name: z.string().trim().min(1, "Name is required").max(100),
  email,
  password: newPassword,
});
export const acceptInvitationBody = z.strictObject({
  name: z.string().trim().min(1, "Name is required").max(100),
  password: newPassword,
});

export const authRoutes = {
  entrance: route({
    method: "GET",
    path: "/auth/entrance",
    summary: "Get the sign-in settings",
    description: "Whether the product is set up, and the demo's credentials.",
    caller: "anyone",
    privilege: null,
    item: entrance,
  }),
  signIn: route({
    method: "POST",
    path: "/auth/sign-in",
    summary: "Sign in with e-mail and password",
    caller: "anyone",
    privilege: null,
    body: signInBody,
    secretAnswer: true,
    item: signedIn,
  }),
  signOut: route({
    method: "POST",
    path: "/auth/sign-out",
    summary: "Sign out",
    caller: "user",
    privilege: null,
    item: z.object({}),
  }),
  me: route({
    method: "GET",
    path: "/auth/me",
    summary: "Get the current session",
    description: "The signed-in user and their rights.",
    caller: "user",
    privilege: null,
    item: me,
  }),
  switchAccount: route({
    method: "POST",
    path: "/auth/account",
    summary: "Switch to another account",
    caller: "user",
    privilege: null,
    body: z.strictObject({ accountSid: id }),
    item: me,
  }),
  password: route({
    method: "POST",
    path: "/auth/password",
    summary: "Change your password",
    description: "Your other sessions end.",
    caller: "user",
    privilege: null,
    body: passwordBody,
    item: z.object({}),
  }),
  requestReset: route({
    method: "POST",
    path: "/auth/password-reset",
    summary: "Send a password reset link",
    description: "The answer is the same whether or not the user exists.",
    caller: "anyone",
    privilege: null,
    body: requestResetBody,
    item: z.object({}),
  }),
  findReset: route({
    method: "POST",
    path: "/auth/password-reset/link",
    summary: "Get the user of a password reset link",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({ token: resetToken }),
    item: z.object({ email: z.string(), expires: z.string() }),
  }),
  resetPassword: route({
    method: "PUT",
    path: "/auth/password-reset",
    summary: "Reset a password",
    description: "With a one-time link. All sessions of the user end. Two-factor authentication stays on.",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({ token: resetToken, password: newPassword }),
    item: z.object({ email: z.string() }),
  }),
  setup: route({
    method: "POST",
    path: "/auth/setup",
    summary: "Create the first account",
    description: "With the one-time token from the log.",
    caller: "anyone",
    privilege: null,
    body: setupBody,
    item: me,
  }),
  invitation: route({
    method: "GET",
    path: "/auth/invitation/:token",
    summary: "Get an invitation",
    caller: "anyone",
    privilege: null,
    params: z.object({ token: z.string() }),
    item: z.object({ accountName: z.string(), email: z.string(), role: z.enum(roles) }),
  }),
  acceptInvitation: route({
    method: "POST",
    path: "/auth/invitation/:token",
    summary: "Accept an invitation and sign in",
    caller: "anyone",
    privilege: null,
    params: z.object({ token: z.string() }),
    body: acceptInvitationBody,
    secretAnswer: true,
    item: signedIn,
  }),
};

/** A signed-in browser. */
export const session = z.object({
  sessionId: z.string(),
  current: z.boolean(),
  created: z.string(),
  seen: z.string(),
  expires: z.string(),
  agent: z.string().nullable(),
  address: z.string().nullable(),
});
export type Session = z.infer<typeof session>;
export const sessionRoutes = {
  list: route({
    method: "GET",
    path: "/v4/session/",
    summary: "List your sessions",
    caller: "user",
    privilege: null,
    item: session,
  }),
  end: route({
    method: "DELETE",
    path: "/v4/session/:sessionId/",
    summary: "End one of your sessions",
    caller: "user",
    privilege: null,
    params: z.object({ sessionId: id }),
    item: z.object({ id: z.string() }),
  }),
  endOthers: route({
    method: "DELETE",
    path: "/v4/session/",
    summary: "End all your other sessions",
    caller: "user",
    privilege: null,
    item: z.object({ ended: z.number().int() }),
  }),
};
