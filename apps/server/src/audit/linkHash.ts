import type { Tokens } from "../secrets/tokens.ts";
import type { LinkHash } from "../store/audit/auditChain.ts";

/** The hash of a link of the audit's chain: under the key of tokens, so that who writes rows cannot make one. */
export const linkHashOf =
  (tokens: Pick<Tokens, "hash">): LinkHash =>
  ({ account, position, previous, auditId, text }) =>
    tokens.hash("audit", JSON.stringify([account, position, previous?.toString("hex") ?? null, auditId, text]));
