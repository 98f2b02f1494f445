import type { SecretPlace } from "./secrets.ts";

/** The location of a user's authenticator secret. Users have a separate data key. */
export const totpPlace = (userId: string): SecretPlace => ({
  accountId: userId,
  table: "auth_totp",
  row: userId,
  field: "secret",
});
