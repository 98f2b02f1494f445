import { z } from "zod";
import { done, id, page, route } from "../route.ts";
import { privilegeNames } from "./roles.ts";

/** Longest accepted metadata. Federations publish longer files, identity providers do not. */
export const metadataMax = 262_144;

/** Format of the name ID, which must map to the user's e-mail address (spec 3 §2). */
export const nameIdFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/**
 * Why a sign-in is refused and how to fix it, as the administrator reads it in the log. The user only learns that sign-in
 * failed.
 */
export const samlRefusals = {
  too_large: "The response is larger than 256 kB. Send fewer groups and attributes.",
  unreadable: "The response is not a valid SAML 2.0 response.",
  forbidden_xml:
    "The response contains a comment, CDATA, a DTD or a processing instruction. These are not allowed because they can hide a forgery.",
  structure: "The response does not contain exactly one assertion. This can be a forgery.",
  encrypted: "The assertion is encrypted. Turn off encryption at the identity provider. HTTPS already protects it.",
  idp_refused: "The identity provider refused the sign-in.",
  unsigned: "The assertion is not signed. Set the identity provider to sign assertions, not only the response.",
  weak_signature: "The signature algorithm is not supported. Choose RSA with SHA-256 at the identity provider.",
  signature:
    "The signature does not match any certificate on this page. If the identity provider has a new certificate, upload its metadata again.",
  issuer: "The issuer is not the identity provider in the metadata.",
  destination: "The response is for a different address. Set the ACS URL shown on this page at the identity provider.",
  audience: "The response is for a different service provider. Set the entity ID shown on this page as the audience.",
  expired: "The assertion has expired. Check the clocks of the identity provider and of this server.",
  too_early: "The assertion is not valid yet. Check the clocks of the identity provider and of this server.",
  unknown_request: "The sign-in request is unknown or older than 15 minutes.",
  replayed: "This assertion was already used. Each assertion works once.",
  unsolicited: "This sign-in started at the identity provider. This account only accepts sign-ins that start here.",
  no_email: "The name ID is not an e-mail address. Map it to the user's e-mail address at the identity provider.",
  no_user:
    "No user has this e-mail address, and new users are not created. Invite the user, or allow creating new users.",
  other_browser: "The sign-in started in another browser, or too long ago.",
  signed_in: "Another user was signed in with that browser. Sign out first, or start the sign-in here.",
} as const;
export type SamlRefusal = keyof typeof samlRefusals;
const samlRefusal = z.enum(Object.keys(samlRefusals) as [SamlRefusal, ...SamlRefusal[]]);

/** Roles for new users. Owners are excluded: they can also sign in by password, so that the account cannot lock itself out. */
export const signOnRoles = ["administrator", "member", "viewer"] as const;

const certificate = z.object({
  fingerprint: z.string(),
  subject: z.string(),
  ends: z.string(),
  /** False for a certificate of earlier metadata that is still accepted. */
  inMetadata: z.boolean(),
  added: z.string(),
  /** The last sign-in it signed. */
  used: z.string().nullable(),
});
export type SamlCertificate = z.infer<typeof certificate>;

const rules = {
  /** Only owners can still sign in by password. */
  required: z.boolean(),
  /** Accept sign-ins that start at the identity provider. */
  unsolicited: z.boolean(),
  /** Create users on their first sign-in, */
  createUsers: z.boolean(),
  /** with this role, */
  defaultRole: z.enum(signOnRoles, { error: "Role is required" }),
  /** and these privileges if it is Member. */
  defaultPrivileges: z.array(z.enum(privilegeNames)),
};

const saml = z.object({
  /** Values to set at the identity provider (spec 3 §2). */
  acsUrl: z.string(),
  entityId: z.string(),
  nameId: z.string(),
  /** Where users start a sign-in. */
  signInUrl: z.string(),
  /** Null until metadata is uploaded. */
  provider: z
    .object({
      entityId: z.string(),
      signOnUrl: z.string(),
      ...rules,
      /** The last successful sign-in, or null. */
      worked: z.string().nullable(),
      updated: z.string(),
      certificates: z.array(certificate),
    })
    .nullable(),
});
export type Saml = z.infer<typeof saml>;

const samlAttempt = z.object({
  attemptId: z.string(),
  at: z.string(),
  /** Null when the sign-in succeeded. */
  refused: samlRefusal.nullable(),
  /** What happened, and how to fix it. */
  words: z.string(),
  solicited: z.boolean().nullable(),
  email: z.string().nullable(),
  issuer: z.string().nullable(),
  fingerprint: z.string().nullable(),
  address: z.string().nullable(),
  agent: z.string().nullable(),
});
export type SamlAttempt = z.infer<typeof samlAttempt>;

export const samlRoutes = {
  find: route({
    method: "GET",
    path: "/v4/saml/",
    summary: "Get the single sign-on settings",
    description: "The values for the identity provider, and the uploaded metadata.",
    caller: "account",
    privilege: "account-config-update",
    item: saml,
  }),
  update: route({
    method: "PUT",
    path: "/v4/saml/",
    summary: "Update the single sign-on settings",
    description: "Owners only.",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject(rules).partial(),
    item: saml,
  }),
  removeCertificate: route({
    method: "DELETE",
    path: "/v4/saml/certificate/:fingerprint/",
    summary: "Delete a certificate of earlier metadata",
    description: "Owners only.",
    caller: "account",
    privilege: "account-config-update",
    params: z.object({ fingerprint: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits") }),
    item: done,
  }),
  attempts: route({
    method: "GET",
    path: "/v4/saml/attempt/",
    summary: "List single sign-on attempts",
    description: "Newest first.",
    caller: "account",
    privilege: "account-config-update",
    query: z.strictObject({
      ...page,
      /** Searches e-mail addresses, IP addresses and reasons. */
      search: z.string().trim().max(100).optional(),
      outcome: z.enum(["in", "refused"]).optional(),
      attemptId: id.optional(),
    }),
    item: samlAttempt,
  }),
};
