import { z } from "zod";
import { id, route } from "../route.ts";
import { privilegeNames, roles } from "./roles.ts";

const email = z.email({ error: "Email must be a valid address" }).max(254);
/** At least 10 characters: long beats strange. */
export const newPassword = z
  .string()
  .min(10, "Password must have at least 10 characters")
  .max(200, "Password must have at most 200 characters");

/** Why nothing leaves the account now. */
const sendingHold = z.object({
  /** The kill switch is on, or what may be spent on this UTC day is spent. */
  reason: z.enum(["kill_switch", "spend_limit"]),
  /** When and by whom the switch was turned on, where the audit log tells. */
  since: z.string().nullable(),
  by: z.string().nullable(),
  /** What may be spent a day. */
  spendLimitMicros: z.number().int().nullable(),
});
export type SendingHold = z.infer<typeof sendingHold>;

/** Who is signed in, to which account, with what rights. */
export const me = z.object({
  user: z.object({ userId: z.string(), email: z.string(), name: z.string() }),
  account: z.object({ accountSid: id, name: z.string() }),
  role: z.enum(roles),
  privileges: z.array(z.enum(privilegeNames)),
  flags: z.record(z.string(), z.boolean()),
  accounts: z.array(z.object({ accountSid: id, name: z.string() })),
  /** True while texts go to the simulated carrier: the badge of the top bar. */
  simulated: z.boolean(),
  /** The account asks for two-factor sign-in, and it is not set up yet: nothing else of the account may be called. */
  twoFactorNeeded: z.boolean(),
  /** The account takes only single sign-on, and this is a session by password: nothing else of the account may be called. */
  signOnNeeded: z.boolean(),
  /** Signed in by single sign-on: in this account alone, without a password here. */
  signOn: z.boolean(),
  /** What keeps the account from sending; null: nothing. */
  held: sendingHold.nullable(),
});
export type Me = z.infer<typeof me>;

/** The password was right, and a second step is asked for: `challenge` goes with the code. */
const challenge = z.object({ challenge: z.string(), expires: z.string() });

/** What a sign-in answers: who it is, or what is still to come. */
const signedIn = z.union([challenge, me]);

/** What the sign-in page must know before anybody is signed in. */
const entrance = z.object({
  /** No account yet: /setup makes the first. */
  setup: z.boolean(),
  /** The demo's sign-in, shown on the page while it is unchanged. */
  demo: z.object({ email: z.string(), password: z.string() }).nullable(),
  /** Mail is set up: a link to choose a new password can be mailed. */
  mail: z.boolean(),
});

/** The token of a link to choose a new password. It travels in bodies alone, never in an address that a proxy logs. */
const resetToken = z.string().min(1, "The link is not complete").max(200);

export const authRoutes = {
  entrance: route({
    method: "GET",
    path: "/auth/entrance",
    summary: "Whether the product is set up, and the demo's sign-in",
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
    body: z.strictObject({ email, password: z.string().min(1, "Password is required").max(200) }),
    secretAnswer: true,
    item: signedIn,
  }),
  signOut: route({
    method: "POST",
    path: "/auth/sign-out",
    summary: "End this session",
    caller: "user",
    privilege: null,
    item: z.object({}),
  }),
  me: route({
    method: "GET",
    path: "/auth/me",
    summary: "Who is signed in and what they may do",
    caller: "user",
    privilege: null,
    item: me,
  }),
  switchAccount: route({
    method: "POST",
    path: "/auth/account",
    summary: "Go on in another account of the same user",
    caller: "user",
    privilege: null,
    body: z.strictObject({ accountSid: id }),
    item: me,
  }),
  password: route({
    method: "POST",
    path: "/auth/password",
    summary: "Change the own password; other sessions end",
    caller: "user",
    privilege: null,
    body: z.strictObject({ current: z.string().min(1, "Current password is required"), next: newPassword }),
    item: z.object({}),
  }),
  requestReset: route({
    method: "POST",
    path: "/auth/password-reset",
    summary: "Mail a link to choose a new password; the answer is the same whether the user exists or not",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({ email }),
    item: z.object({}),
  }),
  findReset: route({
    method: "POST",
    path: "/auth/password-reset/link",
    summary: "Whose password a link changes",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({ token: resetToken }),
    item: z.object({ email: z.string(), expires: z.string() }),
  }),
  resetPassword: route({
    method: "PUT",
    path: "/auth/password-reset",
    summary: "Choose a new password by a one-time link; every session of the user ends, two-factor sign-in stays",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({ token: resetToken, password: newPassword }),
    item: z.object({ email: z.string() }),
  }),
  setup: route({
    method: "POST",
    path: "/auth/setup",
    summary: "Make the first account with the one-time token from the log",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({
      token: z.string().min(1, "Setup token is required"),
      accountName: z.string().trim().min(1, "Account name is required").max(100),
      name: z.string().trim().min(1, "Name is required").max(100),
      email,
      password: newPassword,
    }),
    item: me,
  }),
  invitation: route({
    method: "GET",
    path: "/auth/invitation/:token",
    summary: "What an invitation invites to",
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
    body: z.strictObject({ name: z.string().trim().min(1, "Name is required").max(100), password: newPassword }),
    secretAnswer: true,
    item: signedIn,
  }),
};

/** One browser that somebody is signed in with. */
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
    summary: "The own sessions",
    caller: "user",
    privilege: null,
    item: session,
  }),
  end: route({
    method: "DELETE",
    path: "/v4/session/:sessionId/",
    summary: "End one of the own sessions",
    caller: "user",
    privilege: null,
    params: z.object({ sessionId: id }),
    item: z.object({ id: z.string() }),
  }),
  endOthers: route({
    method: "DELETE",
    path: "/v4/session/",
    summary: "End all the own sessions but this one",
    caller: "user",
    privilege: null,
    item: z.object({ ended: z.number().int() }),
  }),
};
