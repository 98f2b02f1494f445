/** Form fields as they arrived: a name can be repeated. */
export type FormFields = readonly (readonly [name: string, value: string])[];

const bytesOf = (text: string) => new TextEncoder().encode(text);

const keyOf = (authToken: string, use: "sign" | "verify") =>
  crypto.subtle.importKey("raw", bytesOf(authToken), { name: "HMAC", hash: "SHA-1" }, false, [use]);

/** The address followed by the fields sorted by name. Repeated values are signed once, sorted. */
function signedText(url: string, fields: FormFields): string {
  const names = [...new Set(fields.map(([name]) => name))].sort();
  const valuesOf = (name: string) => [...new Set(fields.filter(([other]) => other === name).map(([, value]) => value))];
  return (
    url +
    names
      .map((name) =>
        valuesOf(name)
          .sort()
          .map((value) => name + value)
          .join(""),
      )
      .join("")
  );
}

/** The value of `X-Twilio-Signature` for a webhook request. */
export async function signWebhook(authToken: string, url: string, fields: FormFields): Promise<string> {
  const signed = await crypto.subtle.sign("HMAC", await keyOf(authToken, "sign"), bytesOf(signedText(url, fields)));
  return btoa(String.fromCharCode(...new Uint8Array(signed)));
}

/** Whether the provider signed this request. `url` is the public address with its query. Web Crypto compares in constant time. */
export async function isSigned(
  authToken: string,
  { url, fields, signature }: { url: string; fields: FormFields; signature: string },
): Promise<boolean> {
  if (authToken === "") return false;
  const given = decodeBase64(signature);
  if (given === null) return false;
  const key = await keyOf(authToken, "verify");
  for (const spelling of spellingsOf(url))
    if (await crypto.subtle.verify("HMAC", key, given, bytesOf(signedText(spelling, fields)))) return true;
  return false;
}

/** Providers sign the address without a port or with the default one. */
function spellingsOf(url: string): string[] {
  const { protocol, host, port } = new URL(url);
  if (port !== "") return [url];
  const rest = url.replace(/^[^/]*\/\/[^/?#]*/, "");
  return [`${protocol}//${host}${rest}`, `${protocol}//${host}:${protocol === "https:" ? 443 : 80}${rest}`];
}

function decodeBase64(text: string) {
  try {
    return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
}
