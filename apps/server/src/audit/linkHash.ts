import type { Tokens } from "../secrets/tokens.ts";
import type { LinkHash } from "../store/audit/auditChain.ts";

/** The hash of a link in the audit chain. It uses the token key, so that database access alone cannot forge a link. */
export const linkHashOf =
  (tokens: Pick<Tokens, "hash">): LinkHash =>
  ({ account, position, previous, auditId, text }) =>
    tokens.hash("audit", JSON.stringify([account, position, previous?.toString("hex") ?? null, auditId, text]));
