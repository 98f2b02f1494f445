import { normalizeIP } from "@fastify/rate-limit";
import { SAML } from "@node-saml/node-saml";
import { nameIdFormat } from "@trunkline/contract/identity/saml.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Caller } from "../../http/caller.ts";
import { clearSignOnCookie, readSignOnCookie, writeSignOnCookie } from "../../http/cookie.ts";
import type { Api } from "../../http/handle.ts";
import { identify } from "../../http/identify.ts";
import { Recent } from "../../links/recent.ts";
import { safeTarget, signOnAddresses } from "../../saml/addresses.ts";
import { admit } from "../../saml/admit.ts";
import { checkAnswer, rememberMs, type Vouched } from "../../saml/checkAnswer.ts";
import { Refused } from "../../saml/refused.ts";
import { isOwnRequest, makeRequestId } from "../../saml/requestId.ts";
import {
  findSamlProvider,
  listSamlCertificates,
  markSamlWorked,
  type SamlProviderRow,
} from "../../store/identity/saml.ts";
import { insertSamlAttempt } from "../../store/identity/samlAttempt.ts";
import { consumeSamlTicket, insertSamlTicket, useSamlId } from "../../store/identity/samlSignIn.ts";
import { findUser } from "../../store/identity/user.ts";
import { beginSession } from "./beginSession.ts";

const minuteMs = 60_000;
/** Refused answers allowed per address and minute. */
const mostRefused = 60;
/** Unsigned answers logged per account within ten minutes. */
const mostUnsigned = 300;
/** The longest RelayState in bytes (SAML 2.0 bindings §3.4.3). */
const relayBytes = 80;
const answerBytes = 400_000;
/** Lifetime of the browser's cookies for a request and a pending sign-in. */
const requestSeconds = 15 * 60;
const ticketSeconds = 120;
const ticketCookie = "ticket";

interface SignOnRequest {
  Params: { account: string };
  Querystring: { next?: string };
  Body: Record<string, string>;
}

/**
 * The SAML sign-in in the browser, started here or at the identity provider, which posts its answer from its page. That POST carries none of our cookies, so it sets a ticket. The next step redeems the ticket together with the browser's session and request.
 */
export function serveSingleSignOn(api: Api): void {
  const { app, config, db, tokens } = api;
  const refusals = new Recent<number>(minuteMs, 20_000);
  const strangers = new Recent<number>(10 * minuteMs, 20_000);
  const at = (step: string) => `/saml/:account(^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$)/${step}`;
  const secured = (reply: FastifyReply) =>
    reply.header("cache-control", "no-store").header("referrer-policy", "no-referrer");

  app.get<SignOnRequest>(at("metadata"), async ({ params: { account } }, reply) => {
    const { acsUrl, entityId } = signOnAddresses(config.publicUrl, account);
    return reply.type("application/samlmetadata+xml").send(metadataOf(acsUrl, entityId));
  });

  app.get<SignOnRequest>(at("sign-in"), async ({ params: { account }, query }, reply) => {
    const provider = await db.tx([account], (q) => findSamlProvider(q, account));
    if (provider === null) return secured(reply).redirect(loginPath("off"), 303);
    const target = safeTarget(typeof query.next === "string" ? query.next : undefined);
    const requestId = makeRequestId(tokens, account, Date.now());
    const url = await requestUrl(signOnAddresses(config.publicUrl, account), provider, { requestId, target });
    writeSignOnCookie(reply, config, {
      account,
      name: cookieOf(requestId),
      value: `${requestId}.${Buffer.from(target).toString("base64url")}`,
      seconds: requestSeconds,
    });
    return secured(reply).redirect(url, 303);
  });

  // The only route that reads a form from another site.
  app.register(async (scope) => {
    scope.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: answerBytes },
      (_request, text, done) => done(null, Object.fromEntries(new URLSearchParams(String(text)))),
    );
    scope.post<SignOnRequest>(at("acs"), { bodyLimit: answerBytes }, async (request, reply) => {
      const from = normalizeIP(request.ip, 64);
      const { account } = request.params;
      if ((refusals.get(from) ?? 0) >= mostRefused) return secured(reply).redirect(loginPath("wait"), 303);
      const provider = await db.tx([account], (q) => findSamlProvider(q, account));
      if (provider === null) return secured(reply).redirect(loginPath("off"), 303);
      const { SAMLResponse, RelayState } = request.body ?? {};
      try {
        const vouched = await checkAndReport(
          api,
          account,
          provider,
          typeof SAMLResponse === "string" ? SAMLResponse : "",
        );
        const token = await vouch(api, account, provider, { vouched, target: safeTarget(RelayState) });
        writeSignOnCookie(reply, config, { account, name: ticketCookie, value: token, seconds: ticketSeconds });
        return secured(reply).redirect(`/saml/${account}/enter`, 303);
      } catch (problem) {
        refusals.set(from, (refusals.get(from) ?? 0) + 1);
        if (problem instanceof Refused && problem.about === null) {
          // Anyone can send unsigned answers, so they must not fill an account's log.
          const unsigned = (strangers.get(account) ?? 0) + 1;
          strangers.set(account, unsigned);
          if (unsigned > mostUnsigned) return secured(reply).redirect(loginPath("wait"), 303);
        }
        return refuse(api, request, reply, problem);
      }
    });
  });

  app.get<SignOnRequest>(at("enter"), async (request, reply) => {
    try {
      const target = await enter(api, request, reply);
      return secured(reply).redirect(target ?? loginPath("over"), 303);
    } catch (problem) {
      return refuse(api, request, reply, problem);
    }
  });
}

/** The sign-in page with a result. The page never shows text from the URL. */
const loginPath = (what: "off" | "over" | "wait" | "refused", attempt?: string): string =>
  `/login?signOn=${what}${attempt === undefined ? "" : `&attempt=${attempt}`}`;

const cookieOf = (requestId: string): string => requestId.slice(1, 17);

const metadataOf = (acsUrl: string, entityId: string): string => `<?xml version="1.0" encoding="UTF-8"?>
<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    <NameIDFormat>${nameIdFormat}</NameIDFormat>
    <AssertionConsumerService index="0" isDefault="true" Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${acsUrl}"/>
  </SPSSODescriptor>
</EntityDescriptor>
`;

/** The redirect URL at the identity provider. */
function requestUrl(
  { acsUrl, entityId }: { acsUrl: string; entityId: string },
  { signOnUrl }: SamlProviderRow,
  { requestId, target }: { requestId: string; target: string },
): Promise<string> {
  const saml = new SAML({
    callbackUrl: acsUrl,
    issuer: entityId,
    entryPoint: signOnUrl,
    // Required by its type. Nothing is verified here.
    idpCert: "none",
    identifierFormat: nameIdFormat,
    // The identity provider chooses the authentication method.
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
  });
  const relayState = Buffer.byteLength(target) <= relayBytes ? target : "";
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}

async function checkAndReport(
  { db, tokens, config }: Api,
  account: string,
  provider: SamlProviderRow,
  answer: string,
): Promise<Vouched> {
  const certificates = await db.tx([account], (q) => listSamlCertificates(q, account));
  const known = { entityId: provider.entityId, certificates };
  const vouched = await checkAnswer(answer, signOnAddresses(config.publicUrl, account), known, Date.now());
  const refuseIt = (refusal: "unsolicited" | "unknown_request") => {
    const refused = new Refused(refusal);
    refused.about = vouched;
    throw refused;
  };
  if (vouched.requestId === null && !provider.unsolicited) refuseIt("unsolicited");
  if (vouched.requestId !== null && !isOwnRequest(tokens, account, vouched.requestId, Date.now()))
    refuseIt("unknown_request");
  return vouched;
}

/** Marks the assertion as used, finds or creates the user, and creates a ticket for the browser, in one transaction. */
async function vouch(
  { db, tokens }: Api,
  account: string,
  provider: SamlProviderRow,
  { vouched, target }: { vouched: Vouched; target: string },
): Promise<string> {
  const token = tokens.make();
  const { assertionId, requestId, email, issuer, fingerprint } = vouched;
  await db.tx([account], async (q) => {
    const ids = [`assertion:${assertionId}`, ...(requestId === null ? [] : [`request:${requestId}`])];
    for (const id of ids)
      if (!(await useSamlId(q, account, tokens.hash("signOn", `${account}:${id}`), 2 * rememberMs))) {
        const refused = new Refused("replayed");
        refused.about = vouched;
        throw refused;
      }
    const userId = await admit(q, account, provider, vouched);
    const attempt = { email, issuer, fingerprint };
    await insertSamlTicket(q, account, tokens.hash("signOn", `ticket:${token}`), {
      userId,
      requestId,
      target,
      attempt,
    });
  });
  return token;
}

/** Redeems a ticket in its browser and starts the session. Returns the next page, or null without a valid ticket. */
async function enter(api: Api, request: FastifyRequest<SignOnRequest>, reply: FastifyReply): Promise<string | null> {
  const { db, tokens, config } = api;
  const { account } = request.params;
  const token = readSignOnCookie(request, config, ticketCookie);
  clearSignOnCookie(reply, config, { account, name: ticketCookie });
  if (token === undefined) return null;
  const ticket = await db.tx([account], (q) => consumeSamlTicket(q, account, tokens.hash("signOn", `ticket:${token}`)));
  if (ticket === null) return null;
  const refuseIt = (refusal: "other_browser" | "signed_in") => {
    const refused = new Refused(refusal);
    refused.about = ticket.attempt;
    throw refused;
  };
  const caller = await callerOf(api, request);
  let { target } = ticket;
  if (ticket.requestId !== null) {
    const name = cookieOf(ticket.requestId);
    const [requestId, asked = ""] = (readSignOnCookie(request, config, name) ?? "").split(".");
    clearSignOnCookie(reply, config, { account, name });
    // An answer for another browser does not sign in this one.
    if (requestId !== ticket.requestId) refuseIt("other_browser");
    target = safeTarget(Buffer.from(asked, "base64url").toString());
  } else if (caller?.kind === "user" && caller.userId !== ticket.userId) refuseIt("signed_in");
  const user = await db.global((q) => findUser(q, ticket.userId));
  if (user === null) return null;
  const { email, issuer, fingerprint } = ticket.attempt;
  const written = { ...originOf(request), refused: null, detail: null, email, issuer, fingerprint };
  await beginSession(
    { ...api, caller, request, reply },
    user,
    account,
    async (q) => {
      await markSamlWorked(q, account, fingerprint);
      await insertSamlAttempt(q, account, { ...written, solicited: ticket.requestId !== null });
    },
    { vouched: true },
  );
  return target;
}

/** The browser's previous user. API keys are ignored. */
async function callerOf(api: Api, request: FastifyRequest): Promise<Caller | null> {
  return request.headers.authorization === undefined ? identify(request, api) : null;
}

const originOf = (request: FastifyRequest) => ({ address: request.ip, agent: request.headers["user-agent"] ?? null });

/** Logs a refused attempt and redirects to the sign-in page. */
async function refuse({ db }: Api, request: FastifyRequest<SignOnRequest>, reply: FastifyReply, problem: unknown) {
  if (!(problem instanceof Refused)) throw problem;
  const { account } = request.params;
  const { refusal, detail, about } = problem;
  const row = { ...originOf(request), refused: refusal, detail, solicited: null };
  const attempt = await db.tx([account], (q) =>
    insertSamlAttempt(q, account, { ...row, issuer: null, fingerprint: null, email: null, ...pick(about) }),
  );
  return reply
    .header("cache-control", "no-store")
    .header("referrer-policy", "no-referrer")
    .redirect(loginPath("refused", attempt), 303);
}

const pick = (about: Refused["about"]) =>
  about && { issuer: about.issuer, fingerprint: about.fingerprint, email: about.email };
