/** JSON in its one form by RFC 8785: what a signature can be made over, however it was written. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  // by UTF-16 code units, as the language compares
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join(",")}}`;
}

/** The registry's signature of an event: HMAC-SHA1 by the account's secret over webhook address and canonical JSON. */
export async function signatureOf(secret: string, webhookUrl: string, event: unknown): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const signed = await crypto.subtle.sign("HMAC", key, bytes(webhookUrl + canonicalJson(event)));
  return btoa(String.fromCharCode(...new Uint8Array(signed)));
}
