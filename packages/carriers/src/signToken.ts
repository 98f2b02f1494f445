/** Writes a signed JSON web token (RFC 7519). `sign` gets the header and claims as they are signed. */
export async function signToken(
  header: object,
  claims: object,
  sign: (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer>,
): Promise<string> {
  const signed = `${encodeJson(header)}.${encodeJson(claims)}`;
  return `${signed}.${encode(new Uint8Array(await sign(new TextEncoder().encode(signed))))}`;
}

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
const encodeJson = (value: object): string => encode(new TextEncoder().encode(JSON.stringify(value)));
