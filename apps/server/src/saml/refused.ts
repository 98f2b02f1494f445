import type { SamlRefusal } from "@trunkline/contract/identity/saml.ts";

/** Details of a signed assertion for the log of attempts. */
export interface About {
  issuer: string | null;
  fingerprint: string | null;
  email: string | null;
}

/** A refused sign-in with the entry for the log of attempts. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: SamlRefusal;
  readonly detail: string | null;
  /** Null until a signature is verified, because contents of a forgery are not logged. */
  about: About | null = null;

  constructor(refusal: SamlRefusal, detail?: string) {
    super(detail ?? refusal);
    this.refusal = refusal;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: received text may contain any
    this.detail = detail === undefined ? null : detail.replaceAll(/[\0-\x1f\x7f]/g, " ").slice(0, 300);
  }
}
