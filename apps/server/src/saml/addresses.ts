import type { ServiceProvider } from "./checkAnswer.ts";

/** The URLs of an account's single sign-on (readings, SAML). */
export interface SignOnAddresses extends ServiceProvider {
  signInUrl: string;
}

/** The URLs for an account's identity provider and its users. */
export const signOnAddresses = (publicUrl: string, account: string): SignOnAddresses => ({
  acsUrl: `${publicUrl}/saml/${account}/acs`,
  entityId: `${publicUrl}/saml/${account}/metadata`,
  signInUrl: `${publicUrl}/saml/${account}/sign-in`,
});

const start = "/";

/** The path after sign-in. Anything other than a path of the product is replaced. */
export function safeTarget(asked: string | undefined): string {
  // A single slash and visible ASCII: no other host, and no line feed that a browser would drop.
  if (asked === undefined || asked.length > 1000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked)) return start;
  const url = new URL(asked, "http://own.invalid");
  if (url.host !== "own.invalid" || /^\/(saml|auth|v3|v4|login|single-sign-on)(\/|$)/.test(url.pathname)) return start;
  return asked;
}
