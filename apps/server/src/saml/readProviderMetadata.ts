import { X509Certificate } from "node:crypto";
import { all, childrenOf, is, type Named, readNames } from "./readNames.ts";

/** What an account's identity provider says of itself. */
export interface ProviderMetadata {
  entityId: string;
  /** Where a sign-in that begins here is sent, by redirect. */
  signOnUrl: string;
  certificates: ProviderCertificate[];
}

/** A certificate that answers may be signed with. */
interface ProviderCertificate {
  /** SHA-256 of it, in hexadecimal digits. */
  fingerprint: string;
  /** PEM. */
  certificate: string;
  subject: string;
  ends: Date;
}

/** Metadata that cannot be used, and what mends it. */
export class MetadataProblem extends Error {
  override name = "MetadataProblem";
}

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const leastBits = 2048;
/** Two are one more than a change needs; a list of them is not metadata of one identity provider. */
const mostCertificates = 6;

/** Reads the metadata of an identity provider, or says what is wrong with it. */
export function readProviderMetadata(text: string, now: number): ProviderMetadata {
  const entity = findEntity(read(text));
  const [role] = childrenOf(entity, "metadata", "IDPSSODescriptor");
  if (role === undefined)
    throw new MetadataProblem(
      childrenOf(entity, "metadata", "SPSSODescriptor").length > 0 ? serviceProviders : noProvider,
    );
  const entityId = entity.attributes.get("entityID")?.trim() ?? "";
  if (entityId === "" || entityId.length > 1024) throw new MetadataProblem("The metadata has no entityID");
  return { entityId, signOnUrl: readSignOnUrl(role), certificates: readCertificates(role, now) };
}

const noProvider = "The file is no metadata of an identity provider: it has no IDPSSODescriptor";
const serviceProviders = "This is the metadata of a service provider: upload that of the identity provider";

function read(text: string): Named {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) throw new MetadataProblem("The file holds a DTD: metadata has none");
  try {
    return readNames(text);
  } catch (problem) {
    throw new MetadataProblem(`The file is no readable XML: ${problem instanceof Error ? problem.message : ""}`);
  }
}

/** The one entity of the document that is an identity provider. */
function findEntity(root: Named): Named {
  if (is(root, "metadata", "EntityDescriptor")) return root;
  const entities = [...all(root)].filter((one) => is(one, "metadata", "EntityDescriptor"));
  const providers = entities.filter((one) => childrenOf(one, "metadata", "IDPSSODescriptor").length > 0);
  if (providers.length > 1)
    throw new MetadataProblem("The file describes several identity providers: upload the metadata of one");
  const [only] = providers;
  if (only === undefined) throw new MetadataProblem(noProvider);
  return only;
}

function readSignOnUrl(role: Named): string {
  const service = childrenOf(role, "metadata", "SingleSignOnService").find(
    ({ attributes }) => attributes.get("Binding") === redirect,
  );
  const location = service?.attributes.get("Location") ?? "";
  if (location === "")
    throw new MetadataProblem("The metadata names no SingleSignOnService with the binding HTTP-Redirect");
  const url = URL.canParse(location) ? new URL(location) : null;
  // an identity provider of a test or of the own machine may do without
  const isPlain = url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !isPlain) || url.username !== "" || location.length > 2000)
    throw new MetadataProblem(`The SingleSignOnService must be an https address, not ${location.slice(0, 200)}`);
  return url.href;
}

function readCertificates(role: Named, now: number): ProviderCertificate[] {
  const texts = childrenOf(role, "metadata", "KeyDescriptor")
    .filter(({ attributes }) => (attributes.get("use") ?? "signing") === "signing")
    .flatMap((key) => [...all(key)].filter((one) => is(one, "signature", "X509Certificate")).map(({ text }) => text));
  if (texts.length === 0) throw new MetadataProblem("The metadata has no certificate for signing");
  const found = new Map(texts.map((text) => readCertificate(text)).map((one) => [one.fingerprint, one]));
  if (found.size > mostCertificates)
    throw new MetadataProblem(`The metadata has more than ${mostCertificates} certificates`);
  const good = [...found.values()].filter(({ ends }) => ends.getTime() > now);
  if (good.length === 0) {
    const last = [...found.values()]
      .map(({ ends }) => ends.toISOString().slice(0, 10))
      .sort()
      .at(-1);
    throw new MetadataProblem(
      `The certificate of the metadata ended on ${last}: let the identity provider make a new one`,
    );
  }
  return good;
}

function readCertificate(text: string): ProviderCertificate {
  const body = text.replaceAll(/\s/g, "");
  let read: X509Certificate;
  try {
    if (!/^[A-Za-z0-9+/]+=*$/.test(body)) throw new Error("not base64");
    read = new X509Certificate(Buffer.from(body, "base64"));
  } catch {
    throw new MetadataProblem("A certificate of the metadata cannot be read");
  }
  const { publicKey, fingerprint256, subject, validToDate } = read;
  if (publicKey.asymmetricKeyType !== "rsa") throw new MetadataProblem("The certificate must be of an RSA key");
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastBits)
    throw new MetadataProblem(`The certificate's key has ${bits} bits: at least ${leastBits} are needed`);
  return {
    fingerprint: fingerprint256.replaceAll(":", "").toLowerCase(),
    certificate: read.toString(),
    subject: subject.replaceAll("\n", ", ").slice(0, 200),
    ends: validToDate,
  };
}
