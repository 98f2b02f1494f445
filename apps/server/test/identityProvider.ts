import { randomUUID } from "node:crypto";
import { Constants, IdentityProvider, ServiceProvider, setSchemaValidator } from "samlify";
import { makeCertificate, type OwnCertificate } from "./certificate.ts";

/** A real identity provider, built on another library than the one that is tested. */
export interface TestProvider {
  entityId: string;
  /** Its metadata, with the certificates that it signs by now and later. */
  metadata(certificates?: readonly OwnCertificate[]): string;
  /** A response as base64, with a valid signature by default. */
  answer(to: { acsUrl: string; entityId: string }, about: About): Promise<string>;
  /** What a request by redirect asks, as the other library reads it. */
  read(query: Record<string, string>): Promise<{ id: string; acsUrl: string; entityId: string }>;
  /** Signs by another certificate from now on. */
  change(certificate: OwnCertificate): void;
}

/** What an answer says; what is left out is as it should be. */
export interface About {
  email: string;
  name?: string | undefined;
  inResponseTo?: string | undefined;
  audience?: string;
  recipient?: string;
  destination?: string;
  issuer?: string;
  /** Minutes from now. */
  issued?: number;
  from?: number;
  until?: number;
  status?: string;
  assertionId?: string;
  /** Part of the template in other words. */
  instead?: [string | RegExp, string][];
  algorithm?: "sha1" | "sha256" | "sha512";
  /** The answer as a whole is signed too, or it alone. */
  signed?: "assertion" | "both" | "answer";
  /** Made by this key in place of its own. */
  by?: OwnCertificate;
}

// the test looks at every part itself
setSchemaValidator({ validate: async () => "taken" });

const algorithms = {
  sha1: "http://www.w3.org/2000/09/xmldsig#rsa-sha1",
  sha256: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  sha512: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
};
const transforms = ["http://www.w3.org/2000/09/xmldsig#enveloped-signature", "http://www.w3.org/2001/10/xml-exc-c14n#"];
const minuteMs = 60_000;

/** A certificate as identity providers have: RSA. */
export const makeProviderCertificate = (): OwnCertificate => makeCertificate([127, 0, 0, 1], { key: "rsa" });

const bodyOf = ({ cert }: OwnCertificate): string => cert.replaceAll(/-----[^-]+-----|\s/g, "");

/** Metadata as identity providers write it. */
export const metadataOf = (entityId: string, signOnUrl: string, certificates: readonly OwnCertificate[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- written by an identity provider -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${entityId}">
  <md:IDPSSODescriptor WantAuthnRequestsSigned="false" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
${certificates.map((one) => `    <md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${bodyOf(one)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`).join("\n")}
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${signOnUrl}"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${signOnUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

/** Makes an identity provider with a key of its own. */
export function makeProvider(entityId: string, signOnUrl = "https://idp.example.com/sso"): TestProvider {
  let own = makeProviderCertificate();
  const entityOf = (signer: OwnCertificate, requestSignatureAlgorithm: string) =>
    IdentityProvider({
      metadata: metadataOf(entityId, signOnUrl, [signer]),
      privateKey: signer.key,
      requestSignatureAlgorithm,
      messageSigningOrder: "sign-then-encrypt",
      isAssertionEncrypted: false,
      loginResponseTemplate: { context: template, attributes: [] },
    });
  return {
    entityId,
    metadata: (certificates = [own]) => metadataOf(entityId, signOnUrl, certificates),
    change: (certificate) => {
      own = certificate;
    },
    read: async (query) => {
      const service = serviceOf({ acsUrl: "", entityId: "" }, "assertion", algorithms.sha256);
      const { extract } = await entityOf(own, algorithms.sha256).parseLoginRequest(service, "redirect", { query });
      const { id, assertionConsumerServiceUrl: acsUrl = "" } = extract.request;
      return { id, acsUrl, entityId: extract.issuer ?? "" };
    },
    answer: async (to, about) => {
      const algorithm = algorithms[about.algorithm ?? "sha256"];
      const service = serviceOf(to, about.signed ?? "assertion", algorithm);
      const request = { extract: { request: { id: about.inResponseTo ?? "" } } };
      const fill = (context: string) => ({
        id: `_${randomUUID()}`,
        context: fillTemplate(context, to, { ...about, issuer: about.issuer ?? entityId }),
      });
      const entity = entityOf(about.by ?? own, algorithm);
      return (await entity.createLoginResponse(service, request, "post", { email: about.email }, fill)).context;
    },
  };
}

const serviceOf = (to: { acsUrl: string; entityId: string }, signed: NonNullable<About["signed"]>, algorithm: string) =>
  ServiceProvider({
    entityID: to.entityId,
    wantAssertionsSigned: signed !== "answer",
    wantMessageSigned: signed !== "assertion",
    requestSignatureAlgorithm: algorithm,
    transformationAlgorithms: transforms,
    assertionConsumerService: [{ Binding: Constants.namespace.binding.post, Location: to.acsUrl }],
  });

const template = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{Issued}" Destination="{Destination}"{InResponseTo}><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{Status}"/></samlp:Status><saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="{AssertionID}" Version="2.0" IssueInstant="{Issued}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress">{Email}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{Until}" Recipient="{Recipient}"{InResponseTo}/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{From}" NotOnOrAfter="{Until}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{Issued}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>{Attributes}</saml:Assertion></samlp:Response>`;

function fillTemplate(context: string, to: { acsUrl: string; entityId: string }, about: About): string {
  const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();
  const values: Record<string, string> = {
    ID: `_${randomUUID()}`,
    AssertionID: about.assertionId ?? `_${randomUUID()}`,
    Issued: at(about.issued ?? 0),
    From: at(about.from ?? -1),
    Until: at(about.until ?? 5),
    Destination: about.destination ?? to.acsUrl,
    Recipient: about.recipient ?? to.acsUrl,
    Audience: about.audience ?? to.entityId,
    Issuer: about.issuer ?? "",
    Status: about.status ?? "urn:oasis:names:tc:SAML:2.0:status:Success",
    Email: about.email,
    InResponseTo: about.inResponseTo === undefined ? "" : ` InResponseTo="${about.inResponseTo}"`,
    Attributes:
      about.name === undefined
        ? ""
        : `<saml:AttributeStatement><saml:Attribute Name="displayName" NameFormat="urn:oasis:names:tc:SAML:2.0:attrname-format:basic"><saml:AttributeValue xsi:type="xs:string">${about.name}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`,
  };
  let text = context;
  for (const [pattern, by] of about.instead ?? []) text = text.replace(pattern, by);
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}

/** An answer's text, changed, as base64 again: what a forger does. */
export const forge = (answer: string, change: (xml: string) => string): string => {
  const before = Buffer.from(answer, "base64").toString();
  const after = change(before);
  if (after === before) throw new Error("The forgery changed nothing");
  return Buffer.from(after).toString("base64");
};
