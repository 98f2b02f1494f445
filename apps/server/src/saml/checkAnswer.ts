import { createHash } from "node:crypto";
import { SAML } from "@node-saml/node-saml";
import { type SamlRefusal, samlRefusals } from "@trunkline/contract/identity/saml.ts";
import { z } from "zod";
import { checkShape, type Shape } from "./checkShape.ts";
import { childrenOf, is, type Named, readNames } from "./readNames.ts";
import { Refused } from "./refused.ts";

/** This product as a service provider of an account. */
export interface ServiceProvider {
  acsUrl: string;
  entityId: string;
}

/** Settings for checking a response. */
export interface KnownProvider {
  entityId: string;
  certificates: readonly { fingerprint: string; certificate: string }[];
}

/** The verified assertion. */
export interface Vouched {
  assertionId: string;
  email: string;
  name: string;
  issuer: string;
  /** The signing certificate. */
  fingerprint: string;
  /** The request that it answers. Null if the sign-in started at the identity provider. */
  requestId: string | null;
}

/** Allowed clock difference. */
const skewMs = 60_000;
/** Maximum age of a response. An older one was stored before it was sent. */
const longestMs = 10 * 60_000;
/** How long assertion ids are remembered. Older assertions are refused anyway. */
export const rememberMs = longestMs + 5 * skewMs;
/** Limit of the verification cost: elements plus one per 150 bytes, times certificates. */
const mostWork = 2_000;
const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const email = z.email().max(254);

/**
 * Checks a response of the identity provider: its structure, its signature, and then only the signed bytes (reliability §7, SAML). Throws `Refused`. The store checks for reuse.
 */
export async function checkAnswer(
  encoded: string,
  { acsUrl, entityId }: ServiceProvider,
  provider: KnownProvider,
  now: number,
): Promise<Vouched> {
  const shape = checkShape(encoded);
  if (shape.destination !== null && shape.destination !== acsUrl) throw new Refused("destination", shape.destination);
  const certificates = candidatesOf(shape, provider.certificates);
  // Verification cost grows with elements, bytes and certificates. The limit stops unsigned responses from blocking the event loop.
  if ((shape.elements + encoded.length / 200) * certificates.length > mostWork) throw new Refused("too_large");
  const { signed, fingerprint } = await findSigned(
    encoded,
    { acsUrl, entityId },
    { certificates },
    shape.isAnswerSigned,
  );
  const assertion = readNames(signed);
  // From here on, only signed content is read.
  if (!is(assertion, "assertion", "Assertion")) throw new Refused("structure");
  const issuer = only(assertion, "Issuer").text.trim();
  const about = { issuer, fingerprint, email: readEmail(assertion) };
  try {
    if (issuer !== provider.entityId) throw new Refused("issuer", issuer);
    const requestId = checkConfirmation(assertion, acsUrl, now);
    if (requestId !== shape.inResponseTo) throw new Refused("structure", "InResponseTo differs");
    checkConditions(assertion, entityId, now);
    if (childrenOf(assertion, "assertion", "AuthnStatement").length === 0)
      throw new Refused("structure", "AuthnStatement");
    const issued = Date.parse(assertion.attributes.get("IssueInstant") ?? "");
    if (!(issued <= now + skewMs)) throw new Refused("too_early", assertion.attributes.get("IssueInstant"));
    const assertionId = assertion.attributes.get("ID") ?? "";
    if (assertionId === "" || assertionId.length > 200) throw new Refused("structure", "ID");
    if (about.email === null) throw new Refused("no_email", only(subjectOf(assertion), "NameID").text.trim());
    return { ...about, email: about.email, assertionId, name: nameOf(assertion, about.email), requestId };
  } catch (problem) {
    if (problem instanceof Refused) problem.about = about;
    throw problem;
  }
}

/** The known certificates to try: the one in the response, or else all. */
function candidatesOf(shape: Shape, known: KnownProvider["certificates"]): KnownProvider["certificates"] {
  const brought = new Set(
    shape.certificates.map((text) => createHash("sha256").update(Buffer.from(text, "base64")).digest("hex")),
  );
  const found = known.filter(({ fingerprint }) => brought.has(fingerprint));
  return found.length > 0 ? found : known;
}

/** The signed assertion and its certificate. */
async function findSigned(
  encoded: string,
  { acsUrl, entityId }: ServiceProvider,
  { certificates }: Pick<KnownProvider, "certificates">,
  isAnswerSigned: boolean,
) {
  for (const { fingerprint, certificate } of certificates) {
    const saml = new SAML({
      callbackUrl: acsUrl,
      issuer: entityId,
      audience: entityId,
      idpCert: certificate,
      wantAssertionsSigned: true,
      // If the whole response is signed, that signature must be valid too.
      wantAuthnResponseSigned: isAnswerSigned,
      acceptedClockSkewMs: skewMs,
      maxAssertionAgeMs: longestMs,
    });
    try {
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded });
      const signed = profile?.getAssertionXml?.();
      if (signed === undefined) throw new Refused("structure");
      return { signed, fingerprint };
    } catch (problem) {
      if (problem instanceof Refused) throw problem;
      const refusal = refusalOf(problem);
      // Another certificate may match the signature.
      if (refusal !== "signature") throw new Refused(refusal, problem instanceof Error ? problem.message : undefined);
    }
  }
  throw new Refused("signature");
}

/** Maps the library's error messages to reasons. */
const meanings: readonly [RegExp, SamlRefusal][] = [
  // The library fails with a TypeError if the element is missing.
  [/^Cannot read/, "structure"],
  [/signature|signed|transform|digest|reference/i, "signature"],
  [/expired/i, "expired"],
  [/not yet valid/i, "too_early"],
  [/audience/i, "audience"],
];

function refusalOf(problem: unknown): SamlRefusal {
  const words = problem instanceof Error ? problem.message : "";
  return meanings.find(([pattern]) => pattern.test(words))?.[1] ?? "structure";
}

/** The one child of that name. */
function only(element: Named, local: string): Named {
  const found = childrenOf(element, "assertion", local);
  const [first] = found;
  if (first === undefined || found.length > 1) throw new Refused("structure", local);
  return first;
}

const subjectOf = (assertion: Named): Named => only(assertion, "Subject");

function readEmail(assertion: Named): string | null {
  const read = email.safeParse(only(subjectOf(assertion), "NameID").text.trim());
  return read.success ? read.data.toLowerCase() : null;
}

/** Checks audience, recipient and time, and returns the request that it answers. */
function checkConfirmation(assertion: Named, acsUrl: string, now: number): string | null {
  const confirmations = childrenOf(subjectOf(assertion), "assertion", "SubjectConfirmation").filter(
    ({ attributes }) => attributes.get("Method") === bearer,
  );
  const [confirmation] = confirmations;
  if (confirmation === undefined || confirmations.length > 1) throw new Refused("structure", "SubjectConfirmation");
  const { attributes } = only(confirmation, "SubjectConfirmationData");
  const recipient = attributes.get("Recipient");
  if (recipient !== acsUrl) throw new Refused("destination", recipient ?? "no Recipient");
  checkTime(attributes, now);
  return attributes.get("InResponseTo") ?? null;
}

function checkConditions(assertion: Named, entityId: string, now: number): void {
  const conditions = only(assertion, "Conditions");
  checkTime(conditions.attributes, now);
  const restrictions = childrenOf(conditions, "assertion", "AudienceRestriction");
  for (const restriction of restrictions) {
    const audiences = childrenOf(restriction, "assertion", "Audience").map(({ text }) => text.trim());
    if (!audiences.includes(entityId)) throw new Refused("audience", audiences.join(", "));
  }
  if (restrictions.length === 0) throw new Refused("audience", "no AudienceRestriction");
}

function checkTime(attributes: ReadonlyMap<string, string>, now: number): void {
  const from = attributes.get("NotBefore");
  if (from !== undefined && !(Date.parse(from) <= now + skewMs)) throw new Refused("too_early", from);
  const until = attributes.get("NotOnOrAfter");
  if (until === undefined || !(Date.parse(until) > now - skewMs))
    throw new Refused("expired", until ?? "no NotOnOrAfter");
}

const displayNames = ["displayname", "name", "cn", "urn:oid:2.16.840.1.113730.3.1.241", "urn:oid:2.5.4.3"];
const firstNames = ["givenname", "firstname", "urn:oid:2.5.4.42"];
const lastNames = ["surname", "sn", "lastname", "urn:oid:2.5.4.4"];

/** The name of a new user: from the assertion, or else the part of the e-mail before the @. */
function nameOf(assertion: Named, address: string): string {
  const values = new Map<string, string>();
  for (const statement of childrenOf(assertion, "assertion", "AttributeStatement"))
    for (const attribute of childrenOf(statement, "assertion", "Attribute")) {
      const name = attribute.attributes.get("Name") ?? "";
      const [value] = childrenOf(attribute, "assertion", "AttributeValue");
      // Claims are named by URLs whose last part is the name.
      values.set((name.split("/").at(-1) ?? "").toLowerCase(), value?.text.trim() ?? "");
    }
  const find = (names: readonly string[]) => names.map((name) => values.get(name)).find(Boolean) ?? "";
  const full = [find(firstNames), find(lastNames)].filter(Boolean).join(" ");
  return (find(displayNames) || full || (address.split("@")[0] ?? address)).slice(0, 100);
}

/** The message of a reason, from the contract. */
export const wordsOf = (refused: SamlRefusal, detail: string | null): string =>
  detail === null ? samlRefusals[refused] : `${samlRefusals[refused]} (${detail})`;
