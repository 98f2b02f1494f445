/** The address that starts single sign-on. The server redirects to the identity provider. */
export const signOnHref = (accountSid: string, next: string): string =>
  `/saml/${accountSid}/sign-in?next=${encodeURIComponent(next)}`;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Reads the account from its id, or from an address that contains it. */
export const accountNamed = (text: string): string | null => uuid.exec(text)?.[0]?.toLowerCase() ?? null;
