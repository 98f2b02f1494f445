import type { Privilege, Role } from "@trunkline/contract/identity/roles.ts";
import type { Query } from "../database.ts";

/** So many certificates of metadata before go on being taken. */
const mostOld = 3;

/** The identity provider of an account and how it is used. */
export interface SamlProviderRow {
  entityId: string;
  signOnUrl: string;
  unsolicited: boolean;
  createUsers: boolean;
  defaultRole: Exclude<Role, "owner">;
  defaultPrivileges: Privilege[];
  worked: Date | null;
  updated: Date;
}

export interface SamlCertificateRow {
  fingerprint: string;
  /** PEM. */
  certificate: string;
  subject: string;
  ends: Date;
  inMetadata: boolean;
  added: Date;
  used: Date | null;
}

/** The identity provider of an account; null where none is set up. */
export const findSamlProvider = (q: Query, account: string, forUpdate = false): Promise<SamlProviderRow | null> =>
  q.one(
    `select entity_id "entityId", sign_on_url "signOnUrl", unsolicited, create_users "createUsers", default_role "defaultRole",
            default_privileges "defaultPrivileges", worked, updated
     from saml_provider where account_id = $1 ${forUpdate ? "for update" : ""}`,
    [account],
  );

/** What answers may be signed with, those of the last metadata first. */
export const listSamlCertificates = (q: Query, account: string): Promise<SamlCertificateRow[]> =>
  q.rows(
    `select fingerprint, certificate, subject, ends, in_metadata "inMetadata", added, used from saml_certificate
     where account_id = $1 order by in_metadata desc, added desc, fingerprint`,
    [account],
  );

/**
 * Takes an account's identity provider from new metadata. Of the same one, certificates of before stay, so that
 * sign-ins go on while it changes over; those of another one go.
 */
export async function saveSamlProvider(
  q: Query,
  account: string,
  {
    entityId,
    signOnUrl,
    certificates,
  }: Pick<SamlProviderRow, "entityId" | "signOnUrl"> & {
    certificates: readonly Pick<SamlCertificateRow, "fingerprint" | "certificate" | "subject" | "ends">[];
  },
): Promise<void> {
  const before = await findSamlProvider(q, account, true);
  await q.run(
    `insert into saml_provider (account_id, entity_id, sign_on_url) values ($1, $2, $3)
     on conflict (account_id) do update set entity_id = excluded.entity_id, sign_on_url = excluded.sign_on_url, updated = now(),
       worked = case when saml_provider.entity_id = excluded.entity_id then saml_provider.worked end`,
    [account, entityId, signOnUrl],
  );
  if (before?.entityId === entityId)
    await q.run("update saml_certificate set in_metadata = false where account_id = $1", [account]);
  else await q.run("delete from saml_certificate where account_id = $1", [account]);
  await q.run(
    `insert into saml_certificate (account_id, fingerprint, certificate, subject, ends, in_metadata)
     select $1, c.*, true from unnest($2::text[], $3::text[], $4::text[], $5::timestamptz[]) c
     on conflict (account_id, fingerprint) do update set in_metadata = true`,
    [
      account,
      certificates.map(({ fingerprint }) => fingerprint),
      certificates.map(({ certificate }) => certificate),
      certificates.map(({ subject }) => subject),
      certificates.map(({ ends }) => ends),
    ],
  );
  await q.run(
    `delete from saml_certificate where account_id = $1 and not in_metadata and (ends < now() or fingerprint not in (
       select fingerprint from saml_certificate where account_id = $1 and not in_metadata order by added desc limit ${mostOld}))`,
    [account],
  );
}

/** Sets how an account uses single sign-on. */
export const updateSamlRules = (
  q: Query,
  account: string,
  rules: Pick<SamlProviderRow, "unsolicited" | "createUsers" | "defaultRole" | "defaultPrivileges">,
): Promise<number> =>
  q.run(
    `update saml_provider set unsolicited = $2, create_users = $3, default_role = $4, default_privileges = $5, updated = now()
     where account_id = $1`,
    [account, rules.unsolicited, rules.createUsers, rules.defaultRole, rules.defaultPrivileges],
  );

/** Remembers that a user signed in with an assertion that this certificate signed. */
export async function markSamlWorked(q: Query, account: string, fingerprint: string): Promise<void> {
  await q.run("update saml_provider set worked = now() where account_id = $1", [account]);
  await q.run("update saml_certificate set used = now() where account_id = $1 and fingerprint = $2", [
    account,
    fingerprint,
  ]);
}

/** Takes one certificate no more; false where there is none. */
export const removeSamlCertificate = async (q: Query, account: string, fingerprint: string): Promise<boolean> =>
  (await q.run("delete from saml_certificate where account_id = $1 and fingerprint = $2 and not in_metadata", [
    account,
    fingerprint,
  ])) > 0;

/** Removes an account's identity provider. Single sign-on no longer works and is no longer required. The log stays. */
export async function removeSamlProvider(q: Query, account: string): Promise<void> {
  await q.run("delete from saml_provider where account_id = $1", [account]);
  await q.run("delete from saml_certificate where account_id = $1", [account]);
  await q.run("delete from saml_ticket where account_id = $1", [account]);
  await requireSignOn(q, account, false);
}

/** Whether users other than owners come in by single sign-on alone. */
export const isSignOnRequired = async (q: Query, account: string): Promise<boolean> =>
  (await q.one<{ required: boolean }>("select sign_on_required required from account where account_id = $1", [account]))
    ?.required ?? false;

/** Asks all users but owners for single sign-on, or no longer. */
export const requireSignOn = (q: Query, account: string, required: boolean): Promise<number> =>
  q.run("update account set sign_on_required = $2 where account_id = $1", [account, required]);
