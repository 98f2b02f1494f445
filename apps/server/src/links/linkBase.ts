/** The base of an account's short links: its own domain with the scheme of the public address, or the public address. */
export const linkBase = (publicUrl: string, domain: string | null): string =>
  domain === null ? publicUrl : `${new URL(publicUrl).protocol}//${domain}`;
