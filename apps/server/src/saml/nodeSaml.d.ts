/** What is used of @node-saml/node-saml: its own types bring those of a browser into the server. */
export interface SamlOptions {
  callbackUrl: string;
  issuer: string;
  idpCert: string;
  audience?: string;
  entryPoint?: string;
  identifierFormat?: string;
  wantAssertionsSigned?: boolean;
  wantAuthnResponseSigned?: boolean;
  acceptedClockSkewMs?: number;
  maxAssertionAgeMs?: number;
  disableRequestedAuthnContext?: boolean;
  generateUniqueId?: () => string;
}

export class SAML {
  constructor(options: SamlOptions);
  validatePostResponseAsync(
    container: Record<string, string>,
  ): Promise<{ profile: Profile | null; loggedOut: boolean }>;
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>;
}

interface Profile {
  /** The assertion as it was signed. */
  getAssertionXml?: () => string;
}
