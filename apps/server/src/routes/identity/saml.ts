import {
  nameIdFormat,
  type Saml,
  type SamlAttempt,
  type SamlRefusal,
  samlRefusals,
  samlRoutes,
} from "@trunkline/contract/identity/saml.ts";
import type { Actor } from "../../http/caller.ts";
import { readSessionCookie } from "../../http/cookie.ts";
import { type Api, type Call, handle } from "../../http/handle.ts";
import { conflict, forbidden, invalid, notFound } from "../../http/problem.ts";
import { refuseGrantingMore, tidyRights } from "../../http/rights.ts";
import { signOnAddresses } from "../../saml/addresses.ts";
import { wordsOf } from "../../saml/checkAnswer.ts";
import { MetadataProblem, readProviderMetadata } from "../../saml/readProviderMetadata.ts";
import { audit, changesOf } from "../../store/audit/audit.ts";
import type { Query } from "../../store/database.ts";
import {
  findSamlProvider,
  isSignOnRequired,
  listSamlCertificates,
  removeSamlCertificate,
  removeSamlProvider,
  requireSignOn,
  saveSamlProvider,
  updateSamlRules,
} from "../../store/identity/saml.ts";
import { listSamlAttempts, type SamlAttemptRow } from "../../store/identity/samlAttempt.ts";
import { findSessionOwner, removeVouchedSessions } from "../../store/identity/session.ts";
import { createdOf } from "../createdOf.ts";
import { nextCursor, readIdCursor } from "../idCursor.ts";
import { serveSingleSignOn } from "./singleSignOn.ts";

/** Single sign-on by SAML: its status, rules and log. The sign-in itself is not an API endpoint. */
export function registerSaml(api: Api): void {
  serveSingleSignOn(api);

  handle(api, samlRoutes.find, (call) => call.db.tx([call.account], async (q) => [await show(q, call)]));

  handle(api, samlRoutes.update, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, body } = call;
      refuseOthers(actor);
      const provider = await findSamlProvider(q, account, true);
      if (!provider) throw notSetUp();
      const before = rulesOf(provider, await isSignOnRequired(q, account));
      const changed = { ...before, ...body };
      const { role, privileges } = tidyRights({ role: changed.defaultRole, privileges: changed.defaultPrivileges });
      refuseGrantingMore(actor, { role, privileges }, null);
      const after = { ...changed, defaultPrivileges: privileges };
      if (after.required && !before.required && provider.worked === null)
        throw conflict("Sign in with single sign-on once before you require it", "body.required");
      await updateSamlRules(q, account, after);
      await requireSignOn(q, account, after.required);
      await audit(q, call, "saml.update", null, changesOf(before, after));
      return [await show(q, call)];
    }),
  );

  handle(api, samlRoutes.removeCertificate, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, params } = call;
      refuseOthers(actor);
      const found = (await listSamlCertificates(q, account)).find(
        ({ fingerprint }) => fingerprint === params.fingerprint,
      );
      if (!found) throw notFound("certificate");
      if (!(await removeSamlCertificate(q, account, params.fingerprint)))
        throw conflict("This certificate is in the last uploaded metadata. Upload metadata without it");
      await audit(q, call, "saml.removeCertificate", params.fingerprint, { subject: found.subject });
      return [{ id: params.fingerprint }];
    }),
  );

  handle(api, samlRoutes.attempts, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const { limit, cursor, ...filter } = query;
      const words = wordsWith(filter.search ?? "");
      const rows = await listSamlAttempts(q, account, { ...filter, words }, { limit, before: readIdCursor(cursor) });
      return { payload: rows.map(showAttempt), next: nextCursor(rows, limit, ({ attemptId }) => attemptId) };
    }),
  );
}

/** Only owners, because the identity provider can sign in as any user, including an owner. */
function refuseOthers(actor: Actor): void {
  if (actor.role !== "owner")
    throw forbidden(
      "Only an owner can set up single sign-on, because its identity provider can sign in as any user of the account",
      "owner_needed",
    );
}

const notSetUp = () =>
  conflict("Single sign-on is not set up. Upload the identity provider's metadata", undefined, "not_set_up");

/** Saves a metadata file (spec 3 §4), which sets the identity provider and its certificates. */
export async function saveSamlMetadata(q: Query, call: Pick<Call, "account" | "actor">, text: string): Promise<void> {
  refuseOthers(call.actor);
  try {
    const metadata = readProviderMetadata(text, Date.now());
    await saveSamlProvider(q, call.account, metadata);
    const { entityId, signOnUrl, certificates } = metadata;
    const fingerprints = certificates.map(({ fingerprint }) => fingerprint);
    await audit(q, call, "saml.metadata", null, { entityId, signOnUrl, fingerprints });
  } catch (problem) {
    if (problem instanceof MetadataProblem) throw invalid(problem.message, "body.value", "bad_metadata");
    throw problem;
  }
}

/** Turns off single sign-on and ends its sessions, except the requesting one. */
export async function endSaml(q: Query, { account, actor, request, config, tokens }: Call): Promise<void> {
  refuseOthers(actor);
  await removeSamlProvider(q, account);
  const cookie = readSessionCookie(request, config);
  const own = cookie === undefined ? null : await findSessionOwner(q, tokens.hash("session", cookie));
  await removeVouchedSessions(q, account, own?.sessionId ?? null);
}

const rulesOf = (
  provider: {
    unsolicited: boolean;
    createUsers: boolean;
    defaultRole: "administrator" | "member" | "viewer";
    defaultPrivileges: NonNullable<Saml["provider"]>["defaultPrivileges"];
  },
  required: boolean,
) => ({
  required,
  unsolicited: provider.unsolicited,
  createUsers: provider.createUsers,
  defaultRole: provider.defaultRole,
  defaultPrivileges: provider.defaultPrivileges,
});

async function show(q: Query, { account, config }: Pick<Call, "account" | "config">): Promise<Saml> {
  const provider = await findSamlProvider(q, account);
  const certificates = await listSamlCertificates(q, account);
  return {
    ...signOnAddresses(config.publicUrl, account),
    nameId: nameIdFormat,
    provider: provider && {
      entityId: provider.entityId,
      signOnUrl: provider.signOnUrl,
      ...rulesOf(provider, await isSignOnRequired(q, account)),
      worked: provider.worked?.toISOString() ?? null,
      updated: provider.updated.toISOString(),
      certificates: certificates.map(({ certificate: _, ends, added, used, ...rest }) => ({
        ...rest,
        ends: ends.toISOString(),
        added: added.toISOString(),
        used: used?.toISOString() ?? null,
      })),
    },
  };
}

/** The refusals whose message contains a search text. */
const wordsWith = (search: string): SamlRefusal[] =>
  search === ""
    ? []
    : (Object.keys(samlRefusals) as SamlRefusal[]).filter((name) =>
        samlRefusals[name].toLowerCase().includes(search.toLowerCase()),
      );

const showAttempt = ({ detail, ...row }: SamlAttemptRow): SamlAttempt => ({
  ...row,
  at: createdOf(row.attemptId) ?? "",
  words: row.refused === null ? "Signed in." : wordsOf(row.refused, detail),
});
