/** What short addresses of an account begin with: its own domain, reached as the public address is, else that address. */
export const linkBase = (publicUrl: string, domain: string | null): string =>
  domain === null ? publicUrl : `${new URL(publicUrl).protocol}//${domain}`;
