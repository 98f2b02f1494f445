import type { ServiceProvider } from "./judgeAnswer.ts";

/** Where an account's single sign-on is reached (readings, SAML). */
export interface SignOnAddresses extends ServiceProvider {
  signInUrl: string;
}

/** The addresses that an account's identity provider and its users are given. */
export const signOnAddresses = (publicUrl: string, account: string): SignOnAddresses => ({
  acsUrl: `${publicUrl}/saml/${account}/acs`,
  entityId: `${publicUrl}/saml/${account}/metadata`,
  signInUrl: `${publicUrl}/saml/${account}/sign-in`,
});

const start = "/campaigns";

/** Where somebody goes on after signing in: a path of the product, whatever was asked for. */
export function safeTarget(asked: string | undefined): string {
  // one slash and visible ASCII: no other host, no line feed that a browser would drop
  if (asked === undefined || asked.length > 1000 || !/^\/(?![/\\])[\x21-\x7e]*$/.test(asked)) return start;
  const url = new URL(asked, "http://own.invalid");
  if (url.host !== "own.invalid" || /^\/(saml|auth|v3|v4|login|single-sign-on)(\/|$)/.test(url.pathname)) return start;
  return asked;
}
