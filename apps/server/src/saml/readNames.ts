import { parseXml, type XmlElement, type XmlLimits } from "@trunkline/workflow/voice/parseXml.ts";

/** The XML namespaces of SAML. */
const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
} as const;
type Space = keyof typeof namespaces;

/** An element with its prefix resolved. */
export interface Named {
  /** The name without its prefix. */
  local: string;
  space: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly Named[];
  /** The direct text content. */
  text: string;
}

/** Size limit. Genuine responses and metadata are small (reliability §7, XML). */
const limits: XmlLimits = { length: 262_144, depth: 64 };

/** Namespace prefixes of an element. Others are inherited from its parents. */
interface Scope {
  own: ReadonlyMap<string, string>;
  above: Scope | null;
}

/** Parses a document strictly, with namespaces. An undeclared prefix is an error. */
export const readNames = (text: string): Named => resolve(parseXml(text, limits), null);

function resolve(element: XmlElement, above: Scope | null): Named {
  const own = new Map<string, string>();
  for (const [name, uri] of element.attributes)
    if (name === "xmlns" || name.startsWith("xmlns:")) own.set(prefixOf(name), uri);
  const scope = own.size === 0 ? above : { own, above };
  const [prefix, local] = split(element.name);
  const space = meaningOf(prefix, scope);
  if (space === undefined && prefix !== "")
    throw new Error(`Line ${element.line}: the prefix ${prefix} is not declared`);
  return {
    local,
    space: space ?? "",
    attributes: element.attributes,
    children: element.children.filter((child) => typeof child !== "string").map((child) => resolve(child, scope)),
    text: element.children.filter((child) => typeof child === "string").join(""),
  };
}

function meaningOf(prefix: string, scope: Scope | null): string | undefined {
  for (let at = scope; at !== null; at = at.above) {
    const found = at.own.get(prefix);
    if (found !== undefined) return found;
  }
  return undefined;
}

const prefixOf = (attribute: string): string => attribute.slice("xmlns:".length);

function split(name: string): [prefix: string, local: string] {
  const colon = name.indexOf(":");
  return colon < 0 ? ["", name] : [name.slice(0, colon), name.slice(colon + 1)];
}

export const is = (element: Named, space: Space, local: string): boolean =>
  element.local === local && element.space === namespaces[space];

export const childrenOf = (element: Named, space: Space, local: string): Named[] =>
  element.children.filter((child) => is(child, space, local));

/** The element and all its descendants. */
export function* all(element: Named): Generator<Named> {
  yield element;
  for (const child of element.children) yield* all(child);
}
