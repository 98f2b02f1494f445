import { all, childrenOf, is, type Named, readNames } from "./readNames.ts";
import { Refused } from "./refused.ts";

const maxBytes = 262_144;
/** A response has about fifty elements, or a thousand with many groups. */
const maxElements = 1_500;
/** Attributes of one element, including namespaces. */
const maxAttributes = 40;
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";

const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
/** RSA with SHA-256 or SHA-512. No SHA-1, and no HMAC because its key would be the public certificate. */
const signatureMethods = [
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
  "http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1",
];
const digestMethods = ["http://www.w3.org/2001/04/xmlenc#sha256", "http://www.w3.org/2001/04/xmlenc#sha512"];

/** The contents of a response before its signature is checked. Not trusted. */
export interface Shape {
  elements: number;
  /** The certificates in the response, as base64. They only decide which known certificate is tried first. */
  certificates: string[];
  isAnswerSigned: boolean;
  destination: string | null;
  inResponseTo: string | null;
}

/**
 * Accepts only responses with the standard structure, because forgeries need a second assertion, a signature in another place, a comment in a name or a DTD. The library then checks the signature. Both checks must pass.
 */
export function checkShape(encoded: string): Shape {
  const answer = read(encoded);
  if (!is(answer, "protocol", "Response") || answer.attributes.get("Version") !== "2.0")
    throw new Refused("unreadable");
  checkStatus(answer);
  const elements = [...all(answer)];
  if (elements.length > maxElements || elements.some(({ attributes }) => attributes.size > maxAttributes))
    throw new Refused("too_large");
  if (elements.some(({ local }) => local.startsWith("Encrypted"))) throw new Refused("encrypted");
  const assertions = elements.filter(({ local }) => local === "Assertion");
  const [assertion] = assertions;
  if (assertion === undefined || assertions.length > 1)
    throw new Refused("structure", `${assertions.length} assertions`);
  if (!is(assertion, "assertion", "Assertion") || !answer.children.includes(assertion))
    throw new Refused("structure", "the assertion is in the wrong place");
  if (elements.filter(({ local }) => local === "Response").length > 1)
    throw new Refused("structure", "several responses");
  checkIds(elements);
  checkSignatures(elements, answer, assertion);
  return {
    elements: elements.length,
    certificates: elements
      .filter((one) => is(one, "signature", "X509Certificate"))
      .map(({ text }) => text.replaceAll(/\s/g, "")),
    isAnswerSigned: childrenOf(answer, "signature", "Signature").length > 0,
    destination: answer.attributes.get("Destination") ?? null,
    inResponseTo: answer.attributes.get("InResponseTo") ?? null,
  };
}

function read(encoded: string): Named {
  if (encoded.length > maxBytes * 1.4) throw new Refused("too_large");
  const plain = encoded.replaceAll(/[\r\n]/g, "");
  if (plain === "" || !/^[A-Za-z0-9+/]+={0,2}$/.test(plain)) throw new Refused("unreadable");
  const bytes = Buffer.from(plain, "base64");
  if (bytes.length > maxBytes) throw new Refused("too_large");
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new Refused("unreadable");
  }
  // Checked before parsing. Only the XML declaration may come first.
  if (/<!|<\?/.test(text.replace(/^\s*<\?xml\s[^<>?]*\?>/, ""))) throw new Refused("forbidden_xml");
  // Each element has two tags.
  if (text.split("<").length > 2 * maxElements + 2) throw new Refused("too_large");
  try {
    return readNames(text);
  } catch (problem) {
    throw new Refused("unreadable", problem instanceof Error ? problem.message : undefined);
  }
}

/** A refusal by the identity provider is accepted without a signature. */
function checkStatus(answer: Named): void {
  const [status] = childrenOf(answer, "protocol", "Status");
  const codes = status === undefined ? [] : [...all(status)].filter(({ local }) => local === "StatusCode");
  const values = codes.map(({ attributes }) => attributes.get("Value") ?? "");
  if (values[0] === success) return;
  const message = status && childrenOf(status, "protocol", "StatusMessage")[0]?.text.trim();
  const words = [...values.map((value) => value.split(":").at(-1)), message].filter(Boolean).join(", ");
  throw new Refused("idp_refused", words || "no status");
}

/** Ids must be unique, in every place and spelling. */
function checkIds(elements: readonly Named[]): void {
  const ids = elements.flatMap(({ attributes }) =>
    [...attributes].filter(([name]) => /^(\w+:)?id$/i.test(name)).map(([, value]) => value),
  );
  if (new Set(ids).size < ids.length) throw new Refused("structure", "a duplicate ID");
}

/** A signature must be inside the element that it signs, sign only that element, and use the allowed algorithms. */
function checkSignatures(elements: readonly Named[], answer: Named, assertion: Named): void {
  const own = [answer, assertion].flatMap((signed) => {
    const signatures = childrenOf(signed, "signature", "Signature");
    if (signatures.length > 1) throw new Refused("structure", "several signatures");
    return signatures.map((signature) => ({ signed, signature }));
  });
  if (elements.filter(({ local }) => local === "Signature").length !== own.length)
    throw new Refused("structure", "a signature is in the wrong place");
  if (!own.some(({ signed }) => signed === assertion)) throw new Refused("unsigned");
  for (const { signed, signature } of own) checkSignature(signature, signed);
}

function checkSignature(signature: Named, signed: Named): void {
  const [info, ...more] = childrenOf(signature, "signature", "SignedInfo");
  const references = info === undefined ? [] : childrenOf(info, "signature", "Reference");
  const [reference] = references;
  if (info === undefined || more.length > 0 || reference === undefined || references.length > 1)
    throw new Refused("structure", "several references");
  const parts = signature.children.map(({ local }) => local).join(" ");
  if (!/^SignedInfo SignatureValue( KeyInfo)?$/.test(parts))
    throw new Refused("structure", `a signature with the parts ${parts}`);
  // The library uses the first element of that name anywhere in a signature.
  for (const name of ["CanonicalizationMethod", "SignatureMethod", "DigestMethod", "SignatureValue", "DigestValue"])
    if ([...all(signature)].filter(({ local }) => local === name).length !== 1) throw new Refused("structure", name);
  const id = signed.attributes.get("ID") ?? "";
  if (id === "" || reference.attributes.get("URI") !== `#${id}`)
    throw new Refused("structure", "a signature of another element");
  checkMethods(info, "CanonicalizationMethod", [exclusive]);
  checkMethods(info, "SignatureMethod", signatureMethods);
  checkMethods(reference, "DigestMethod", digestMethods);
  const [transforms] = childrenOf(reference, "signature", "Transforms");
  const used = transforms === undefined ? [] : childrenOf(transforms, "signature", "Transform");
  const names = used.map(({ attributes }) => attributes.get("Algorithm") ?? "");
  if (names.join(" ") !== `${enveloped} ${exclusive}`)
    throw new Refused("weak_signature", names.join(", ") || "no transform");
}

function checkMethods(within: Named, local: string, taken: readonly string[]): void {
  const methods = childrenOf(within, "signature", local).map(({ attributes }) => attributes.get("Algorithm") ?? "");
  const [method] = methods;
  if (methods.length !== 1 || method === undefined || !taken.includes(method))
    throw new Refused("weak_signature", methods.join(", ") || `no ${local}`);
}
