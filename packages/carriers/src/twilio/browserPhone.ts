import { signToken } from "../signToken.ts";

/** The key that signs tokens of browsers (telecom §1.6). */
export interface PhoneKey {
  accountSid: string;
  /** `SK` and 32 hexadecimal digits. */
  keySid: string;
  secret: string;
}

/** How long a token is valid, in seconds. Browsers ask for the next one before it ends. */
export const phoneTokenSeconds = 3_600;

/** The name of a user's browser at the provider: letters, digits and underscores. */
export const phoneIdentity = (accountId: string, userId: string): string =>
  `user_${userId.replaceAll("-", "")}_${accountId.replaceAll("-", "")}`;

const clientScheme = "client:";

/** The address at which the provider rings a browser. */
export const browserAddress = (identity: string): string => clientScheme + identity;

/** Whether an address is that of a browser. */
export const isBrowserAddress = (address: string): boolean => address.startsWith(clientScheme);

/** A token with which a browser receives calls, and places none: calls are placed here, where limits and opt-outs are checked. */
export async function signPhoneToken(
  { accountSid, keySid, secret }: PhoneKey,
  identity: string,
  nowMs: number,
): Promise<string> {
  const issued = Math.floor(nowMs / 1_000);
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return signToken(
    { cty: "twilio-fpa;v=1", typ: "JWT", alg: "HS256" },
    {
      jti: `${keySid}-${issued}`,
      grants: { identity, voice: { incoming: { allow: true } } },
      iat: issued,
      exp: issued + phoneTokenSeconds,
      iss: keySid,
      sub: accountSid,
    },
    (bytes) => crypto.subtle.sign("HMAC", key, bytes),
  );
}
