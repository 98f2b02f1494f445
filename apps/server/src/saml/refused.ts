import type { SamlRefusal } from "@trunkline/contract/identity/saml.ts";

/** What a signed assertion says of itself, for the log of attempts. */
export interface About {
  issuer: string | null;
  fingerprint: string | null;
  email: string | null;
}

/** A sign-in that is refused, with what the log of attempts says of it. */
export class Refused extends Error {
  override name = "Refused";
  readonly refusal: SamlRefusal;
  readonly detail: string | null;
  /** Null before a signature was right: what stands in a forgery is nobody's word. */
  about: About | null = null;

  constructor(refusal: SamlRefusal, detail?: string) {
    super(detail ?? refusal);
    this.refusal = refusal;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: what others send may hold any
    this.detail = detail === undefined ? null : detail.replaceAll(/[\0-\x1f\x7f]/g, " ").slice(0, 300);
  }
}
