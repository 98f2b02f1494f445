/** Where a sign-in by single sign-on begins: the server leads on to the identity provider. */
export const signOnHref = (accountSid: string, next: string): string =>
  `/saml/${accountSid}/sign-in?next=${encodeURIComponent(next)}`;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** The account that somebody names by its id, or by any address that it stands in. */
export const accountNamed = (text: string): string | null => uuid.exec(text)?.[0]?.toLowerCase() ?? null;
