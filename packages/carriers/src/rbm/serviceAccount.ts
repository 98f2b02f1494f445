import type { CarrierClock, WireAnswer, WireRequest } from "../carrier.ts";
import { ownValue } from "../ownValue.ts";
import { readObject } from "../readObject.ts";
import { signToken } from "../signToken.ts";

/** The parts of a Google service account's key that a sign-in needs. */
export interface ServiceAccount {
  clientEmail: string;
  /** PKCS #8, as PEM. */
  privateKey: string;
  keyId: string | null;
  tokenUri: string;
}

const scope = "https://www.googleapis.com/auth/rcsbusinessmessaging";
/** The longest that Google allows. */
const assertionSeconds = 3_600;
/** A token is replaced this long before it ends. */
const marginMs = 60_000;

/** Reads the key file of a service account. Null if it is none. */
export function readServiceAccount(text: string): ServiceAccount | null {
  const key = readObject(text);
  const field = (name: string): string | null => {
    const value = ownValue(key, name);
    return typeof value === "string" ? value : null;
  };
  const [clientEmail, privateKey] = [field("client_email"), field("private_key")];
  if (clientEmail === null || privateKey === null) return null;
  return {
    clientEmail,
    privateKey,
    keyId: field("private_key_id"),
    tokenUri: field("token_uri") ?? "https://oauth2.googleapis.com/token",
  };
}

/** Asks for an access token with a signed assertion (RFC 7523). Throws if the private key cannot be read. */
export async function buildTokenRequest(account: ServiceAccount, nowMs: number): Promise<WireRequest> {
  const issued = Math.floor(nowMs / 1000);
  const header = { alg: "RS256", typ: "JWT", ...(account.keyId !== null && { kid: account.keyId }) };
  const claims = {
    iss: account.clientEmail,
    scope,
    aud: account.tokenUri,
    iat: issued,
    exp: issued + assertionSeconds,
  };
  const rsa = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("pkcs8", readPem(account.privateKey), rsa, false, ["sign"]);
  const assertion = await signToken(header, claims, (bytes) => crypto.subtle.sign(rsa.name, key, bytes));
  return {
    method: "POST",
    url: account.tokenUri,
    headers: { "content-type": "application/x-www-form-urlencoded", accept: "application/json" },
    body: new URLSearchParams({
      grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
      assertion,
    }).toString(),
  };
}

const readPem = (pem: string) =>
  Uint8Array.from(atob(pem.replace(/-----[A-Z ]+-----/g, "").replace(/\s/g, "")), (letter) => letter.charCodeAt(0));

/** An access token, or why there is none. */
export type Token = { token: string } | { problem: string };

/** The access tokens of one service account. Each is used until shortly before it ends. */
export class AccessTokens {
  private readonly options: {
    account: ServiceAccount;
    transport(request: WireRequest): Promise<WireAnswer>;
    clock: Pick<CarrierClock, "now">;
  };
  private current: { token: string; until: number } | null = null;
  private asking: Promise<Token> | null = null;

  constructor(options: AccessTokens["options"]) {
    this.options = options;
  }

  /** Messages that are sent at the same time wait for the same token. */
  get(): Promise<Token> {
    const { current } = this;
    if (current !== null && this.options.clock.now() < current.until) return Promise.resolve({ token: current.token });
    this.asking ??= this.ask().finally(() => {
      this.asking = null;
    });
    return this.asking;
  }

  /** The next message asks for a new token. */
  forget(): void {
    this.current = null;
  }

  private async ask(): Promise<Token> {
    const { account, transport, clock } = this.options;
    const asked = clock.now();
    let request: WireRequest;
    try {
      request = await buildTokenRequest(account, asked);
    } catch {
      return { problem: "the private key of the service account cannot be read. Paste the whole key file again" };
    }
    const read = readToken(await transport(request));
    if ("problem" in read) return read;
    this.current = { token: read.token, until: asked + read.seconds * 1000 - marginMs };
    return { token: read.token };
  }
}

function readToken(answer: WireAnswer): { token: string; seconds: number } | { problem: string } {
  if ("broken" in answer)
    return { problem: `Google's sign-in cannot be reached${answer.words ? ` (${answer.words})` : ""}` };
  const body = readObject(answer.body);
  const [token, seconds] = [body?.["access_token"], body?.["expires_in"]];
  if (answer.status === 200 && typeof token === "string" && typeof seconds === "number") return { token, seconds };
  if (body?.["error"] === "invalid_grant") return { problem: describeGrant(String(body["error_description"] ?? "")) };
  return { problem: `Google's sign-in answered HTTP ${answer.status}` };
}

/** Google says only in words why it refuses a key. */
function describeGrant(words: string): string {
  if (/timeframe|\biat\b|\bexp\b/i.test(words))
    return "Google refused the sign-in because the clock of this server is wrong. Correct the server's time";
  if (/account not found|not a valid email/i.test(words))
    return "the service account no longer exists. Create one in the Google Cloud console and paste its key";
  return "Google refused the key of the service account. Create a new key in the Google Cloud console and paste it here";
}
