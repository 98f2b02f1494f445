/** The used part of @node-saml/node-saml. Its own types would add browser types to the server. */
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
  /** The signed assertion. */
  getAssertionXml?: () => string;
}
