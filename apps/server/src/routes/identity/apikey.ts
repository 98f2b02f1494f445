import { type ApiKey, apiKeyRoutes } from "@trunkline/contract/identity/user.ts";
import { makeApiKey } from "../../accounts/makeApiKey.ts";
import { type Api, handle } from "../../http/handle.ts";
import { notFound } from "../../http/problem.ts";
import { refuseGrantingMore, tidyRights } from "../../http/rights.ts";
import { audit } from "../../store/audit/audit.ts";
import { type ApiKeyRow, listApiKeys, removeApiKey } from "../../store/identity/apiKey.ts";
import { removeDraftsOf } from "../../store/workflows/draft.ts";

/** API keys: shown once, stored as a hash, and revoked immediately. */
export function registerApiKey(api: Api): void {
  handle(api, apiKeyRoutes.list, async ({ db, account }) =>
    (await db.global((q) => listApiKeys(q, account))).map(show),
  );
  handle(api, apiKeyRoutes.create, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, actor, body, tokens } = call;
      const rights = tidyRights(body);
      refuseGrantingMore(actor, rights, null);
      const { key, ...row } = await makeApiKey(q, tokens, account, { ...rights, name: body.name });
      await audit(q, call, "apiKey.create", row.apiKeyId, { name: row.name, ...rights });
      return [{ ...show(row), key }];
    }),
  );
  handle(api, apiKeyRoutes.revoke, (call) =>
    call.db.tx([call.account], async (q) => {
      const { account, params } = call;
      const removed = await removeApiKey(q, account, params.apiKeyId);
      if (!removed) throw notFound("API key");
      await removeDraftsOf(q, account, params.apiKeyId);
      await audit(q, call, "apiKey.revoke", params.apiKeyId, { name: removed.name });
      return [{ id: params.apiKeyId }];
    }),
  );
}

const show = (row: ApiKeyRow): ApiKey => ({
  apiKeyId: row.apiKeyId,
  name: row.name,
  role: row.role,
  privileges: row.privileges,
  prefix: row.prefix,
  created: row.created.toISOString(),
  lastUsed: row.lastUsed?.toISOString() ?? null,
});
