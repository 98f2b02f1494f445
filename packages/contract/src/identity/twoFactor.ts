import { z } from "zod";
import { route } from "../route.ts";
import { me } from "./auth.ts";

/** Six digits, however they are spaced. */
const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "The code has six digits"));
/** Those, or a recovery code. */
const anyCode = z.string().trim().min(1, "Code is required").max(40);
const password = z.string().min(1, "Password is required").max(200);

/** How somebody's two-factor sign-in stands. */
const twoFactor = z.object({
  enabled: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** The account that is open asks for it. */
  required: z.boolean(),
});
export type TwoFactor = z.infer<typeof twoFactor>;

/** Ten of them, each used once; shown in this answer alone. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFactorRoutes = {
  find: route({
    method: "GET",
    path: "/auth/two-factor",
    summary: "How the own two-factor sign-in stands",
    caller: "user",
    privilege: null,
    item: twoFactor,
  }),
  begin: route({
    method: "POST",
    path: "/auth/two-factor/begin",
    summary: "Make a secret for an authenticator; it counts once a code of it was given",
    caller: "user",
    privilege: null,
    body: z.strictObject({ password }),
    secretAnswer: true,
    item: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: route({
    method: "POST",
    path: "/auth/two-factor/confirm",
    summary: "Give a code of the new secret: from now on it is asked for; other sessions end",
    caller: "user",
    privilege: null,
    body: z.strictObject({ code }),
    secretAnswer: true,
    item: recoveryCodes,
  }),
  renewCodes: route({
    method: "POST",
    path: "/auth/two-factor/recovery-codes",
    summary: "Make new recovery codes by a code of the authenticator, or a recovery code; those of before end",
    caller: "user",
    privilege: null,
    body: z.strictObject({ code: anyCode }),
    secretAnswer: true,
    item: recoveryCodes,
  }),
  disable: route({
    method: "POST",
    path: "/auth/two-factor/disable",
    summary: "Turn two-factor sign-in off with the password and a code of the authenticator, or a recovery code",
    caller: "user",
    privilege: null,
    body: z.strictObject({ password, code: anyCode }),
    item: z.object({}),
  }),
  signIn: route({
    method: "POST",
    path: "/auth/sign-in/code",
    summary: "The second step of a sign-in: a code of the authenticator, or a recovery code",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({
      challenge: z.string().min(1).max(200),
      code: anyCode,
    }),
    item: me,
  }),
};
