import type { Saml, SamlAttempt } from "@trunkline/contract/identity/saml.ts";
import { type About, makeProvider, type TestProvider } from "./identityProvider.ts";
import type { Answered, TestServer } from "./server.ts";

/** A browser that walks through single sign-on: it keeps cookies, and brings none to the POST of another site. */
export interface SignOnBrowser {
  cookies: Map<string, string>;
  /** Begins here; returns the identity provider's address that it is sent to. */
  begin(next?: string): Promise<URL>;
  /** Hands an answer over and follows where it leads. */
  hand(answer: string, relayState?: string): Promise<string>;
  /** The session's cookie as a request sends it. */
  session(): string | undefined;
}

/** An account with a set-up identity provider. */
export interface SignOnAccount {
  account: string;
  key: string;
  provider: TestProvider;
  saml: Saml;
  browser(): SignOnBrowser;
  answer(about: About): Promise<string>;
  /** Signs a user in from the identity provider's side; returns where the browser ends. */
  signIn(about: About, browser?: SignOnBrowser): Promise<string>;
  set(rules: object): Promise<Answered>;
  upload(metadata: string): Promise<Answered>;
  attempts(): Promise<SamlAttempt[]>;
}

/** Sets single sign-on up for a new account. */
export async function signOnAccount(server: TestServer, name = "Signed on"): Promise<SignOnAccount> {
  const { account, key } = await server.account(name);
  const provider = makeProvider(`https://idp.example.com/${account}`);
  const as = { key };
  const upload = (value: string) =>
    server.call("POST", "/v3/accounts/external/config", { as, body: { provider: "saml", key: "metadata", value } });
  await upload(provider.metadata());
  const saml = (await server.call("GET", "/v4/saml/", { as })).body.payload[0] as unknown as Saml;
  const browser = () => openBrowser(server, account);
  const answer = (about: About) => provider.answer(saml, about);
  return {
    account,
    key,
    provider,
    saml,
    browser,
    answer,
    signIn: async (about, with_ = browser()) => with_.hand(await answer(about)),
    set: (rules) => server.call("PUT", "/v4/saml/", { as, body: rules }),
    upload,
    attempts: async () =>
      (await server.call("GET", "/v4/saml/attempt/", { as })).body.payload as unknown as SamlAttempt[],
  };
}

let opened = 1;

function openBrowser(server: TestServer, account: string): SignOnBrowser {
  const cookies = new Map<string, string>();
  // each has its own address: one address may not be wrong too often
  const remoteAddress = `10.0.${opened >> 8}.${opened++ & 255}`;
  const ask = async (method: "GET" | "POST", url: string, form?: Record<string, string>) => {
    const answered = await server.api.app.inject({
      method,
      url,
      remoteAddress,
      headers: form
        ? {
            "content-type": "application/x-www-form-urlencoded",
            origin: "https://idp.example.com",
            "sec-fetch-site": "cross-site",
          }
        : { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    });
    for (const { name, value } of answered.cookies) {
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return String(answered.headers.location ?? answered.statusCode);
  };
  return {
    cookies,
    begin: async (next) =>
      new URL(
        await ask("GET", `/saml/${account}/sign-in${next === undefined ? "" : `?next=${encodeURIComponent(next)}`}`),
      ),
    hand: async (answer, relayState) => {
      const to = await ask("POST", `/saml/${account}/acs`, {
        SAMLResponse: answer,
        ...(relayState !== undefined && { RelayState: relayState }),
      });
      return to.endsWith("/enter") ? ask("GET", to) : to;
    },
    session: () => {
      const name = [...cookies.keys()].find((one) => /^(__Host-)?trunkline(_\d+)?$/.test(one));
      return name && `${name}=${cookies.get(name)}`;
    },
  };
}
