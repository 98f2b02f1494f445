import { X509Certificate } from "node:crypto";
import { all, childrenOf, is, type Named, readNames } from "./readNames.ts";

/** An identity provider's metadata. */
export interface ProviderMetadata {
  entityId: string;
  /** The redirect URL of a sign-in that starts here. */
  signOnUrl: string;
  certificates: ProviderCertificate[];
}

/** A signing certificate. */
interface ProviderCertificate {
  /** Its SHA-256 fingerprint in hexadecimal. */
  fingerprint: string;
  /** PEM. */
  certificate: string;
  subject: string;
  ends: Date;
}

/** The metadata cannot be used. The message says how to fix it. */
export class MetadataProblem extends Error {
  override name = "MetadataProblem";
}

const redirect = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const leastBits = 2048;
/** The most certificates. Rotation needs two, and more would not be the metadata of one identity provider. */
const mostCertificates = 6;

/** Parses the metadata of an identity provider, or throws what is wrong with it. */
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

const noProvider = "The file is not the metadata of an identity provider. It has no IDPSSODescriptor";
const serviceProviders = "This is the metadata of a service provider. Upload the metadata of the identity provider";

function read(text: string): Named {
  if (/<!(DOCTYPE|ENTITY)/i.test(text))
    throw new MetadataProblem("The file contains a DTD, which is not allowed in metadata");
  try {
    return readNames(text);
  } catch (problem) {
    throw new MetadataProblem(`The file is not valid XML: ${problem instanceof Error ? problem.message : ""}`);
  }
}

/** The only identity provider in the document. */
function findEntity(root: Named): Named {
  if (is(root, "metadata", "EntityDescriptor")) return root;
  const entities = [...all(root)].filter((one) => is(one, "metadata", "EntityDescriptor"));
  const providers = entities.filter((one) => childrenOf(one, "metadata", "IDPSSODescriptor").length > 0);
  if (providers.length > 1)
    throw new MetadataProblem("The file describes several identity providers. Upload the metadata of one");
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
    throw new MetadataProblem("The metadata has no SingleSignOnService with the binding HTTP-Redirect");
  const url = URL.canParse(location) ? new URL(location) : null;
  // Not required for an identity provider on this machine or in a test.
  const isPlain = url?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !isPlain) || url.username !== "" || location.length > 2000)
    throw new MetadataProblem(`The SingleSignOnService must be an https address, not ${location.slice(0, 200)}`);
  return url.href;
}

function readCertificates(role: Named, now: number): ProviderCertificate[] {
  const texts = childrenOf(role, "metadata", "KeyDescriptor")
    .filter(({ attributes }) => (attributes.get("use") ?? "signing") === "signing")
    .flatMap((key) => [...all(key)].filter((one) => is(one, "signature", "X509Certificate")).map(({ text }) => text));
  if (texts.length === 0) throw new MetadataProblem("The metadata has no signing certificate");
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
      `The certificate in the metadata expired on ${last}. Create a new one at the identity provider`,
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
    throw new MetadataProblem("A certificate in the metadata cannot be read");
  }
  const { publicKey, fingerprint256, subject, validToDate } = read;
  if (publicKey.asymmetricKeyType !== "rsa") throw new MetadataProblem("The certificate must have an RSA key");
  const bits = publicKey.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits < leastBits)
    throw new MetadataProblem(`The certificate's key has ${bits} bits. At least ${leastBits} are required`);
  return {
    fingerprint: fingerprint256.replaceAll(":", "").toLowerCase(),
    certificate: read.toString(),
    subject: subject.replaceAll("\n", ", ").slice(0, 200),
    ends: validToDate,
  };
}
