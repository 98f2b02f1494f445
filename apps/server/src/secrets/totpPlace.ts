import type { SecretPlace } from "./secrets.ts";

/** Where the secret of a user's authenticator lies: users have a data key of their own. */
export const totpPlace = (userId: string): SecretPlace => ({
  accountId: userId,
  table: "auth_totp",
  row: userId,
  field: "secret",
});
