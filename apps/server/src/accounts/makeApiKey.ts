import type { Tokens } from "../secrets/tokens.ts";
import type { Query } from "../store/database.ts";
import { type ApiKeyRow, insertApiKey } from "../store/identity/apiKey.ts";
import type { Rights } from "../store/identity/membership.ts";

/** Creates an API key. Only this answer contains its text. `text` is a key that the operator chose. */
export async function makeApiKey(
  q: Query,
  tokens: Tokens,
  account: string,
  key: Rights & { name: string; text?: string },
): Promise<ApiKeyRow & { key: string }> {
  const text = key.text ?? `tl_${tokens.make()}`;
  const row = await insertApiKey(q, account, {
    keyHash: tokens.hash("key", text),
    name: key.name,
    prefix: text.slice(0, 8),
    role: key.role,
    privileges: key.privileges,
  });
  return { ...row, key: text };
}
