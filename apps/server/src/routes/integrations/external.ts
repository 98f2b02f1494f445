import {
  type ExternalConfig,
  type ExternalProvider,
  externalFields,
  externalProviders,
  externalRoutes,
  externalValueMax,
  forthFlag,
  testableProviders,
} from "@trunkline/contract/integrations/external.ts";
import { sendWire } from "../../carriers/sendWire.ts";
import { emailProviders } from "../../email/emailProviders.ts";
import { readEmailKeys, secretPlace } from "../../email/readEmailKeys.ts";
import { type Api, handle } from "../../http/handle.ts";
import { settled } from "../../http/keyedRequest.ts";
import { conflict, forbidden, invalid, notFound } from "../../http/problem.ts";
import { SealBroken } from "../../secrets/secrets.ts";
import { audit, auditChange, maskedChange } from "../../store/audit/audit.ts";
import { findAccount } from "../../store/identity/account.ts";
import {
  type ExternalConfigRow,
  listExternalConfig,
  removeExternalConfig,
  saveExternalConfig,
} from "../../store/integrations/externalConfig.ts";
import { endSaml, saveSamlMetadata } from "../identity/saml.ts";

const checkWithinMs = 15_000;

/** External integrations (spec 3 §7). */
export function registerExternal(api: Api): void {
  handle(api, externalRoutes.list, ({ db, account, query }) =>
    db.tx([account], async (q) => {
      const providers = query.keys?.split(",").map((name) => name.trim()) ?? null;
      return (await listExternalConfig(q, account, providers)).map(show);
    }),
  );
  handle(api, externalRoutes.save, (call) =>
    call.db.tx([call.account], async (q) => {
      const { provider, key, value, encryptedValue } = call.body;
      const field = fieldOf(provider, key);
      if (provider === "forth") {
        const account = await findAccount(q, call.account);
        if (!account?.flags[forthFlag])
          throw forbidden("The Forth integration is not turned on for this account", "flag_needed");
      }
      const given = (field.secret ? encryptedValue : value)?.trim() ?? "";
      if (given === "") throw invalid(field.missing, field.secret ? "body.encryptedValue" : "body.value");
      const before = (await listExternalConfig(q, call.account, [provider], { lock: true })).find(
        (one) => one.key === key,
      );
      if (provider === "saml") await saveSamlMetadata(q, call, given);
      else if (given.length > externalValueMax)
        throw invalid(`A value must have at most ${externalValueMax} characters`, "body.value");
      const row = await saveExternalConfig(q, call.account, {
        provider,
        key,
        value: field.secret ? null : given,
        sealed: field.secret ? api.secrets.seal(secretPlace(call.account, provider, key), given) : null,
      });
      // The audit log already has the metadata.
      if (provider === "saml") return [show(row)];
      const sealed = maskedChange(before?.sealed ?? null, row.sealed);
      await auditChange(q, call, "external.save", provider, {
        before: { [key]: field.secret ? sealed.from : (before?.value ?? null) },
        after: { [key]: field.secret ? sealed.to : row.value },
      });
      return [show(row)];
    }),
  );
  handle(api, externalRoutes.remove, (call) =>
    call.db.tx([call.account], async (q) => {
      const { provider } = call.params;
      if (!(await removeExternalConfig(q, call.account, provider))) throw notFound("provider");
      if (provider === "saml") await endSaml(q, call);
      await audit(q, call, "external.delete", provider);
      return [{ id: provider }];
    }),
  );
  handle(api, externalRoutes.test, async (call) => {
    const { provider } = call.params;
    if (!isTestable(provider)) throw invalid(`${externalProviders[provider]} has no connection test`, "path.provider");
    const rows = await call.db.tx([call.account], (q) => listExternalConfig(q, call.account, [provider]));
    const keys = openedKeys(api, rows, provider, call.account);
    if (keys === null) throw notFound("provider");
    const { buildCheck, readCheck } = emailProviders[provider];
    await call.key.acts();
    const answer = await sendWire(buildCheck(keys), AbortSignal.timeout(checkWithinMs));
    const checked = readCheck(answer);
    return call.db.tx([call.account], async (q) => {
      await audit(q, call, "external.test", provider, { ok: checked.ok });
      return settled(q, call, [checked]);
    });
  });
}

/** A key sealed under a missing master key must be entered again and is not an internal error. */
function openedKeys(api: Api, rows: ExternalConfigRow[], provider: keyof typeof emailProviders, account: string) {
  try {
    return readEmailKeys(rows, provider, account, { secrets: api.secrets, urls: api.config.emailUrls });
  } catch (error) {
    if (error instanceof SealBroken) throw conflict(error.message, "path.provider");
    throw error;
  }
}

const isTestable = (provider: ExternalProvider): provider is keyof typeof emailProviders =>
  testableProviders.includes(provider);

function fieldOf(provider: ExternalProvider, key: string) {
  const fields = externalFields[provider];
  const field = fields.find((one) => one.key === key);
  if (field) return field;
  const keys = fields.map((one) => one.key).join(", ");
  throw invalid(`${externalProviders[provider]} has no key "${key}". Its keys are ${keys}`, "body.key");
}

const show = ({ provider, key, value, sealed, updated }: ExternalConfigRow): ExternalConfig => ({
  provider: provider as ExternalProvider,
  key,
  value,
  masked: sealed === null ? null : "••••••••",
  updated: updated.toISOString(),
});
