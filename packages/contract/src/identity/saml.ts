import { z } from "zod";
import { done, id, page, route } from "../route.ts";
import { privilegeNames } from "./roles.ts";

/** Longest metadata that is taken: federations have long ones, identity providers do not. */
export const metadataMax = 262_144;

/** The form of the name id: it should map to the user's e-mail address (spec 3 §2). */
export const nameIdFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

/**
 * Why a sign-in is refused: what the administrator reads in the log, with what mends it. Nobody but them is told more
 * than that it did not work.
 */
export const samlRefusals = {
  too_large: "The answer is larger than 256 kB. Send fewer groups and attributes.",
  unreadable: "The answer is no readable SAML 2.0 answer.",
  forbidden_xml:
    "The answer holds a comment, CDATA, a DTD or a processing instruction. None belongs in an answer; a forgery may hide behind one.",
  structure: "The answer is not built as one answer with one assertion in it. A forgery looks like this.",
  encrypted: "The assertion is encrypted. Turn its encryption off at the identity provider; it travels by https.",
  idp_refused: "The identity provider refused the sign-in itself.",
  unsigned: "The assertion is not signed. Let the identity provider sign assertions, not the answer alone.",
  weak_signature: "The signature is made in a way that is not taken. Choose RSA with SHA-256 at the identity provider.",
  signature:
    "No certificate of this page has made the signature, or what it signs was changed. If the identity provider has a new certificate, upload its metadata again.",
  issuer: "Another identity provider has issued this than the one of the metadata.",
  destination: "This is meant for another address. Set the ACS URL of this page at the identity provider.",
  audience: "This is meant for another service provider. Set the entity ID of this page as the audience.",
  expired: "The time of the assertion is over. Look at the clocks of the identity provider and of this machine.",
  too_early:
    "The time of the assertion has not begun. Look at the clocks of the identity provider and of this machine.",
  unknown_request: "This answers no request of this account, or one of more than 15 minutes ago.",
  replayed: "This assertion was used before. Each signs somebody in once.",
  unsolicited: "This sign-in began at the identity provider, and this account takes only those that begin here.",
  no_email: "The name ID is no e-mail address. Map it to the user's e-mail address at the identity provider.",
  no_user: "Nobody here has this e-mail, and new users are not made. Invite them, or let new users be made.",
  other_browser: "The sign-in began in another browser, or too long ago.",
  signed_in: "Somebody else was signed in with that browser. They sign out first, or begin the sign-in here.",
} as const;
export type SamlRefusal = keyof typeof samlRefusals;
const samlRefusal = z.enum(Object.keys(samlRefusals) as [SamlRefusal, ...SamlRefusal[]]);

/** What somebody new may be: an owner signs in by password too, so that there is always a way back. */
export const signOnRoles = ["administrator", "member", "viewer"] as const;

const certificate = z.object({
  fingerprint: z.string(),
  subject: z.string(),
  ends: z.string(),
  /** False: of metadata before, and still taken. */
  inMetadata: z.boolean(),
  added: z.string(),
  /** The last sign-in that it signed. */
  used: z.string().nullable(),
});
export type SamlCertificate = z.infer<typeof certificate>;

const rules = {
  /** Users other than owners come in by single sign-on alone. */
  required: z.boolean(),
  /** Sign-ins that begin at the identity provider are taken. */
  unsolicited: z.boolean(),
  /** Whoever signs in for the first time becomes a user, */
  createUsers: z.boolean(),
  /** with this role, */
  defaultRole: z.enum(signOnRoles, { error: "Role is required" }),
  /** and for a member these privileges. */
  defaultPrivileges: z.array(z.enum(privilegeNames)),
};

const saml = z.object({
  /** What is set at the identity provider (spec 3 §2). */
  acsUrl: z.string(),
  entityId: z.string(),
  nameId: z.string(),
  /** Where users begin a sign-in. */
  signInUrl: z.string(),
  /** Null until metadata is uploaded. */
  provider: z
    .object({
      entityId: z.string(),
      signOnUrl: z.string(),
      ...rules,
      /** The last sign-in that worked; null: none has yet. */
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
  /** Null: they were let in. */
  refused: samlRefusal.nullable(),
  /** What happened, and what mends it. */
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
    summary: "What the identity provider is given, and what is known of it",
    caller: "account",
    privilege: "account-config-update",
    item: saml,
  }),
  update: route({
    method: "PUT",
    path: "/v4/saml/",
    summary: "Set how single sign-on is used; owners alone",
    caller: "account",
    privilege: "account-config-update",
    body: z.strictObject(rules).partial(),
    item: saml,
  }),
  removeCertificate: route({
    method: "DELETE",
    path: "/v4/saml/certificate/:fingerprint/",
    summary: "Take a certificate of metadata before no more; owners alone",
    caller: "account",
    privilege: "account-config-update",
    params: z.object({ fingerprint: z.string().regex(/^[0-9a-f]{64}$/, "must be 64 hexadecimal digits") }),
    item: done,
  }),
  attempts: route({
    method: "GET",
    path: "/v4/saml/attempt/",
    summary: "Attempts to sign in by single sign-on, the latest first",
    caller: "account",
    privilege: "account-config-update",
    query: z.strictObject({
      ...page,
      /** In e-mails, addresses and reasons. */
      search: z.string().trim().max(100).optional(),
      outcome: z.enum(["in", "refused"]).optional(),
      attemptId: id.optional(),
    }),
    item: samlAttempt,
  }),
};
