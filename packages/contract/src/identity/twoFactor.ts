import { z } from "zod";
import { route } from "../route.ts";
import { me } from "./auth.ts";

/** Six digits, spaces allowed. */
const code = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "The code must have six digits"));
/** A code or a recovery code. */
const anyCode = z.string().trim().min(1, "Code is required").max(40);
const password = z.string().min(1, "Password is required").max(200);

/** State of a user's two-factor authentication. */
const twoFactor = z.object({
  enabled: z.boolean(),
  since: z.string().nullable(),
  recoveryCodesLeft: z.number().int(),
  /** Whether the open account requires it. */
  required: z.boolean(),
});
export type TwoFactor = z.infer<typeof twoFactor>;

/** Ten single-use codes, shown only in this answer. */
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

export const twoFactorRoutes = {
  find: route({
    method: "GET",
    path: "/auth/two-factor",
    summary: "Get your two-factor settings",
    caller: "user",
    privilege: null,
    item: twoFactor,
  }),
  begin: route({
    method: "POST",
    path: "/auth/two-factor/begin",
    summary: "Create a secret for an authenticator app",
    description: "It takes effect once you confirm it with a code.",
    caller: "user",
    privilege: null,
    body: z.strictObject({ password }),
    secretAnswer: true,
    item: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirm: route({
    method: "POST",
    path: "/auth/two-factor/confirm",
    summary: "Turn on two-factor authentication",
    description: "Send a code of the new secret. Your other sessions end.",
    caller: "user",
    privilege: null,
    body: z.strictObject({ code }),
    secretAnswer: true,
    item: recoveryCodes,
  }),
  renewCodes: route({
    method: "POST",
    path: "/auth/two-factor/recovery-codes",
    summary: "Create new recovery codes",
    description: "Needs a code or a recovery code. The earlier recovery codes stop working.",
    caller: "user",
    privilege: null,
    body: z.strictObject({ code: anyCode }),
    secretAnswer: true,
    item: recoveryCodes,
  }),
  disable: route({
    method: "POST",
    path: "/auth/two-factor/disable",
    summary: "Turn off two-factor authentication",
    description: "Needs your password and a code or a recovery code.",
    caller: "user",
    privilege: null,
    body: z.strictObject({ password, code: anyCode }),
    item: z.object({}),
  }),
  signIn: route({
    method: "POST",
    path: "/auth/sign-in/code",
    summary: "Complete a two-factor authentication",
    description: "With a code or a recovery code.",
    caller: "anyone",
    privilege: null,
    body: z.strictObject({
      challenge: z.string().min(1).max(200),
      code: anyCode,
    }),
    item: me,
  }),
};
